package org.heaptwin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.RoundingMode;
import org.heaptwin.statistics.Estimate;
import org.junit.jupiter.api.Test;

class QuantityTest {

  @Test
  void roundsTowardsLessClaim() {
    assertThat(Quantity.BYTES.write(1048575.0 * 1.2349, RoundingMode.FLOOR)).isEqualTo("1.23 MiB");
    assertThat(Quantity.BYTES.write(1048576.0 * 1.2301, RoundingMode.CEILING))
        .isEqualTo("1.24 MiB");
    assertThat(Quantity.SHARE.write(0.99999, RoundingMode.FLOOR)).isEqualTo("99.9 %");
    assertThat(Quantity.SHARE.write(0.3, RoundingMode.FLOOR)).isEqualTo("30 %");
  }

  @Test
  void keepsSmallSharesVisible() {
    assertThat(Quantity.SHARE.write(0.00042)).isEqualTo("0.042 %");
    assertThat(Estimates.tableShare(0.002, RoundingMode.HALF_EVEN)).isEqualTo("<1%");
    assertThat(Estimates.tableShare(0.9999, RoundingMode.HALF_EVEN)).isEqualTo("99%");
    assertThat(Estimates.tableShare(1.0, RoundingMode.HALF_EVEN)).isEqualTo("100%");
  }

  @Test
  void writesEstimatesWithTheirEnds() {
    assertThat(Estimates.write(new Estimate(0.5, 0.4, 0.6, 0.95, "s"), Quantity.SHARE))
        .isEqualTo("50 % [40 %, 60 %]");
    assertThat(Estimates.write(Estimate.atLeast(2048, 0.95, "s"), Quantity.BYTES))
        .isEqualTo("at least 2 KiB");
    assertThat(Estimates.write(Estimate.atLeast(0, 0.95, "s"), Quantity.BYTES))
        .isEqualTo("none shown");
    assertThat(Estimates.write(new Estimate(null, 0.4, 0.6, 0.95, "s"), Quantity.SHARE))
        .isEqualTo("40 % to 60 %");
    assertThat(Estimates.write(Estimate.exact(3, "s"), Quantity.COUNT)).isEqualTo("3 (exact)");
    assertThat(Estimates.write(new Estimate(3.0, null, null, null, "s"), Quantity.COUNT))
        .isEqualTo("3 (no interval)");
    assertThat(Estimates.write(Estimate.unknown("s"), Quantity.COUNT)).isEqualTo("unknown");
  }

  @Test
  void shortensClassNamesInTheMiddle() {
    String shortened = Page.shorten("org.example.catalogue.internal.PriceTag$Currency", 22);

    assertThat(shortened)
        .hasSize(22)
        .startsWith("org.exa")
        .endsWith("iceTag$Currency".substring(1))
        .contains("…");
  }
}
