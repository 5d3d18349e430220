package org.heaptwin.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.heaptwin.attach.AgentJar;
import org.heaptwin.attach.AgentOptions;
import org.heaptwin.attach.AllocationMode;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which allocation sites are looked at closely; the words are those of docs/agent-options.md. */
final class ProbeOptions {
  @Option(
      names = "--alloc",
      paramLabel = "auto|sampled|probes",
      defaultValue = "auto",
      converter = ModeConverter.class,
      description =
          "Probe chosen allocation sites: where that is free for the JVM, never, or in any case. Default: auto.")
  AllocationMode mode;

  @Option(
      names = "--sites",
      paramLabel = "<pattern>",
      description =
          "With --alloc probes: probe exactly the sites that match, such as a.b.C.m or a.b.C.m:12; '*' stands for any text. Repeatable.")
  List<String> sites = List.of();

  @Option(
      names = "--include",
      paramLabel = "<pattern>",
      description = "Probe only sites that match. Repeatable.")
  List<String> include = List.of();

  @Option(
      names = "--exclude",
      paramLabel = "<pattern>",
      description = "Probe no site that matches. Repeatable.")
  List<String> exclude = List.of();

  @Option(
      names = "--probe-rate",
      paramLabel = "<n>",
      description =
          "Objects per second that probes register at most, all sites together. Default: 2000.")
  Integer rate;

  /**
   * Checks what the converters cannot, before work begins. Where every allocation is taken there
   * are no probes.
   */
  void validate(boolean exhaustive) {
    if (exhaustive && mode == AllocationMode.PROBES) {
      throw usage(
          "--exhaustive takes every allocation, and --alloc probes samples them",
          "give one of them");
    }
    mode = exhaustive ? AllocationMode.SAMPLED : mode;
    if (!sites.isEmpty() && mode != AllocationMode.PROBES) {
      throw usage("--sites names sites to probe", "add --alloc probes");
    }
    if (rate != null && rate < 1) {
      throw usage("--probe-rate is " + rate, "give a number from 1");
    }
    for (List<String> patterns : List.of(sites, include, exclude)) {
      for (String pattern : patterns) {
        if (pattern.isEmpty() || pattern.contains(";")) {
          throw usage("the pattern '" + pattern + "' names no site", "write a.b.C.m or a.b.*");
        }
      }
    }
  }

  void addTo(AgentOptions options) {
    options
        .with("alloc", mode.name().toLowerCase(Locale.ROOT))
        .with("sites", joined(sites))
        .with("include", joined(include))
        .with("exclude", joined(exclude))
        .with("probe-rate", rate);
  }

  /**
   * The Java agent for a JVM that is started now; empty when it is not wanted or, unless it was
   * asked for, not there.
   */
  Optional<Path> jar() {
    return switch (mode) {
      case SAMPLED -> Optional.empty();
      case AUTO -> AgentJar.find();
      case PROBES -> Optional.of(AgentJar.require());
    };
  }

  private static String joined(List<String> patterns) {
    return patterns.isEmpty() ? null : String.join(";", patterns);
  }

  private static Problem usage(String what, String remedy) {
    return new Problem(ExitCode.USAGE, what, remedy);
  }

  static final class ModeConverter implements ITypeConverter<AllocationMode> {
    @Override
    public AllocationMode convert(String text) {
      try {
        return AllocationMode.valueOf(text.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException unknown) {
        throw new TypeConversionException("'" + text + "' is none of auto, sampled and probes");
      }
    }
  }
}
