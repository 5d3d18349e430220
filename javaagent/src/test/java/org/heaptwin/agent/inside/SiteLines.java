package org.heaptwin.agent.inside;

import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Everything that the methods of a class allocate, as {@code method TAB descriptor TAB -1 TAB class
 * TAB}.
 */
final class SiteLines extends ClassVisitor {
  private static final String PRIMITIVES = "ZCFDBSIJ";

  private final Set<String> lines = new LinkedHashSet<>();

  private SiteLines() {
    super(Opcodes.ASM9);
  }

  static Set<String> of(byte[] classFile) {
    SiteLines found = new SiteLines();
    new ClassReader(classFile).accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found.lines;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitTypeInsn(int opcode, String type) {
        String allocated = Type.getObjectType(type).getDescriptor();
        if (opcode == Opcodes.NEW) {
          add(allocated);
        } else if (opcode == Opcodes.ANEWARRAY) {
          add("[" + allocated);
        }
      }

      @Override
      public void visitIntInsn(int opcode, int operand) {
        if (opcode == Opcodes.NEWARRAY) {
          add("[" + PRIMITIVES.charAt(operand - Opcodes.T_BOOLEAN));
        }
      }

      @Override
      public void visitMultiANewArrayInsn(String array, int dimensions) {
        add(array);
      }

      private void add(String allocated) {
        lines.add(String.join("\t", name, descriptor, "-1", allocated, ""));
      }
    };
  }
}
