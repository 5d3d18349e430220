package org.heaptwin.agent.weave;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One attempt at a class: the sites asked for, and what became of each. */
final class WeaveRequest {
  private final String className;
  private final String probeOwner;
  private final List<Site> sites;
  private final Map<Site, Outcome> outcomes = new LinkedHashMap<>();

  /** Outcomes of sites that an earlier attempt gave up. */
  private final Map<Site, Outcome> given = new LinkedHashMap<>();

  WeaveRequest(String className, String probeOwner, List<Site> sites) {
    this.className = className;
    this.probeOwner = probeOwner;
    this.sites = sites;
  }

  String className() {
    return className;
  }

  String probeOwner() {
    return probeOwner;
  }

  /** Starts over without the sites given up. */
  void begin() {
    outcomes.clear();
    sites.forEach(site -> outcomes.put(site, Outcome.refused(Reason.NO_METHOD)));
    outcomes.putAll(given);
  }

  void giveUp(Site site, String reason) {
    given.put(site, Outcome.refused(reason));
  }

  List<Site> sitesIn(String method, String descriptor) {
    List<Site> found = new ArrayList<>();
    for (Site site : sites) {
      if (site.isIn(method, descriptor) && !given.containsKey(site)) {
        found.add(site);
      }
    }
    return found;
  }

  Map<Site, Outcome> outcomes() {
    return outcomes;
  }
}
