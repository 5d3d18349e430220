package org.heaptwin.report;

import java.math.RoundingMode;
import org.heaptwin.statistics.Estimate;

/** Estimates in words: always with their ends, and "unknown" where there is nothing. */
final class Estimates {
  private Estimates() {}

  /** Such as "13.3 MiB [12.9 MiB, 13.8 MiB]", "at least 12.3 MiB" or "unknown". */
  static String write(Estimate estimate, Quantity quantity) {
    if (estimate == null || isUnknown(estimate)) {
      return "unknown";
    }
    if (isExact(estimate)) {
      return quantity.write(estimate.value()) + " (exact)";
    }
    return estimate.value() == null
        ? ends(estimate, quantity)
        : quantity.write(estimate.value()) + brackets(estimate, quantity);
  }

  /** The same, with the probability of its ends and where it comes from. */
  static String writeWithSource(Estimate estimate, Quantity quantity) {
    if (estimate == null || isUnknown(estimate)) {
      return "unknown"
          + (estimate == null || estimate.source() == null ? "" : " (" + estimate.source() + ")");
    }
    String level =
        estimate.level() == null || isExact(estimate)
            ? ""
            : Quantity.SHARE.write(estimate.level()) + " sure, ";
    return write(estimate, quantity) + " (" + level + estimate.source() + ")";
  }

  /** A lower end for a table, such as "≥91 %" without the blank; "–" when there is none. */
  static String lowerShare(Estimate estimate) {
    if (estimate == null || estimate.low() == null) {
      return "–";
    }
    return "≥" + tableShare(estimate.low(), RoundingMode.FLOOR);
  }

  /** A value for a table; "–" when there is none. */
  static String share(Estimate estimate) {
    if (estimate == null || estimate.value() == null) {
      return "–";
    }
    return tableShare(estimate.value(), RoundingMode.HALF_EVEN);
  }

  /** Whole per cents; what would round to 0 or 100 without being it is written as a bound. */
  static String tableShare(double share, RoundingMode rounding) {
    double percent = Math.round(share * 1e8) / 1e6;
    long whole = new java.math.BigDecimal(percent).setScale(0, rounding).longValue();
    if (whole == 0 && percent > 0) {
      return rounding == RoundingMode.FLOOR ? "0%" : "<1%";
    }
    if (whole == 100 && percent < 100 && rounding != RoundingMode.CEILING) {
      return "99%";
    }
    return whole + "%";
  }

  static boolean isUnknown(Estimate estimate) {
    return estimate.value() == null && estimate.low() == null && estimate.high() == null;
  }

  private static boolean isExact(Estimate estimate) {
    return estimate.value() != null
        && estimate.value().equals(estimate.low())
        && estimate.value().equals(estimate.high());
  }

  private static String ends(Estimate estimate, Quantity quantity) {
    if (estimate.high() == null && estimate.low() == 0) {
      return "none shown";
    }
    if (estimate.high() == null) {
      return "at least " + quantity.write(estimate.low(), RoundingMode.FLOOR);
    }
    String high = quantity.write(estimate.high(), RoundingMode.CEILING);
    return estimate.low() == null
        ? "at most " + high
        : quantity.write(estimate.low(), RoundingMode.FLOOR) + " to " + high;
  }

  private static String brackets(Estimate estimate, Quantity quantity) {
    if (estimate.low() == null && estimate.high() == null) {
      return " (no interval)";
    }
    if (estimate.low() == null || estimate.high() == null) {
      return ", " + ends(estimate, quantity);
    }
    return " ["
        + quantity.write(estimate.low(), RoundingMode.FLOOR)
        + ", "
        + quantity.write(estimate.high(), RoundingMode.CEILING)
        + "]";
  }
}
