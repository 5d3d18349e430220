package org.heaptwin.cli;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A positive time: digits, then ns, us, ms, s, m or h; a bare number is seconds. */
public record TimeSpan(long nanos) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})(ns|us|ms|s|m|h)?");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns",
          1L,
          "us",
          1_000L,
          "ms",
          1_000_000L,
          "s",
          1_000_000_000L,
          "m",
          60_000_000_000L,
          "h",
          3_600_000_000_000L);

  /** Strict: anything else is refused. */
  public static final class Converter implements ITypeConverter<TimeSpan> {
    @Override
    public TimeSpan convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw refused(text);
      }
      long unit = NANOS.get(matcher.group(2) == null ? "s" : matcher.group(2));
      long number = Long.parseLong(matcher.group(1));
      if (number == 0 || number > Long.MAX_VALUE / unit) {
        throw refused(text);
      }
      return new TimeSpan(number * unit);
    }

    private static TypeConversionException refused(String text) {
      return new TypeConversionException(
          "'"
              + text
              + "' is not a time; write a positive number with ns, us, ms, s, m or h, such as 30s");
    }
  }

  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  /** As the agent reads it. */
  @Override
  public String toString() {
    return nanos + "ns";
  }
}
