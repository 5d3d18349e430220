package org.heaptwin.cli;

import java.util.Locale;
import org.heaptwin.attach.AgentOptions;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the agent is told to do; the words are those of docs/agent-options.md. */
final class RecordingOptions {
  @Option(
      names = "--interval",
      converter = ByteCount.Converter.class,
      description = "Fixed allocation sampling interval. Default: adaptive.")
  ByteCount interval;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      description = "Registrations per second that the adaptive interval aims at. Default: 1000.")
  Integer rate;

  @Option(
      names = "--no-bursts",
      description = "No runs of consecutive objects, so no replica curve.")
  boolean noBursts;

  @Option(
      names = "--windows",
      paramLabel = "short|long",
      converter = WindowsConverter.class,
      description = {
        "Length of the runs behind the replica curve: some 64 and 512 objects of a context, or 8192 as well.",
        "long costs up to 5 %% of a processor, pauses of up to 5ms, and takes a minute or more. Default: short."
      })
  String windows;

  @Option(
      names = "--access",
      paramLabel = "clock|off",
      converter = AccessConverter.class,
      description = "Access sampler. Default: clock.")
  String access;

  @Option(
      names = "--period",
      converter = TimeSpan.Converter.class,
      description = "Mean CPU time between two access samples of a thread. Default: 10ms.")
  TimeSpan period;

  @Option(names = "--no-watch", description = "No watchpoints, so no comparisons.")
  boolean noWatch;

  @Option(
      names = "--pause",
      converter = TimeSpan.Converter.class,
      description =
          "What one inspection may add to a collection. Default: 1ms, with long windows 5ms.")
  TimeSpan pause;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      description = "Seed of the agent's random choices. Default: the clock.")
  Long seed;

  @Option(
      names = "--exhaustive",
      description =
          "For tests and labs: take every allocation and read every object. The program becomes many times slower.")
  boolean exhaustive;

  /** Checks what the converters cannot, before work begins. */
  void validate() {
    if (rate != null && rate < 1) {
      throw usage("--rate is " + rate, "give a number from 1");
    }
    if (seed != null && seed < 0) {
      throw usage("--seed is " + seed, "give a number from 0");
    }
    if (noBursts && windows != null) {
      throw usage(
          "--windows is the length of bursts and --no-bursts switches them off",
          "give one of them");
    }
    if (exhaustive && (rate != null || interval != null)) {
      throw usage(
          "--exhaustive takes every allocation, and --rate and --interval sample them",
          "give one of them");
    }
    if (rate != null && interval != null) {
      throw usage(
          "--rate steers the adaptive interval and --interval fixes it", "give one of them");
    }
  }

  void addTo(AgentOptions options) {
    options
        .with("interval", interval)
        .with("rate", rate)
        .with("bursts", noBursts ? "off" : null)
        .with("windows", windows)
        .with("access", access)
        .with("period", period)
        .with("watch", noWatch ? "off" : null)
        .with("pause", pause)
        .with("seed", seed)
        .with("exhaustive", exhaustive ? "on" : null);
  }

  private static Problem usage(String what, String remedy) {
    return new Problem(ExitCode.USAGE, what, remedy);
  }

  static final class WindowsConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      String word = text.toLowerCase(Locale.ROOT);
      if (!word.equals("short") && !word.equals("long")) {
        throw new TypeConversionException("'" + text + "' is neither short nor long");
      }
      return word;
    }
  }

  static final class AccessConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      String word = text.toLowerCase(Locale.ROOT);
      if (!word.equals("clock") && !word.equals("off")) {
        throw new TypeConversionException("'" + text + "' is neither clock nor off");
      }
      return word;
    }
  }
}
