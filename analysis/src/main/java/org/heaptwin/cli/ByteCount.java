package org.heaptwin.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A positive number of bytes: digits, then nothing, k, m or g (powers of 1024). */
public record ByteCount(long bytes) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})([kmgKMG]?)");

  /** Strict: anything else is refused. */
  public static final class Converter implements ITypeConverter<ByteCount> {
    @Override
    public ByteCount convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw refused(text);
      }
      int shift =
          switch (matcher.group(2)) {
            case "k", "K" -> 10;
            case "m", "M" -> 20;
            case "g", "G" -> 30;
            default -> 0;
          };
      long number = Long.parseLong(matcher.group(1));
      if (number == 0 || number > Long.MAX_VALUE >> shift) {
        throw refused(text);
      }
      return new ByteCount(number << shift);
    }

    private static TypeConversionException refused(String text) {
      return new TypeConversionException(
          "'" + text + "' is not a size; write a positive number with k, m or g, such as 64k");
    }
  }

  /** As the agent reads it. */
  @Override
  public String toString() {
    return Long.toString(bytes);
  }
}
