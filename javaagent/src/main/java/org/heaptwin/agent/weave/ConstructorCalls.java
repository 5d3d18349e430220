package org.heaptwin.agent.weave;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Which constructor calls complete which {@code new} instructions of a method. */
final class ConstructorCalls {
  /** Values that the analysis may keep at once; about 16 MiB of references. */
  private static final long MOST_VALUES = 4_000_000;

  private final IdentityHashMap<AbstractInsnNode, List<AbstractInsnNode>> calls =
      new IdentityHashMap<>();

  private ConstructorCalls() {}

  static boolean isTooComplex(MethodNode method) {
    return (long) method.instructions.size() * (method.maxLocals + method.maxStack) > MOST_VALUES;
  }

  static ConstructorCalls of(String owner, MethodNode method) throws AnalyzerException {
    ConstructorCalls found = new ConstructorCalls();
    Frame<BasicValue>[] frames = new FreshAnalyzer().analyze(owner, method);
    for (int index = 0; index < frames.length; index++) {
      AbstractInsnNode call = method.instructions.get(index);
      FreshFrame frame = (FreshFrame) frames[index];
      if (frame != null && FreshFrame.isConstructorCall(call)) {
        found.add(frame, call);
      }
    }
    return found;
  }

  /** Calls after which the object lies on top of the stack; none if the compiler kept no copy. */
  List<AbstractInsnNode> after(AbstractInsnNode instruction) {
    return calls.getOrDefault(instruction, List.of());
  }

  private void add(FreshFrame frame, AbstractInsnNode call) {
    AbstractInsnNode origin = frame.completedBy(call);
    if (origin != null && frame.keepsCopy(call)) {
      calls.computeIfAbsent(origin, first -> new ArrayList<>()).add(call);
    }
  }

  private static final class FreshAnalyzer extends Analyzer<BasicValue> {
    FreshAnalyzer() {
      super(new FreshInterpreter());
    }

    @Override
    protected Frame<BasicValue> newFrame(int locals, int stack) {
      return new FreshFrame(locals, stack);
    }

    @Override
    protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> other) {
      return new FreshFrame(other);
    }
  }
}
