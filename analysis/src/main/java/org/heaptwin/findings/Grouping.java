package org.heaptwin.findings;

import java.util.List;

/**
 * How contexts are rolled up before they are ranked.
 *
 * @param kind what makes two contexts one finding
 * @param skippedPrefixes for {@link Kind#SITE}: frames that begin with one of these are not taken
 *     as the site, e.g. "java."
 */
public record Grouping(Kind kind, List<String> skippedPrefixes) {

  /** A whole stack, one source line, or a class. The class is part of every key. */
  public enum Kind {
    CONTEXT,
    SITE,
    CLASS
  }

  /** Prefixes of the JDK's own frames. */
  public static final List<String> JDK_PREFIXES =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  public static final Grouping CONTEXT = new Grouping(Kind.CONTEXT, List.of());
  public static final Grouping CLASS = new Grouping(Kind.CLASS, List.of());

  /** By class and allocating line. */
  public static Grouping site() {
    return new Grouping(Kind.SITE, List.of());
  }

  /**
   * By class and the first line that begins with none of the prefixes; the allocating line when all
   * do.
   */
  public static Grouping siteSkipping(List<String> prefixes) {
    return new Grouping(Kind.SITE, List.copyOf(prefixes));
  }
}
