package org.heaptwin.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * What a number counts, and so how it is written. Units of bytes are powers of 1024. Lower ends are
 * rounded down and upper ends up, so that a printed interval never claims more than the computed
 * one.
 */
enum Quantity {
  BYTES {
    @Override
    String write(double number, RoundingMode rounding) {
      int unit = unitOf(number);
      return digits(number / Math.pow(1024, unit), 3, rounding) + " " + UNITS[unit];
    }
  },
  BYTES_PER_SECOND {
    @Override
    String write(double number, RoundingMode rounding) {
      return BYTES.write(number, rounding) + "/s";
    }
  },
  COUNT {
    @Override
    String write(double number, RoundingMode rounding) {
      return number >= 1e15
          ? digits(number, 3, rounding)
          : String.format(Locale.ROOT, "%,d", rounded(number, rounding));
    }
  },
  /** An estimated number of objects: three digits of it mean something. */
  OBJECTS {
    @Override
    String write(double number, RoundingMode rounding) {
      BigDecimal shown = new BigDecimal(number).round(new MathContext(3, rounding));
      return shown.compareTo(BigDecimal.TEN) < 0
          ? digits(number, 3, rounding)
          : String.format(Locale.ROOT, "%,d", shown.toBigInteger());
    }
  },
  SHARE {
    @Override
    String write(double number, RoundingMode rounding) {
      double percent = number * 100;
      // 99.97 % must not become 100 %, and 0.02 % must not become 0 %.
      return digits(percent, percent < 10 ? 2 : 3, rounding) + " %";
    }
  },
  RATIO {
    @Override
    String write(double number, RoundingMode rounding) {
      return new BigDecimal(number).setScale(2, rounding).toPlainString();
    }
  },
  MILLISECONDS {
    @Override
    String write(double number, RoundingMode rounding) {
      return digits(number, 3, rounding) + " ms";
    }
  };

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final String[] LETTERS = {"", "K", "M", "G", "T", "P"};

  /** A number with its unit. */
  abstract String write(double number, RoundingMode rounding);

  /** The nearest number with its unit, "unknown" for null. */
  String write(Double number) {
    return number == null ? "unknown" : write(number, RoundingMode.HALF_EVEN);
  }

  /** A count with its noun, such as "1 sample" or "1,200 samples"; the plural takes an s. */
  static String counted(long number, String noun) {
    return COUNT.write((double) number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Bytes in as few columns as possible: at most five, such as 12.9M. */
  static String compactBytes(double number, RoundingMode rounding) {
    int unit = unitOf(number);
    return digits(number / Math.pow(1024, unit), 3, rounding) + LETTERS[unit];
  }

  /** An interval of bytes for a table, such as 12.9M-13.8M. */
  static String compactBytes(double low, double high) {
    return compactBytes(low, RoundingMode.FLOOR) + "-" + compactBytes(high, RoundingMode.CEILING);
  }

  private static int unitOf(double number) {
    int unit = 0;
    for (double rest = number; rest >= 1000 && unit < UNITS.length - 1; rest /= 1024) {
      unit++;
    }
    return unit;
  }

  private static long rounded(double number, RoundingMode rounding) {
    return new BigDecimal(number).setScale(0, rounding).longValue();
  }

  /** Significant digits, without an exponent and without trailing zeros behind the point. */
  private static String digits(double number, int significant, RoundingMode rounding) {
    // Noise of the last binary digits must not push 0.3 down to 0.29.
    BigDecimal clean = new BigDecimal(number).round(new MathContext(12, RoundingMode.HALF_EVEN));
    BigDecimal shown = clean.round(new MathContext(significant, rounding)).stripTrailingZeros();
    return shown.scale() < 0 ? shown.setScale(0).toPlainString() : shown.toPlainString();
  }
}
