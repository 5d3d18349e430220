package org.heaptwin.report;

import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.statistics.Estimate;

/** One finding in full. */
final class FindingText {
  private static final int FRAMES_AT_TOP = 12;
  private static final int FRAMES_AT_BOTTOM = 2;
  private static final int LISTED = 8;

  private final Page page;
  private final Finding finding;

  private FindingText(Page page, Finding finding) {
    this.page = page;
    this.finding = finding;
  }

  static void writeAll(Page page, Findings findings, List<Finding> shown) {
    page.heading("Findings");
    shown.forEach(finding -> new FindingText(page, finding).write());
  }

  private void write() {
    page.blank();
    String verdict =
        switch (finding.decision()) {
          case REPLICATED -> "replicated: more than 10 % of its bytes are shown to be duplicates";
          case LIKELY -> "likely replicated: more than 10 % of its bytes seem to be duplicates";
          case NOT_SHOWN -> "replication not shown";
          case NOT_TESTED -> "untested: too little was seen of it";
        };
    page.wrapped(finding.rank() + ". ", "   ", finding.className() + " – " + verdict);
    stack();
    allocated();
    replicas();
    contents();
    counted();
    ComparisonText.write(page, finding.comparisons());
    if (!finding.curve().isEmpty()) {
      CurveText.write(page, finding.curve());
    }
    runs();
    survival();
    accesses();
    list("Threads", finding.threads());
    finding.cautions().forEach(caution -> page.labelled(4, "Caution", caution));
  }

  private void stack() {
    List<String> frames = finding.frames();
    if (frames.isEmpty()) {
      return;
    }
    boolean elided = frames.size() > FRAMES_AT_TOP + FRAMES_AT_BOTTOM + 1;
    List<String> top = elided ? frames.subList(0, FRAMES_AT_TOP) : frames;
    top.forEach(frame -> page.wrapped("      at ", "         ", frame));
    if (elided) {
      page.line(
          "         … " + (frames.size() - FRAMES_AT_TOP - FRAMES_AT_BOTTOM) + " more frames …");
      frames
          .subList(frames.size() - FRAMES_AT_BOTTOM, frames.size())
          .forEach(frame -> page.wrapped("      at ", "         ", frame));
    }
    if (finding.truncated()) {
      page.line("         … the stack goes on: it was deeper than the agent records");
    }
    if (finding.contexts() > 1) {
      page.line("         " + finding.contexts() + " allocation contexts together");
    }
  }

  private void allocated() {
    Finding.Allocated allocated = finding.allocated();
    String objects =
        isUnknown(allocated.objects())
            ? ""
            : " in " + Estimates.write(allocated.objects(), Quantity.OBJECTS) + " objects";
    String samples =
        finding.exhaustive() == null
            ? Quantity.counted(finding.evidence().samples(), "sample") + "."
            : "";
    page.labelled(
        4,
        "Allocated",
        Estimates.writeWithSource(allocated.bytes(), Quantity.BYTES)
            + objects
            + "; "
            + Estimates.write(allocated.shareOfBytes(), Quantity.SHARE)
            + " of all bytes. "
            + samples);
  }

  private void replicas() {
    Estimate bytes = finding.replicaBytes();
    String rate =
        isUnknown(finding.replicaBytesPerSecond())
            ? ""
            : ", " + Estimates.write(finding.replicaBytesPerSecond(), Quantity.BYTES_PER_SECOND);
    page.labelled(4, "Replicas", Estimates.writeWithSource(bytes, Quantity.BYTES) + rate);
    Finding.Duplicates duplicates = finding.duplicates();
    String byCount =
        isUnknown(duplicates.byCount()) || sameNumbers(duplicates.byCount(), duplicates.byBytes())
            ? ""
            : "; by number of objects " + Estimates.write(duplicates.byCount(), Quantity.SHARE);
    page.labelled(
        4,
        "Duplicates",
        Estimates.writeWithSource(duplicates.byBytes(), Quantity.SHARE)
            + " of the bytes"
            + byCount);
  }

  private void contents() {
    Finding.Content content = finding.content();
    if (content == null) {
      page.labelled(
          4,
          "Contents",
          "none read" + (finding.contexts() > 1 ? ", or not comparable between the contexts" : ""));
      return;
    }
    String head =
        Quantity.counted(content.sampled(), "object")
            + " read, "
            + Quantity.counted(content.distinct(), "different content")
            + " at depth "
            + content.depth();
    String groups =
        content.pooled()
            ? "; largest group of equal objects: "
                + Estimates.writeWithSource(content.largestShareByBytes(), Quantity.SHARE)
                + " of the bytes"
                + byCount(content)
            : "; contents hold references and compare only between two collections: there, two objects are equal with probability "
                + Estimates.writeWithSource(content.withinEpochIdentity(), Quantity.SHARE)
                + ", largest group "
                + Estimates.write(content.withinEpochLargestShare(), Quantity.SHARE);
    String zero =
        isUnknown(content.zeroShare())
            ? ""
            : "; all zero: "
                + Estimates.write(content.zeroShare(), Quantity.SHARE)
                + " of the bytes";
    page.labelled(4, "Contents", head + groups + zero);
  }

  private void counted() {
    Finding.Exhaustive counted = finding.exhaustive();
    if (counted == null) {
      return;
    }
    String lost =
        counted.complete()
            ? "nothing lost"
            : Quantity.counted(counted.objects() - counted.grouped(), "object")
                + " of unknown content ("
                + counted.dropped()
                + " not kept, "
                + counted.unread()
                + " not read, "
                + counted.ungrouped()
                + " beyond the bound of contents)";
    String alpha =
        counted.agreementPairs() == 0
            ? ""
            : "; of two different objects "
                + Estimates.write(counted.agreement(), Quantity.SHARE)
                + " of the fields agree (alpha, "
                + Quantity.counted(counted.agreementPairs(), "pair")
                + ")";
    page.labelled(4, "Counted", "every allocation, " + lost + alpha);
  }

  private static String byCount(Finding.Content content) {
    return isUnknown(content.largestShareByCount())
            || sameNumbers(content.largestShareByCount(), content.largestShareByBytes())
        ? ""
        : ", " + Estimates.write(content.largestShareByCount(), Quantity.SHARE) + " of the objects";
  }

  private void runs() {
    Finding.Evidence evidence = finding.evidence();
    if (evidence.runsStarted() == 0) {
      return;
    }
    page.labelled(
        4,
        "Runs",
        String.format(
            java.util.Locale.ROOT,
            "%,d of %,d runs of consecutive objects read, longest %,d; %,d cut short, %,d lost; %,d objects in bursts%s",
            evidence.runs(),
            evidence.runsStarted(),
            evidence.longestRun(),
            evidence.runsCut(),
            evidence.runsDropped(),
            evidence.burstSamples(),
            ladder(evidence.runLengths())));
  }

  /** By length, in steps of eight; runs of a few objects are in the totals only. */
  private static String ladder(List<Finding.RunLengths> lengths) {
    StringBuilder text = new StringBuilder();
    for (int from = 8; from <= 8192; from *= 8) {
      int step = from;
      List<Finding.RunLengths> part =
          lengths.stream()
              .filter(l -> l.from() >= step && (l.from() < 8 * step || step >= 4096))
              .toList();
      long started = part.stream().mapToLong(Finding.RunLengths::started).sum();
      if (started == 0) {
        continue;
      }
      long cut = part.stream().mapToLong(Finding.RunLengths::cut).sum();
      long lost = part.stream().mapToLong(Finding.RunLengths::dropped).sum();
      text.append(text.length() == 0 ? "; by length as allocated: " : ", ")
          .append(
              String.format(
                  java.util.Locale.ROOT,
                  "from %,d: %,d (%,d cut, %,d lost)",
                  from,
                  started,
                  cut,
                  lost));
    }
    return text.toString();
  }

  private void survival() {
    Estimate survived = finding.survivedFirstCollection();
    if (!isUnknown(survived)) {
      page.labelled(
          4,
          "Survival",
          Estimates.writeWithSource(survived, Quantity.SHARE)
              + " outlived the first collection they met"
              + changedLater());
    }
  }

  private String changedLater() {
    Finding.Evidence evidence = finding.evidence();
    return evidence.reread() == 0
        ? ""
        : String.format(
            java.util.Locale.ROOT,
            "; %,d of %,d that were read again had changed",
            evidence.changed(),
            evidence.reread());
  }

  private void accesses() {
    Finding.Accessed accessed = finding.accessed();
    if (accessed == null || accessed.samples() == 0) {
      return;
    }
    String offsets =
        accessed.offsets().stream()
            .limit(LISTED)
            .map(offset -> offset.offset() + " (" + offset.count() + ")")
            .collect(Collectors.joining(", "));
    String rest = accessed.offsets().size() > LISTED ? ", ..." : "";
    page.labelled(
        4,
        "Accesses",
        Quantity.counted(accessed.samples(), "sample")
            + ", "
            + Estimates.write(accessed.share(), Quantity.SHARE)
            + " of those that hit a sampled object"
            + (offsets.isEmpty() ? "" : "; at offset (samples): " + offsets + rest)
            + toReplicas(accessed));
  }

  private static String toReplicas(Finding.Accessed accessed) {
    Double low = accessed.toReplicas().low();
    return low == null
        ? ""
        : "; to replicas "
            + Quantity.SHARE.write(low, RoundingMode.FLOOR)
            + " if replicas are accessed as often as the rest (this ranks, and is not claimed)";
  }

  private void list(String label, List<String> names) {
    if (names.isEmpty()) {
      return;
    }
    String rest = names.size() > LISTED ? " and " + (names.size() - LISTED) + " more" : "";
    page.labelled(4, label, names.stream().limit(LISTED).collect(Collectors.joining(", ")) + rest);
  }

  /** Objects of one size have one share by bytes and by number. */
  private static boolean sameNumbers(Estimate first, Estimate second) {
    return Objects.equals(first.value(), second.value())
        && Objects.equals(first.low(), second.low())
        && Objects.equals(first.high(), second.high());
  }

  private static boolean isUnknown(Estimate estimate) {
    return estimate == null || Estimates.isUnknown(estimate);
  }
}
