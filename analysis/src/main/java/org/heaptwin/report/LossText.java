package org.heaptwin.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.heaptwin.findings.Findings;
import org.heaptwin.profile.Profile;

/** What was lost, by cause, in plain words. */
final class LossText {
  /** By the names that the agent writes (native/base/loss.cpp). */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("ring full", "readings dropped because the agent's own thread was too slow"),
          Map.entry(
              "asynchronous trap",
              "watchpoint hits that arrived late, so that their registers told nothing"),
          Map.entry(
              "undecodable",
              "access samples without a memory operand at the interrupted instruction"),
          Map.entry("code unreadable", "access samples whose instruction could not be read"),
          Map.entry("value unreadable", "access samples whose memory could not be read"),
          Map.entry(
              "header access",
              "accesses to an object's header, which says nothing about its content"),
          Map.entry("unregistered object", "access samples outside every sampled object"),
          Map.entry("stale epoch", "readings of an address from before a collection"),
          Map.entry("slot replaced", "watchpoints given to a newer object before they were hit"),
          Map.entry(
              "armed at end", "watchpoints not hit before the recording or their thread ended"),
          Map.entry("no slot", "objects not watched because all debug registers were held"),
          Map.entry(
              "watchpoint unavailable",
              "watchpoints that the kernel refused (a debugger holds debug registers?)"),
          Map.entry("traps all writes", "watchpoints that saw only writes"),
          Map.entry(
              "string budget",
              "objects not watched because armed watchpoints slowed copies and fills too much"),
          Map.entry("arming budget", "objects not watched to keep the cost down"),
          Map.entry(
              "thread probes unavailable",
              "threads whose events could not be opened (ulimit -n, permissions)"),
          Map.entry("table full", "registered objects that gave way to newer ones"),
          Map.entry(
              "not relocated",
              "survivors not followed to where they went (too many at once, or asked too late)"),
          Map.entry(
              "humongous",
              "objects of more than half a G1 region, not followed past their first collection (a weak"
                  + " reference would keep them alive)"),
          Map.entry(
              "address unsettled", "objects whose address was not sure when they were registered"),
          Map.entry("class unknown", "objects of a class whose layout was not known yet"),
          Map.entry("class word mismatch", "addresses where another class was found"),
          Map.entry("content unreadable", "objects whose memory could not be read"),
          Map.entry("content changed", "objects that changed while they were read"),
          Map.entry("content too large", "objects too large to be read"),
          Map.entry("pause budget", "objects not read to keep collections short (--pause)"),
          Map.entry("epoch closed unread", "objects not read before a collection moved them"),
          Map.entry(
              "content reservoir", "contents read and then displaced by the bound per context"),
          Map.entry("context overflow", "allocations beyond the bound of contexts"),
          Map.entry("thread overflow", "threads beyond the bound, counted as one"),
          Map.entry("stack truncated", "stacks deeper than the agent records"),
          Map.entry("stack unavailable", "allocations of which the JVM gave no stack"),
          Map.entry(
              "stack mistaken",
              "stacks taken for others that look the same in memory (one in 64 is checked)"),
          Map.entry("unpaired trap", "watchpoint hits that found no sibling to be compared with"),
          Map.entry("already compared", "watchpoint hits of objects that were compared before"),
          Map.entry("run reservoir", "runs read and then displaced by the bound per context"),
          Map.entry("run dropped", "runs of which no content was read"),
          Map.entry("run cut", "runs cut short by a collection, an unread object or a bound"),
          Map.entry(
              "site not probed",
              "chosen allocation sites that could not be probed (sources.probes says why)"),
          Map.entry(
              "probed by sampler",
              "probed objects that the JVM's own sampler had registered before"),
          Map.entry("probe elsewhere", "probe hits in code that the site no longer describes"),
          Map.entry(
              "exhaustive table full",
              "objects counted without their content: too many between two collections"),
          Map.entry(
              "exhaustive contents full",
              "objects whose content was one more than could be told apart"));

  private LossText() {}

  /** The plain words for a cause; the cause itself when a newer agent wrote it. */
  static String words(String cause) {
    return WORDS.getOrDefault(cause, cause);
  }

  static void write(Page page, Profile profile, Findings findings) {
    page.heading("Lost or not seen");
    List<Map.Entry<String, Long>> losses =
        findings.losses().entrySet().stream()
            .filter(loss -> loss.getValue() != null && loss.getValue() > 0)
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .toList();
    if (losses.isEmpty()) {
      page.line("  The agent counted no losses.");
    }
    for (Map.Entry<String, Long> loss : losses) {
      String first = Page.padLeft(Quantity.COUNT.write((double) loss.getValue()), 13) + "  ";
      page.wrapped(first, " ".repeat(15), words(loss.getKey()) + " [" + loss.getKey() + "]");
    }
    Profile.Collections collections = profile.collections();
    if (collections != null && collections.silent() > 0) {
      page.wrapped(
          Page.padLeft(Quantity.COUNT.write((double) collections.silent()), 13) + "  ",
          " ".repeat(15),
          "collections that the JVM did not announce; objects they moved were given up");
    }
  }
}
