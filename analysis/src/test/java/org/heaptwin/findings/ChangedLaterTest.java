package org.heaptwin.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.heaptwin.profile.Context;
import org.junit.jupiter.api.Test;

class ChangedLaterTest {
  private static final double ERROR = 0.03;

  @Test
  void contentsThatKeptStillTakeNothingOff() {
    assertThat(ChangedLater.takenOff(error -> 0.8, List.of(context(null, null)), ERROR))
        .isEqualTo(0.8);
    assertThat(
            ChangedLater.takenOff(
                error -> 0.8, List.of(context(new Context.Rereading(9, 0), null)), ERROR))
        .isEqualTo(0.8);
  }

  @Test
  void upperEndsOfBothSharesAreTakenOff() {
    Context context =
        context(new Context.Rereading(100, 10), new Context.Survival(1_000, 100, 900));
    // Clopper and Pearson at 0.01: 10 of 100 gives 0.19133, 100 of 1,000 gives 0.12419.
    assertThat(ChangedLater.takenOff(error -> 0.8, List.of(context), ERROR))
        .isCloseTo(0.8 - 0.19133 * 0.12419, within(1e-4));
  }

  @Test
  void theErrorIsSharedOut() {
    Context context = context(new Context.Rereading(100, 10), null);
    assertThat(ChangedLater.takenOff(error -> error, List.of(context), ERROR)).isZero();
    assertThat(ChangedLater.takenOff(error -> 0.5 + error, List.of(context), ERROR))
        .isCloseTo(0.51 - 0.19133, within(1e-4));
  }

  @Test
  void rowsThatAreAllFilledLaterLeaveNothing() {
    Context context = context(new Context.Rereading(129, 127), new Context.Survival(129, 129, 0));
    assertThat(ChangedLater.takenOff(error -> 0.95, List.of(context), ERROR)).isZero();
  }

  private static Context context(Context.Rereading reread, Context.Survival survival) {
    return new Context(
        0, null, false, null, null, null, null, null, null, null, 0, 0, 0, null, survival, reread,
        null, null);
  }
}
