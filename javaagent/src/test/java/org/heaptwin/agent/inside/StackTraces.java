package org.heaptwin.agent.inside;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Exceptions that pass through probed code, before, while and after it is probed. The frames of
 * this class live through it all, so it is not the one that is probed: HotSpot forgets the lines of
 * frames that run while their class is retransformed, by whomever.
 */
public final class StackTraces {
  private static final String TROUBLE = "Lorg/heaptwin/agent/inside/Troubled$Trouble;";

  private StackTraces() {}

  /** Prints what was found, one {@code name=value} a line. */
  public static void main(String[] arguments) {
    String[] traces = new String[3];
    for (int phase = 0; phase < traces.length; phase++) {
      if (phase == 1) {
        Print.value("installed", install());
      } else if (phase == 2) {
        Print.value("left", Bridge.ask("removeAll").length);
      }
      traces[phase] = trace(0) + trace(1) + trace(2);
    }
    Print.value("hits", Bridge.hits(1));
    Print.value(
        "frames",
        traces[0]
            .lines()
            .filter(line -> line.matches(".*(StackTraces|Troubled).java:\\d+.*"))
            .count());
    Print.value("sameDuring", traces[1].equals(traces[0]));
    Print.value("sameAfterwards", traces[2].equals(traces[0]));
  }

  private static String install() {
    return Bridge.install(
        1, Troubled.class.getName(), "work(I)Ljava/lang/Object;", -1, TROUBLE, "");
  }

  private static String trace(int depth) {
    StringWriter text = new StringWriter();
    try {
      text.append("returned " + Troubled.work(depth));
    } catch (RuntimeException thrown) {
      thrown.printStackTrace(new PrintWriter(text, true));
    }
    return text.toString();
  }
}
