package org.heaptwin.agent.weave;

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes that no compiler of today writes, with a method {@code static Object make()} each. */
final class HandMade {
  static final String MAKE = "make()Ljava/lang/Object;";
  static final String BOX = "org/heaptwin/agent/weave/Box";
  private static final String BOX_CONSTRUCTOR = "(Ljava/lang/Object;)V";

  private final ClassWriter writer;

  HandMade(int version) {
    this(version, 0);
  }

  HandMade(int version, int flags) {
    writer = new ClassWriter(flags);
    writer.visit(
        version,
        Opcodes.ACC_PUBLIC,
        "org/heaptwin/agent/weave/Made",
        null,
        "java/lang/Object",
        null);
  }

  HandMade with(String method, int stack, int locals, Consumer<MethodVisitor> code) {
    MethodVisitor visitor =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, method, "()Ljava/lang/Object;", null, null);
    visitor.visitCode();
    code.accept(visitor);
    visitor.visitMaxs(stack, locals);
    visitor.visitEnd();
    return this;
  }

  HandMade make(int stack, int locals, Consumer<MethodVisitor> code) {
    return with("make", stack, locals, code);
  }

  ClassWriter writer() {
    return writer;
  }

  byte[] bytes() {
    return writer.toByteArray();
  }

  /** {@code new Box(content)}, which leaves the box on the stack; needs three slots. */
  static void pushBox(MethodVisitor code, String content) {
    code.visitTypeInsn(Opcodes.NEW, BOX);
    code.visitInsn(Opcodes.DUP);
    code.visitLdcInsn(content);
    construct(code);
  }

  static void construct(MethodVisitor code) {
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, BOX, "<init>", BOX_CONSTRUCTOR, false);
  }

  static void fill(MethodVisitor code, int bytes) {
    for (int written = 0; written < bytes; written++) {
      code.visitInsn(Opcodes.NOP);
    }
  }
}
