package org.heaptwin.bench.survival;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Allocates on stacks of every shape: deep and shallow, interpreted and compiled, entered through
 * native code, reflection, method handles, lambdas and comparators, unwound by exceptions, compiled
 * anew because a class arrives that the compiler had not reckoned with: {@code StackTruthProgram
 * calls}. Each thread makes that many calls.
 */
public final class StackTruthProgram {
  private static final int THREADS = 3;
  private static final int DEEPEST = 60;

  private final SplittableRandom random;
  private final Method reflected;
  private final MethodHandle handle;
  private final ThrowAwayClass throwAway = new ThrowAwayClass();
  private Object last;

  private StackTruthProgram(long seed) throws ReflectiveOperationException {
    random = new SplittableRandom(seed);
    reflected = StackTruthProgram.class.getDeclaredMethod("call", int.class);
    handle =
        MethodHandles.lookup()
            .findVirtual(
                StackTruthProgram.class, "call", MethodType.methodType(long.class, int.class));
  }

  public static void main(String[] arguments) throws Exception {
    int calls = Integer.parseInt(arguments[0]);
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      StackTruthProgram program = new StackTruthProgram(i + 1);
      threads[i] = new Thread(() -> program.calls(calls), "calls");
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void calls(int calls) {
    for (int i = 0; i < calls; i++) {
      call(random.nextInt(DEEPEST));
      if (i % 500 == 0) {
        // One class more, soon unloaded: what was compiled without it is void.
        last = throwAway.load().applyAsLong(i);
      }
    }
  }

  /** Allocates, and goes on in one of many ways until {@code depth} is used up. */
  long call(int depth) {
    last = allocate(depth);
    if (depth <= 0) {
      return 0;
    }
    try {
      return 1 + way(random.nextInt(9), depth - 1);
    } catch (Unwound unwound) {
      last = new long[] {depth};
      return unwound.depth;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private long way(int way, int depth) throws Throwable {
    return switch (way) {
      case 0 -> call(depth);
      case 1 -> call(depth / 2) + call(depth / 3);
      case 2 -> (long) reflected.invoke(this, depth);
      case 3 -> (long) handle.invokeExact(this, depth);
      case 4 -> lambda(() -> call(depth));
      case 5 -> sorted(depth);
      case 6 -> locked(depth);
      case 7 -> looped(depth);
      default -> throw new Unwound(depth);
    };
  }

  private static long lambda(LongSupplier supplier) {
    return supplier.getAsLong();
  }

  private long sorted(int depth) {
    Integer[] numbers = {3, 1, 2};
    Arrays.sort(
        numbers,
        (left, right) -> {
          call(depth / 4);
          return Integer.compare(left, right);
        });
    return numbers[0];
  }

  private synchronized long locked(int depth) {
    return call(depth);
  }

  private long looped(int depth) {
    long sum = 0;
    for (int i = 0; i < 200; i++) {
      last = new int[i % 16 + depth];
      sum += i;
    }
    return sum + call(depth / 2);
  }

  private Object allocate(int depth) {
    return switch (random.nextInt(5)) {
      case 0 -> new byte[64 + depth];
      case 1 -> "depth " + depth;
      case 2 -> new long[] {depth}.clone();
      case 3 -> Array.newInstance(String.class, depth + 1);
      default -> new Object[] {last == this ? this : null, depth};
    };
  }

  private static final class Unwound extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int depth;

    Unwound(int depth) {
      this.depth = depth;
    }
  }
}
