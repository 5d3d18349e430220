package org.heaptwin.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** The calls into libc that Java has no way to make. */
public interface Libc extends Library {
  Libc INSTANCE = Native.load("c", Libc.class);

  int geteuid();

  int getegid();

  /** Gives a file to a user and a group; throws with errno on failure. */
  int chown(String path, int uid, int gid) throws LastErrorException;

  /** The raw system call; throws with errno on failure. */
  long syscall(long number, Object... arguments) throws LastErrorException;

  int close(int descriptor) throws LastErrorException;

  /** 1 when a descriptor is a terminal. Sets errno otherwise, hence no exception. */
  int isatty(int descriptor);

  int uname(Pointer buffer) throws LastErrorException;

  /** The text of an errno, as the C library prints it. */
  String strerror(int errno);

  /** The running kernel's release, such as 6.18.0-amd64. */
  static String kernelRelease() {
    // struct utsname: sysname, nodename, release, ... of 65 bytes each.
    try (Memory names = new Memory(65 * 6)) {
      INSTANCE.uname(names);
      return names.getString(65 * 2);
    }
  }
}
