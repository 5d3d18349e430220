package org.heaptwin.cli;

import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.heaptwin.linux.Libc;

/**
 * How far a recording is: a bar on a terminal, nothing elsewhere (begin and end are plain lines
 * then).
 */
final class Progress implements AutoCloseable {
  private static final int STANDARD_ERROR = 2;

  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  static Progress show(Duration duration, boolean quiet, PrintWriter err) {
    err.flush();
    if (quiet || Libc.INSTANCE.isatty(STANDARD_ERROR) != 1) {
      return new Progress(null);
    }
    return new Progress(
        new ProgressBarBuilder()
            .setTaskName("Recording")
            .setInitialMax(Math.max(1, duration.toSeconds()))
            .setUnit(" s", 1)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(500)
            .hideEta()
            .build());
  }

  void elapsed(Duration elapsed) {
    if (bar != null) {
      bar.stepTo(Math.min(bar.getMax(), elapsed.toSeconds()));
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
