package org.heaptwin.agent.inside;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/** Sites that cannot be probed, and what the program sees of it: nothing. */
public final class Refusals {
  private static final String VERSION = "version()[Ljava/lang/Object;";
  // By name, so that the program's own loader has no copy of them.
  private static final String BLIND = "org.heaptwin.agent.inside.Refusals$Blind";
  private static final String TWICE = "org.heaptwin.agent.inside.Refusals$Twice";
  private static final String OBJECTS = "[Ljava/lang/Object;";

  private Refusals() {}

  /** Prints what was found, one {@code name=value} a line. */
  public static void main(String[] arguments) throws Exception {
    Print.value("ahead", Other.version().length);
    Class<?> hidden =
        MethodHandles.lookup()
            .defineHiddenClass(bytesOf(Versioned.class.getName()), false)
            .lookupClass();
    Print.value("hidden", install(hidden.getName(), VERSION));
    Print.value("hiddenAsJvmtiSaysIt", install(asJvmtiSaysIt(hidden), VERSION));
    Print.value("array", install("[I", "clone()Ljava/lang/Object;"));
    Print.value("notLoaded", install("no/such/Class", VERSION));
    Print.value("noMethod", install(Versioned.class.getName(), "other()V"));
    Print.value("ours", install("org/heaptwin/probe/AllocationProbe", "<clinit>()V"));
    Print.value("agents", install("org/heaptwin/agent/install/ProbeInstaller", VERSION));
    loaders();
    brokenByAnother();
    badRequests();
  }

  private static void loaders() throws Exception {
    Class<?> blind = new OwnCopy(BLIND, true).copy();
    Print.value("blind", install(BLIND, VERSION));
    Class<?> first = new OwnCopy(TWICE, false).copy();
    Class<?> second = new OwnCopy(TWICE, false).copy();
    Print.value("twice", install(TWICE, VERSION));
    int before = Bridge.hits(1);
    for (Class<?> copy : new Class<?>[] {first, second, blind}) {
      copy.getMethod("version").invoke(null);
    }
    Print.value("twiceHits", Bridge.hits(1) - before);
    Print.value("left", Bridge.ask("removeAll").length);
  }

  /** Another agent makes a bad class of the one that we want to probe. */
  private static void brokenByAnother() throws Exception {
    SecondAgent.whileTransforming(
        Versioned.class,
        bytes -> Arrays.copyOf(bytes, bytes.length - 1),
        () -> Print.value("broken", install(Versioned.class.getName(), VERSION)));
    SecondAgent.whileTransforming(
        Versioned.class, bytes -> Arrays.copyOf(bytes, bytes.length - 1), Refusals::installBoth);
    Print.value("stillWorks", Versioned.version()[0]);
    Print.value("nothingLeft", Bridge.ask("state").length);
    Print.value("worksAgain", install(Versioned.class.getName(), VERSION));
    SecondAgent.whileTransforming(
        Versioned.class,
        bytes -> Arrays.copyOf(bytes, bytes.length - 1),
        () -> {
          Print.value("notRemoved", Bridge.ask("remove", "1")[0]);
          Print.value("nothingMore", String.join(",", Bridge.ask("removeAll")));
        });
    int before = Bridge.hits(1);
    Versioned.version();
    Print.value("staysProbed", Bridge.hits(1) - before);
    Print.value("removed", Bridge.ask("remove", "1")[0]);
    Print.value("removedTwice", Bridge.ask("remove", "1")[0]);
  }

  private static void installBoth() {
    Print.value(
        "both",
        String.join(",", Bridge.ask("install", line(1, "Versioned"), line(2, "Refusals$Other"))));
    int before = Bridge.hits(2);
    Other.version();
    Print.value("otherHits", Bridge.hits(2) - before);
    Print.value("otherRemoved", Bridge.ask("remove", "2")[0]);
  }

  private static String line(int id, String owner) {
    return String.join(
        "\t",
        id + "",
        "org/heaptwin/agent/inside/" + owner,
        "version",
        "()[Ljava/lang/Object;",
        "-1",
        OBJECTS,
        "");
  }

  private static void badRequests() {
    Print.value("unknown", Bridge.ask("dance")[0]);
    Print.value("noRequest", Bridge.ask().length);
    Print.value("badSite", Bridge.ask("install", "1\t2")[0]);
    Print.value("badId", Bridge.ask("remove", "x")[0]);
    Print.value(
        "idTooLarge", Bridge.install(256, Versioned.class.getName(), VERSION, -1, OBJECTS, ""));
    Print.value("loaded", String.join(",", Bridge.ask("loaded", "*agent/inside/Ver*d")));
  }

  private static String install(String owner, String method) {
    return Bridge.install(1, owner, method, -1, OBJECTS, "");
  }

  private static String asJvmtiSaysIt(Class<?> hidden) {
    String name = hidden.getName();
    int slash = name.lastIndexOf('/');
    return name.substring(0, slash).replace('.', '/') + "." + name.substring(slash + 1);
  }

  private static byte[] bytesOf(String name) throws IOException {
    try (InputStream stream =
        Refusals.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      return stream.readAllBytes();
    }
  }

  /** Shares a request with a class that cannot be probed. */
  static final class Other {
    private Other() {}

    static Object[] version() {
      return new Object[3];
    }
  }

  /** In a loader that lets nothing through but the JDK. */
  public static final class Blind {
    private Blind() {}

    public static Object[] version() {
      return new Object[1];
    }
  }

  /** In two loaders. */
  public static final class Twice {
    private Twice() {}

    public static Object[] version() {
      return new Object[2];
    }
  }

  /** A loader with its own copy of one class. */
  private static final class OwnCopy extends ClassLoader {
    private final String original;
    private final boolean blind;

    OwnCopy(String original, boolean blind) {
      this.original = original;
      this.blind = blind;
    }

    Class<?> copy() throws IOException {
      byte[] bytes = bytesOf(original);
      return defineClass(original, bytes, 0, bytes.length);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (blind && !name.startsWith("java.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
