package org.heaptwin.report;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.Sources;
import org.heaptwin.statistics.Estimate;

/** How it was measured: sources, their bias, what escapes them. */
final class MethodText {
  private final Page page;
  private final Profile profile;
  private final Findings findings;

  private MethodText(Page page, Profile profile, Findings findings) {
    this.page = page;
    this.profile = profile;
    this.findings = findings;
  }

  static void write(Page page, Profile profile, Findings findings) {
    new MethodText(page, profile, findings).write();
  }

  private void write() {
    page.heading("How it was measured");
    recording();
    Sources sources = profile.sources();
    if (sources == null) {
      page.labelled(2, "Sources", "unknown");
    } else {
      allocation(sources.allocation());
      contents(sources.content());
      probes(sources.probes());
      accesses(sources.access());
      watchpoints(sources.watchpoints());
    }
    cost();
    floor();
    inflation();
    page.labelled(
        2,
        "Decision",
        "\"shown\" means that more than 10 % of a finding's bytes are duplicates, tested over "
            + findings.familySize()
            + " findings together so that all of these are right in 95 of 100 reports; with the"
            + " \"likely\" ones, 95 of 100 are expected to be right. \"not shown\" does not mean"
            + " unique"
            + (profile.recording().exhaustive()
                ? "."
                : ": a sample bounds duplicates from below only."));
  }

  private void recording() {
    Profile.Recording recording = profile.recording();
    String end = recording.end() == null ? "unknown" : recording.end();
    String note =
        end.equals("running")
            ? " (the target was lost before the end: this is the last part written)"
            : "";
    page.labelled(
        2,
        "Recording",
        HeadlineText.seconds(recording.durationSeconds())
            + ", ended by: "
            + end
            + note
            + (profile.collections() == null
                ? ""
                : "; " + profile.collections().count() + " collections")
            + (profile.agent() == null ? "" : "; agent " + profile.agent().version()));
  }

  private void allocation(Sources.AllocationSource source) {
    if (source == null) {
      page.labelled(2, "Allocations", "unknown");
      return;
    }
    if (profile.recording().exhaustive()) {
      everyAllocation(source);
      return;
    }
    String inflation =
        findings.totals().thinlySampledBytes() == null
            ? ""
            : "; "
                + Quantity.BYTES.write(findings.totals().thinlySampledBytes())
                + " in threads too thinly sampled for an interval";
    page.labelled(
        2,
        "Allocations",
        text(source.kind())
            + ": "
            + count(findings.totals().samples())
            + " samples, one each "
            + bytes(source.smallestInterval())
            + " to "
            + bytes(source.largestInterval())
            + "; "
            + count(source.burstObjects())
            + " objects in "
            + count(source.bursts())
            + " bursts"
            + ladder(source.ladder())
            + inflation);
  }

  private static String ladder(List<Sources.LadderStep> ladder) {
    if (ladder.isEmpty()) {
      return "";
    }
    return ladder.stream()
        .map(
            step ->
                count(step.bursts())
                    + " of "
                    + count(step.planned())
                    + (Boolean.TRUE.equals(step.oneContext()) ? " of one context" : "")
                    + " ("
                    + count(step.objects())
                    + " objects)")
        .collect(Collectors.joining(", ", "; begun by length: ", ""));
  }

  private void everyAllocation(Sources.AllocationSource source) {
    double outside = 0;
    for (Profile.ThreadTotals thread : profile.threads()) {
      if (thread.allocatedBytes() != null) {
        outside += Math.max(0, thread.allocatedBytes() - thread.bytes());
      }
    }
    page.labelled(
        2,
        "Allocations",
        text(source.kind())
            + ": every allocation of each thread from its first sample on, "
            + Estimates.write(findings.totals().objects(), Quantity.OBJECTS)
            + " objects; "
            + Quantity.BYTES.write(outside)
            + " more by the JVM's own count: before the first sample of threads that already ran, after"
            + " the last while the living were read, and by the JVM itself");
  }

  private void contents(Sources.ContentSource source) {
    if (source == null || source.available() == null) {
      page.labelled(2, "Contents", "unknown");
    } else if (!source.available()) {
      page.labelled(
          2,
          "Contents",
          "not read: "
              + text(source.reason())
              + ". Without them nothing can be shown to be replicated.");
    } else {
      Sources.Pause pause = source.pauseNanos();
      page.labelled(
          2,
          "Contents",
          count(source.objects())
              + " objects read in "
              + count(source.inspections())
              + " inspections inside collections, "
              + count(source.betweenCollections())
              + " between collections"
              + (pause == null
                  ? ""
                  : "; pauses grew by "
                      + millis(pause.total())
                      + " in all, "
                      + millis(pause.largest())
                      + " at most, "
                      + (profile.recording().exhaustive()
                          ? "without a budget"
                          : "budget " + millis(pause.budget()))));
    }
  }

  private void cost() {
    Profile.Cost cost = profile.cost();
    if (cost == null || cost.registrations() == null || cost.burstObjects() == null) {
      page.labelled(2, "Cost", "unknown");
      return;
    }
    page.labelled(
        2,
        "Cost",
        millis(cost.registrations().nanos() + cost.burstObjects().nanos())
            + " in the program's threads at sampled allocations, "
            + probed(cost)
            + (cost.drainNanos() == null ? "unknown" : millis(cost.drainNanos()))
            + " of processor time in the agent's own thread; traps, access samples and pauses come on"
            + " top");
  }

  private static String probed(Profile.Cost cost) {
    if (cost.probedObjects() == null || cost.probedObjects().count() == 0) {
      return "";
    }
    long runs = cost.probedRunObjects() == null ? 0 : cost.probedRunObjects().nanos();
    return millis(cost.probedObjects().nanos() + runs) + " at probed ones, ";
  }

  private void probes(Sources.ProbeSource source) {
    if (source == null || source.kind() == null) {
      return;
    }
    if (source.kind().equals("off")) {
      page.labelled(2, "Probes", "off" + note(source.reason()));
      return;
    }
    List<Sources.ProbedSite> sites = source.sites();
    long refused =
        sites.stream()
            .filter(site -> !site.state().equals("placed") && !site.state().equals("removed"))
            .count();
    page.labelled(
        2,
        "Probes",
        source.kind()
            + " ("
            + text(source.mode())
            + "): "
            + count(source.registered())
            + " objects registered at "
            + Quantity.counted(sites.size() - refused, "allocation site")
            + (refused == 0 ? "" : "; " + refused + " chosen sites could not be probed")
            + ". They count in no total; where they outnumber the sampled objects of a site, its"
            + " contents are theirs.");
  }

  private void accesses(Sources.AccessSource source) {
    if (source == null || source.kind() == null) {
      page.labelled(2, "Accesses", "unknown");
      return;
    }
    String counts =
        source.kind().equals("off")
            ? ""
            : "; "
                + count(source.samples())
                + " samples, "
                + count(source.answered())
                + " with an address, "
                + count(source.mapped())
                + " in a sampled object";
    page.labelled(
        2,
        "Accesses",
        source.kind()
            + (source.name() == null ? "" : ", " + source.name())
            + counts
            + note(source.reason()));
    if (source.bias() != null) {
      page.labelled(2, "", "Bias: " + source.bias());
    }
  }

  private void watchpoints(Sources.WatchpointSource source) {
    if (source == null || source.kind() == null) {
      page.labelled(2, "Watchpoints", "unknown");
      return;
    }
    page.labelled(
        2,
        "Watchpoints",
        source.kind()
            + (source.kind().equals("off")
                ? ""
                : "; " + count(source.armed()) + " armed, " + count(source.traps()) + " hit")
            + note(source.reason()));
    slowdown(source);
  }

  private void slowdown(Sources.WatchpointSource source) {
    if (source.stringSlowdown() == null || source.stringNanos() == null) {
      return;
    }
    page.labelled(
        2,
        "",
        String.format(
            Locale.ROOT,
            "While one is armed, copies and fills of large blocks take up to %.1f times as long here:"
                + " about %,d ms in all",
            source.stringSlowdown(),
            source.stringNanos() / 1_000_000));
  }

  private void floor() {
    findings.findings().stream()
        .map(Finding::allocated)
        .map(Finding.Allocated::missedWithFivePercent)
        .filter(Objects::nonNull)
        .max(Double::compare)
        .ifPresent(
            bytes ->
                page.labelled(
                    2,
                    "Floor",
                    "a context that allocated "
                        + Quantity.BYTES.write(bytes)
                        + " is missed with a probability of 5 %, a smaller one more often: absent is not inactive"));
  }

  private void inflation() {
    List<Findings.ThreadFinding> flagged =
        findings.threads().stream().filter(Findings.ThreadFinding::flagged).toList();
    List<Estimate> known =
        findings.threads().stream()
            .filter(thread -> !thread.thinlySampled())
            .map(Findings.ThreadFinding::inflation)
            .filter(e -> e != null && e.value() != null)
            .toList();
    if (known.isEmpty()) {
      page.labelled(
          2, "Inflation", "unknown: no thread with the JVM's own count was sampled often enough");
      return;
    }
    double least = known.stream().mapToDouble(Estimate::value).min().orElseThrow();
    double most = known.stream().mapToDouble(Estimate::value).max().orElseThrow();
    page.labelled(
        2,
        "Inflation",
        "sampled totals divided by the JVM's own count: "
            + Quantity.RATIO.write(least)
            + (known.size() == 1 ? "" : " to " + Quantity.RATIO.write(most))
            + " over "
            + known.size()
            + (known.size() == 1 ? " thread" : " threads")
            + (flagged.isEmpty() ? "" : "; far from 1 in " + names(flagged)));
  }

  private static String names(List<Findings.ThreadFinding> threads) {
    String names =
        String.join(", ", threads.stream().limit(5).map(Findings.ThreadFinding::name).toList());
    return threads.size() > 5 ? names + " and " + (threads.size() - 5) + " more" : names;
  }

  private static String text(String text) {
    return text == null ? "unknown" : text;
  }

  private static String note(String reason) {
    return reason == null ? "" : " (" + reason + ")";
  }

  private static String count(Long number) {
    return number == null ? "unknown" : Quantity.COUNT.write((double) number);
  }

  private static String bytes(Long number) {
    return number == null ? "unknown" : Quantity.BYTES.write((double) number);
  }

  private static String millis(Long nanos) {
    return nanos == null ? "unknown" : Quantity.MILLISECONDS.write(nanos / 1e6);
  }
}
