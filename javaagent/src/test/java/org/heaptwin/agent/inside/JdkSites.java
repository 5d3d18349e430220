package org.heaptwin.agent.inside;

import java.util.HashMap;
import java.util.Map;

/** Probes allocations inside java.base and counts the objects that pass. */
public final class JdkSites {
  /** Nodes, boxed integers and strings that {@link #work} makes. */
  public static final int EACH = 20_000;

  private static final int NODE = 1;
  private static final int INTEGER = 2;
  private static final int STRING = 3;
  private static final int TABLE = 4;

  private static final String NODE_CLASS = "Ljava/util/HashMap$Node;";
  private static final String NEW_NODE =
      "newNode(ILjava/lang/Object;Ljava/lang/Object;" + NODE_CLASS + ")" + NODE_CLASS;

  private JdkSites() {}

  /** Prints what was found, one {@code name=value} a line. */
  public static void main(String[] arguments) {
    Print.value("node", Bridge.install(NODE, "java.util.HashMap", NEW_NODE, -1, NODE_CLASS, ""));
    Print.value(
        "integer",
        Bridge.install(
            INTEGER,
            "java/lang/Integer",
            "valueOf(I)Ljava/lang/Integer;",
            -1,
            "Ljava/lang/Integer;",
            ""));
    Print.value(
        "string",
        Bridge.install(
            STRING,
            "java/lang/StringLatin1",
            "newString([BII)Ljava/lang/String;",
            -1,
            "Ljava/lang/String;",
            ""));
    Print.value(
        "table",
        Bridge.install(
            TABLE,
            "java/util/HashMap",
            "resize()[Ljava/util/HashMap$Node;",
            -1,
            "[Ljava/util/HashMap$Node;",
            ""));
    int nodes = Bridge.hits(NODE);
    int integers = Bridge.hits(INTEGER);
    int strings = Bridge.hits(STRING);
    work();
    nodes = Bridge.hits(NODE) - nodes;
    integers = Bridge.hits(INTEGER) - integers;
    strings = Bridge.hits(STRING) - strings;
    Print.value("nodes", nodes);
    Print.value("integers", integers);
    Print.value("strings", strings);
    remove();
  }

  private static void remove() {
    Print.value("oneRemoved", Bridge.ask("remove", "" + TABLE)[0]);
    int before = Bridge.hits(NODE);
    work();
    Print.value("otherStays", Bridge.hits(NODE) - before >= EACH);
    Print.value("left", Bridge.ask("removeAll").length);
    before = Bridge.hits(NODE);
    work();
    Print.value("nodesAfterwards", Bridge.hits(NODE) - before);
  }

  private static void work() {
    Map<Integer, String> map = new HashMap<>();
    String text = "x".repeat(100);
    for (int round = 0; round < EACH; round++) {
      map.put(round + 1000, text.substring(1 + round % 50));
    }
    if (map.size() != EACH) {
      throw new IllegalStateException();
    }
  }
}
