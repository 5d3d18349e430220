package org.heaptwin.doctor;

import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Function;
import com.kenai.jffi.HeapInvocationBuffer;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/** The C ABI of libheaptwin.so (native/selftest/self_test.h), loaded into this process. */
public final class NativeLibrary {
  private static final int MESSAGE_BYTES = 1024;

  private final Library library;
  private final Path path;

  private NativeLibrary(Library library, Path path) {
    this.library = library;
    this.path = path;
  }

  /**
   * Loads the library; it stays loaded.
   *
   * @throws Problem when the file cannot be loaded
   */
  public static NativeLibrary load(Path path) {
    Library library = Library.getCachedInstance(path.toString(), Library.NOW | Library.LOCAL);
    if (library == null) {
      throw new Problem(
          ExitCode.ENVIRONMENT,
          path + " cannot be loaded (" + Library.getLastError() + ")",
          "build it on this machine with `make`");
    }
    return new NativeLibrary(library, path);
  }

  public String version() {
    Function function =
        new Function(
            address("heaptwin_version"),
            Type.POINTER,
            new Type[0],
            CallingConvention.DEFAULT,
            false);
    long text = Invoker.getInstance().invokeAddress(function, new HeapInvocationBuffer(function));
    return new String(
        MemoryIO.getInstance().getZeroTerminatedByteArray(text), StandardCharsets.UTF_8);
  }

  /**
   * Runs a self-test of the form {@code int f(char* message, size_t capacity)}.
   *
   * @return empty when it passed, else the library's line "what; remedy"
   */
  public Optional<String> selfTest(String functionName) {
    Function function =
        new Function(
            address(functionName),
            Type.SINT,
            new Type[] {Type.POINTER, Type.UINT64},
            CallingConvention.DEFAULT,
            false);
    byte[] message = new byte[MESSAGE_BYTES];
    HeapInvocationBuffer arguments = new HeapInvocationBuffer(function);
    arguments.putArray(message, 0, message.length, com.kenai.jffi.ArrayFlags.OUT);
    arguments.putLong(message.length);
    int result = Invoker.getInstance().invokeInt(function, arguments);
    return result == 0 ? Optional.empty() : Optional.of(text(message, result));
  }

  private static String text(byte[] message, int result) {
    int end = 0;
    while (end < message.length && message[end] != 0) {
      end++;
    }
    String text = new String(message, 0, end, StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "the self-test returned " + result : text;
  }

  private long address(String function) {
    long address = library.getSymbolAddress(function);
    if (address == 0) {
      throw new Problem(
          ExitCode.ENVIRONMENT,
          path + " has no function " + function,
          "build the library and the command from one version");
    }
    return address;
  }
}
