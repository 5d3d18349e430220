package org.heaptwin.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.heaptwin.findings.Grouping;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import picocli.CommandLine.Option;

/**
 * How findings are rolled up and how many of them are printed; the same for every command that
 * reports.
 */
final class GroupingOptions {
  /** The names are what users write. */
  enum By {
    context,
    site,
    class_;

    @Override
    public String toString() {
      return this == class_ ? "class" : name();
    }
  }

  @Option(
      names = "--by",
      paramLabel = "context|site|class",
      converter = ByConverter.class,
      description =
          "Rank whole stacks, source lines or classes. Default: context; site when frames are skipped.")
  By by;

  @Option(
      names = "--skip-frames",
      split = ",",
      paramLabel = "<prefix>",
      description = "With --by site: the site is the first frame that begins with none of these.")
  List<String> skipped = new ArrayList<>();

  @Option(
      names = "--application-frames",
      description = "With --by site: skip the frames of the JDK.")
  boolean applicationFrames;

  @Option(
      names = "--top",
      defaultValue = "20",
      paramLabel = "<n>",
      description = "Findings to print. Default: ${DEFAULT-VALUE}.")
  int top;

  /**
   * @throws Problem when the options contradict each other
   */
  Grouping grouping() {
    List<String> prefixes = new ArrayList<>(skipped);
    if (applicationFrames) {
      prefixes.addAll(Grouping.JDK_PREFIXES);
    }
    By kind = by != null ? by : prefixes.isEmpty() ? By.context : By.site;
    if (kind != By.site && !prefixes.isEmpty()) {
      throw usage(
          "--skip-frames and --application-frames need --by site, not " + kind,
          "leave out --by, or them");
    }
    return switch (kind) {
      case context -> Grouping.CONTEXT;
      case class_ -> Grouping.CLASS;
      case site -> prefixes.isEmpty() ? Grouping.site() : Grouping.siteSkipping(prefixes);
    };
  }

  int top() {
    if (top < 1) {
      throw usage("--top is " + top, "give a number from 1");
    }
    return top;
  }

  /** Checks everything before work begins. */
  void validate() {
    grouping();
    top();
  }

  private static Problem usage(String what, String remedy) {
    return new Problem(ExitCode.USAGE, what, remedy);
  }

  static final class ByConverter implements picocli.CommandLine.ITypeConverter<By> {
    @Override
    public By convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "context" -> By.context;
        case "site" -> By.site;
        case "class" -> By.class_;
        default ->
            throw new picocli.CommandLine.TypeConversionException(
                "'" + text + "' is none of context, site and class");
      };
    }
  }
}
