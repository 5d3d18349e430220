package org.heaptwin.doctor;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import java.util.OptionalInt;
import org.heaptwin.linux.Libc;

/**
 * Opens perf events by the raw system call, on the calling thread, and closes them at once
 * (perf_event_open(2)).
 */
final class PerfEvent {
  private static final long PERF_EVENT_OPEN = 298;
  private static final int ATTRIBUTE_BYTES = 128;
  private static final int TYPE_SOFTWARE = 1;
  private static final int TYPE_BREAKPOINT = 5;
  private static final long TASK_CLOCK = 1;
  private static final int BREAKPOINT_READ_WRITE = 3;
  private static final long DISABLED = 1;
  private static final long EXCLUDE_KERNEL = 1 << 5;
  private static final long EXCLUDE_HYPERVISOR = 1 << 6;
  private static final long CLOSE_ON_EXEC = 1 << 3;

  private PerfEvent() {}

  /** Opens a task-clock event; the errno of a refusal. */
  static OptionalInt openTaskClock() {
    try (Memory attributes = attributes(TYPE_SOFTWARE)) {
      attributes.setLong(8, TASK_CLOCK);
      attributes.setLong(16, 1_000_000);
      return open(attributes);
    }
  }

  /** Opens a read-write breakpoint of 8 bytes; the errno of a refusal. */
  static OptionalInt openBreakpoint() {
    try (Memory word = new Memory(8);
        Memory attributes = attributes(TYPE_BREAKPOINT)) {
      attributes.setLong(16, 1);
      attributes.setInt(52, BREAKPOINT_READ_WRITE);
      attributes.setLong(56, com.sun.jna.Pointer.nativeValue(word));
      attributes.setLong(64, 8);
      return open(attributes);
    }
  }

  private static Memory attributes(int type) {
    Memory attributes = new Memory(ATTRIBUTE_BYTES);
    attributes.clear();
    attributes.setInt(0, type);
    attributes.setInt(4, ATTRIBUTE_BYTES);
    attributes.setLong(40, DISABLED | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR);
    return attributes;
  }

  private static OptionalInt open(Memory attributes) {
    try {
      long descriptor =
          Libc.INSTANCE.syscall(PERF_EVENT_OPEN, attributes, 0L, -1L, -1L, CLOSE_ON_EXEC);
      Libc.INSTANCE.close((int) descriptor);
      return OptionalInt.empty();
    } catch (LastErrorException e) {
      return OptionalInt.of(e.getErrorCode());
    }
  }
}
