package org.heaptwin.bench.accuracy;

import java.util.regex.Pattern;

/**
 * Names of classes and frames as they are in every run: the JVM numbers hidden classes, proxies and
 * generated accessors in the order in which they are made, and hidden classes by address.
 */
final class FrameNames {
  /** {@code A$$Lambda$14/0x00000008000c3c30} (JDK 17), {@code A$$Lambda/0x...} (JDK 21 and on). */
  private static final Pattern LAMBDA =
      Pattern.compile("\\$\\$Lambda(?:\\$\\d+)?(?:[/+.]0x[0-9a-f]+)?");

  private static final Pattern HIDDEN = Pattern.compile("[/+.]0x[0-9a-f]{6,}");
  private static final Pattern NUMBERED =
      Pattern.compile(
          "(\\$Proxy|Generated(?:Method|Constructor|SerializationConstructor)Accessor)\\d+");

  private FrameNames() {}

  /** The name without what differs from run to run. */
  static String normalised(String name) {
    if (name.indexOf("0x") < 0
        && name.indexOf("$$Lambda") < 0
        && name.indexOf("$Proxy") < 0
        && name.indexOf("Generated") < 0) {
      return name;
    }
    String text = LAMBDA.matcher(name).replaceAll("\\$\\$Lambda");
    text = HIDDEN.matcher(text).replaceAll("");
    return NUMBERED.matcher(text).replaceAll("$1");
  }
}
