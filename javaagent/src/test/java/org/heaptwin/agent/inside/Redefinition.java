package org.heaptwin.agent.inside;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Another agent redefines a class while it is probed, again and again. */
public final class Redefinition {
  /** How often. */
  public static final int CYCLES = 20;

  private static final int SITE = 9;

  private Redefinition() {}

  /** Prints how many cycles went as they should, by what. */
  public static void main(String[] arguments) throws Exception {
    byte[] first;
    try (InputStream stream = Versioned.class.getResourceAsStream("Versioned.class")) {
      first = stream.readAllBytes();
    }
    byte[] second = second(first);
    int installed = 0;
    int probedBefore = 0;
    int redefined = 0;
    int probedAfter = 0;
    int known = 0;
    int restored = 0;
    int silent = 0;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      installed += install().equals("ok 1") ? 1 : 0;
      probedBefore += calls("version-1");
      SecondAgent.redefine(Versioned.class, second);
      redefined += Versioned.version()[0].equals("version-2") ? 1 : 0;
      probedAfter += calls("version-2");
      known += Arrays.equals(Bridge.ask("state"), new String[] {SITE + "\tok 1"}) ? 1 : 0;
      Bridge.ask("removeAll");
      restored += Arrays.equals(SecondAgent.bytesOf(Versioned.class), second) ? 1 : 0;
      silent += 1 - calls("version-2");
      SecondAgent.redefine(Versioned.class, first);
    }
    Print.value("installed", installed);
    Print.value("probedBefore", probedBefore);
    Print.value("redefined", redefined);
    Print.value("probedAfter", probedAfter);
    Print.value("known", known);
    Print.value("restored", restored);
    Print.value("silent", silent);
  }

  private static String install() {
    return Bridge.install(
        SITE,
        Versioned.class.getName(),
        "version()[Ljava/lang/Object;",
        -1,
        "[Ljava/lang/Object;",
        "");
  }

  /** Objects that pass the probe in one call. */
  private static int calls(String expected) {
    int before = Bridge.hits(SITE);
    if (!Versioned.version()[0].equals(expected)) {
      throw new IllegalStateException();
    }
    return Bridge.hits(SITE) - before;
  }

  /** The same class with another constant of the same length. */
  private static byte[] second(byte[] first) {
    String text = new String(first, StandardCharsets.ISO_8859_1);
    return text.replace("version-1", "version-2").getBytes(StandardCharsets.ISO_8859_1);
  }
}
