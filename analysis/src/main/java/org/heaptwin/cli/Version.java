package org.heaptwin.cli;

import java.util.Optional;

/** The version of this command. */
final class Version {
  private Version() {}

  /** From the jar's manifest; "development" when run from classes. */
  static String text() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
