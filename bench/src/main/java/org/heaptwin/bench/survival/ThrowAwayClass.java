package org.heaptwin.bench.survival;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.LongUnaryOperator;

/** Loads one small class again and again, each time by a loader that nobody keeps. */
final class ThrowAwayClass {
  private static final String NAME = "org.heaptwin.bench.survival.ThrowAwayClass$Code";

  private final byte[] bytes;

  ThrowAwayClass() {
    try (InputStream in = ThrowAwayClass.class.getResourceAsStream("ThrowAwayClass$Code.class")) {
      bytes = in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Loads the class anew and makes an instance of it. */
  LongUnaryOperator load() {
    try {
      return (LongUnaryOperator)
          new Loader(bytes).loadClass(NAME).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** What is loaded: allocates an object of itself at each call. */
  public static final class Code implements LongUnaryOperator {
    private long seen;

    public Code() {}

    @Override
    public long applyAsLong(long value) {
      Code next = new Code();
      next.seen = seen * 31 + value;
      seen = next.seen;
      return next.seen;
    }
  }

  private static final class Loader extends ClassLoader {
    private final byte[] bytes;

    Loader(byte[] bytes) {
      super(ThrowAwayClass.class.getClassLoader());
      this.bytes = bytes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.equals(NAME)
          ? defineClass(name, bytes, 0, bytes.length)
          : super.loadClass(name, resolve);
    }
  }
}
