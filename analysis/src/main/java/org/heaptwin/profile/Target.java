package org.heaptwin.profile;

/**
 * The recorded JVM. {@code command} is null when it is not known; {@code objectAlignment} in bytes.
 */
public record Target(
    long pid,
    String javaVersion,
    String vmName,
    String command,
    String collector,
    Boolean compressedOops,
    Boolean compressedClassPointers,
    Boolean compactHeaders,
    Integer objectAlignment,
    Integer processors) {

  /**
   * Feature release, for example 17 for "17.0.15+6"; null when the version does not begin with a
   * number.
   */
  public Integer javaFeature() {
    if (javaVersion == null) {
      return null;
    }
    String digits = javaVersion.replaceFirst("^(\\d{1,4})?.*$", "$1");
    return digits.isEmpty() ? null : Integer.valueOf(digits);
  }
}
