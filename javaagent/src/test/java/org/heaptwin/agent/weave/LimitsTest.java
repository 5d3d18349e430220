package org.heaptwin.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Where the class file format and the compilers of HotSpot end. */
class LimitsTest {
  private static final String ARRAY = "[I";
  private static final Site IN_MAKE = Weaving.site(1, HandMade.MAKE, Site.NO_LINE, ARRAY);
  private static final Site IN_OTHER =
      Weaving.site(2, "other()Ljava/lang/Object;", Site.NO_LINE, ARRAY);

  /** iconst_0, newarray (2 bytes), areturn. */
  private static final int ARRAY_CODE = 4;

  @ParameterizedTest
  @CsvSource({
    "7993, ok 1", // 8000 with the probe
    "7994, method would be too large to compile",
    "8000, method would be too large to compile",
    "8001, ok 1", // never compiled anyway
    "65528, ok 1",
    "65529, method too large",
    "65535, method too large",
  })
  void methodsAreRefusedAtTheLimits(int bytes, String expected) {
    Woven woven =
        Weaving.weave(
            new HandMade(Opcodes.V11)
                .make(1, 0, code -> array(code, bytes - ARRAY_CODE))
                .with("other", 1, 0, code -> array(code, 0))
                .bytes(),
            IN_MAKE,
            IN_OTHER);

    assertThat(woven.outcomes().get(IN_MAKE)).hasToString(expected);
    assertThat(woven.outcomes().get(IN_OTHER)).hasToString("ok 1");
    assertThat(Weaving.define(woven.bytes())).isNotNull();
  }

  /** The probes push the target of the jump beyond the reach of a short one. */
  @Test
  void jumpsThatBecomeTooLongAreWidened() throws Exception {
    byte[] bytes =
        new HandMade(Opcodes.V11, ClassWriter.COMPUTE_FRAMES)
            .make(
                1,
                1,
                code -> {
                  Label far = new Label();
                  code.visitInsn(Opcodes.ICONST_0);
                  code.visitJumpInsn(Opcodes.IFNE, far);
                  HandMade.fill(code, 32_760);
                  code.visitInsn(Opcodes.ICONST_0);
                  code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
                  code.visitInsn(Opcodes.ARETURN);
                  code.visitLabel(far);
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();

    Woven woven = Weaving.weave(bytes, IN_MAKE);

    assertThat(Weaving.outcome(woven)).isEqualTo("ok 1");
    Object result = Weaving.define(woven.bytes()).getMethod("make").invoke(null);
    assertThat(RecordingProbe.drain())
        .singleElement()
        .extracting(RecordingProbe.Passed::object)
        .isSameAs(result);
  }

  @Test
  void fullConstantPoolIsRefused() {
    HandMade made = new HandMade(Opcodes.V11).make(1, 0, code -> array(code, 0));
    // Most classes have 65,534 constants at the most; the probe needs some of its own.
    int constant = 0;
    while (made.writer().newConst(constant) < 65_530) {
      constant++;
    }

    assertThat(Weaving.outcome(Weaving.weave(made.bytes(), IN_MAKE)))
        .isEqualTo(Reason.TOO_MANY_CONSTANTS);
  }

  @Test
  void methodTooComplexToAnalyseIsRefused() {
    byte[] bytes =
        new HandMade(Opcodes.V11)
            .make(
                3,
                60_000,
                code -> {
                  HandMade.fill(code, 100);
                  HandMade.pushBox(code, "a");
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();
    Site boxes = Weaving.site(1, HandMade.MAKE, Site.NO_LINE, "L" + HandMade.BOX + ";");

    assertThat(Weaving.outcome(Weaving.weave(bytes, boxes))).isEqualTo(Reason.TOO_COMPLEX);
  }

  private static void array(MethodVisitor code, int filling) {
    HandMade.fill(code, filling);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
    code.visitInsn(Opcodes.ARETURN);
  }
}
