package org.heaptwin.doctor;

/**
 * One thing that was looked at.
 *
 * @param status whether it is as heaptwin wants it
 * @param required whether recording is impossible while it is missing
 * @param what what was looked at
 * @param value what was found
 * @param remedy what to do, null when nothing is to be done
 */
public record Check(Status status, boolean required, String what, String value, String remedy) {

  /** Ordered from good to bad. */
  public enum Status {
    OK,
    /** Recording works with less: a source is off or less sure. */
    DEGRADED,
    MISSING
  }

  static Check ok(String what, String value) {
    return new Check(Status.OK, false, what, value, null);
  }

  static Check degraded(String what, String value, String remedy) {
    return new Check(Status.DEGRADED, false, what, value, remedy);
  }

  static Check missing(String what, String value, String remedy) {
    return new Check(Status.MISSING, false, what, value, remedy);
  }

  /** Missing, and without it there is no recording. */
  static Check blocking(String what, String value, String remedy) {
    return new Check(Status.MISSING, true, what, value, remedy);
  }

  /** A failing line "what; remedy" of the library or of a Problem, taken apart. */
  static Check from(Status status, boolean required, String what, String line) {
    int cut = line.indexOf("; ");
    return cut < 0
        ? new Check(status, required, what, line, "see the manual page of perf_event_open")
        : new Check(status, required, what, line.substring(0, cut), line.substring(cut + 2));
  }

  public boolean blocks() {
    return required && status == Status.MISSING;
  }
}
