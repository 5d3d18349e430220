package org.heaptwin.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.heaptwin.agent.weave.RecordingProbe.Passed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Code that other compilers, optimizers and old ones write. */
class UnusualCodeTest {
  private static final int SITE = 3;
  private static final String BOX = "L" + HandMade.BOX + ";";
  private static final Site BOXES = Weaving.site(SITE, HandMade.MAKE, Site.NO_LINE, BOX);

  @BeforeEach
  void forget() {
    RecordingProbe.drain();
  }

  @Test
  void newWithoutACopyIsLeftAlone() {
    byte[] bytes =
        new HandMade(Opcodes.V11)
            .make(
                2,
                0,
                code -> {
                  code.visitTypeInsn(Opcodes.NEW, HandMade.BOX);
                  code.visitLdcInsn("a");
                  HandMade.construct(code);
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();

    Woven woven = Weaving.weave(bytes, BOXES);

    assertThat(Weaving.outcome(woven)).isEqualTo(Reason.NO_COPY);
    assertThat(woven.bytes()).isNull();
  }

  /**
   * In its second round the loop keeps the first round's box right below the new one: a finished
   * object of the same instruction, which is no copy of the unfinished one.
   */
  @Test
  void finishedObjectOfTheSameInstructionIsNoCopy() {
    byte[] bytes =
        new HandMade(Opcodes.V1_4)
            .make(
                4,
                2,
                code -> {
                  Label again = new Label();
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitInsn(Opcodes.ICONST_2);
                  code.visitVarInsn(Opcodes.ISTORE, 1);
                  code.visitLabel(again);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitTypeInsn(Opcodes.NEW, HandMade.BOX);
                  code.visitLdcInsn("a");
                  HandMade.construct(code);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitIincInsn(1, -1);
                  code.visitVarInsn(Opcodes.ILOAD, 1);
                  code.visitJumpInsn(Opcodes.IFNE, again);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();

    assertThat(Weaving.outcome(Weaving.weave(bytes, BOXES))).isEqualTo(Reason.NO_COPY);
  }

  @Test
  void copiesMayTakeAnyWayToTheirPlace() throws Exception {
    byte[] bytes =
        new HandMade(Opcodes.V11)
            .make(
                4,
                1,
                code -> {
                  code.visitTypeInsn(Opcodes.NEW, HandMade.BOX);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitLdcInsn("a");
                  HandMade.construct(code);
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();

    assertThat(run(bytes, BOXES)).containsExactly("[a]");
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_5})
  void subroutinesOfOldCompilersAreUnderstood(int version) throws Exception {
    byte[] bytes =
        new HandMade(version)
            .make(
                3,
                2,
                code -> {
                  Label subroutine = new Label();
                  code.visitJumpInsn(Opcodes.JSR, subroutine);
                  code.visitJumpInsn(Opcodes.JSR, subroutine);
                  HandMade.pushBox(code, "main");
                  code.visitInsn(Opcodes.ARETURN);
                  code.visitLabel(subroutine);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  HandMade.pushBox(code, "subroutine");
                  code.visitInsn(Opcodes.POP);
                  code.visitVarInsn(Opcodes.RET, 0);
                })
            .bytes();

    assertThat(run(bytes, BOXES)).containsExactly("[subroutine]", "[subroutine]", "[main]");
  }

  @Test
  void codeThatIsNeverReachedIsLeftAlone() throws Exception {
    byte[] bytes =
        new HandMade(Opcodes.V1_4)
            .make(
                3,
                0,
                code -> {
                  HandMade.pushBox(code, "reached");
                  code.visitInsn(Opcodes.ARETURN);
                  HandMade.pushBox(code, "never");
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();

    Woven woven = Weaving.weave(bytes, BOXES);

    assertThat(Weaving.outcome(woven)).isEqualTo("ok 1, 1 skipped: " + Reason.NO_COPY);
  }

  @Test
  void codeThatBreaksTheRulesIsLeftToTheJvm() {
    byte[] bytes =
        new HandMade(Opcodes.V1_4)
            .make(
                3,
                0,
                code -> {
                  code.visitInsn(Opcodes.POP);
                  HandMade.pushBox(code, "a");
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();

    Woven woven = Weaving.weave(bytes, BOXES);

    assertThat(Weaving.outcome(woven)).isEqualTo(Reason.FAILS_VERIFICATION);
    assertThat(woven.bytes()).isNull();
  }

  @Test
  void classFilesOfJdk25AreRead() {
    byte[] bytes =
        new HandMade(Opcodes.V25)
            .make(
                3,
                0,
                code -> {
                  HandMade.pushBox(code, "a");
                  code.visitInsn(Opcodes.ARETURN);
                })
            .bytes();

    Woven woven = Weaving.weave(bytes, BOXES);

    assertThat(Weaving.outcome(woven)).isEqualTo("ok 1");
    assertThat(woven.bytes()[7]).isEqualTo((byte) 69);
  }

  @Test
  void classFilesOfTheFutureAreRefusedInWords() {
    Woven woven = Weaving.weave(new HandMade(200).make(0, 0, code -> {}).bytes(), BOXES);

    assertThat(Weaving.outcome(woven)).isEqualTo(Reason.UNKNOWN_VERSION);
  }

  private static List<String> run(byte[] bytes, Site... sites) throws Exception {
    Woven woven = Weaving.weave(bytes, sites);
    Object result = Weaving.define(woven.bytes()).getMethod("make").invoke(null);
    List<Passed> passed = RecordingProbe.drain();
    assertThat(passed.get(passed.size() - 1).object()).isSameAs(result);
    return passed.stream().map(Passed::text).toList();
  }
}
