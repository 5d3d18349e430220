package org.heaptwin.profile;

import java.nio.file.Path;

/** Reads a profile, gzip-compressed or plain. */
public final class ProfileReader {
  private ProfileReader() {}

  /**
   * @throws org.heaptwin.problem.Problem (USAGE, one line) when the file is not a readable,
   *     complete, consistent profile of a schema known here
   */
  public static Profile read(Path file) {
    throw new UnsupportedOperationException();
  }
}
