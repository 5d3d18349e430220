package org.heaptwin.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.heaptwin.agent.weave.ClassWeaver;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.heaptwin.agent.weave.Outcome;
import org.heaptwin.agent.weave.Reason;
import org.heaptwin.agent.weave.Site;

/**
 * The sites that are probed now, over all classes. Only their classes are ever retransformed, one
 * at a time, so that a class that the JVM refuses spoils no other. One caller at a time.
 */
final class ProbeSites {
  private final Instrumentation instrumentation;
  private final ProbedClasses probed = new ProbedClasses();
  private final Redefinitions redefinitions = new Redefinitions();
  private final ProbeTransformer transformer;
  private final ClassProber prober;
  private boolean registered;

  ProbeSites(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    this.transformer = new ProbeTransformer(probed, redefinitions, new ClassWeaver());
    this.prober = new ClassProber(instrumentation, probed, transformer);
  }

  /** Adds sites to those there are. */
  Map<Site, Outcome> add(Collection<Site> wanted) {
    Map<String, List<Site>> byOwner = new LinkedHashMap<>();
    for (Site site : wanted) {
      byOwner.computeIfAbsent(site.owner(), first -> new ArrayList<>()).add(site);
    }
    register();
    LoadedClasses loaded = LoadedClasses.named(byOwner.keySet(), instrumentation);
    Map<Site, Outcome> outcomes = new LinkedHashMap<>();
    byOwner.forEach(
        (owner, sites) -> {
          List<Class<?>> classes = loaded.get(owner);
          if (classes.isEmpty()) {
            outcomes.putAll(Woven.refused(sites, Reason.NOT_LOADED).outcomes());
          }
          for (Class<?> target : classes) {
            addTo(target, sites).forEach((site, one) -> outcomes.merge(site, one, Outcome::and));
          }
        });
    unregisterIfIdle();
    return outcomes;
  }

  /** Removes the sites of these numbers; answers why for each that is still there. */
  Map<Integer, String> remove(Set<Integer> ids) {
    Map<Integer, String> results = new LinkedHashMap<>();
    for (Class<?> target : probed.all()) {
      List<Site> before = probed.sitesOf(target);
      List<Site> rest = new ArrayList<>(before);
      rest.removeIf(site -> ids.contains(site.id()));
      if (rest.size() < before.size()) {
        String result = keepOnly(target, rest);
        before.stream()
            .filter(site -> !rest.contains(site))
            .forEach(site -> results.merge(site.id(), result, ProbeSites::worse));
      }
    }
    unregisterIfIdle();
    return results;
  }

  /** The numbers of all sites. */
  Set<Integer> ids() {
    Set<Integer> ids = new TreeSet<>();
    probed.all().forEach(target -> probed.sitesOf(target).forEach(site -> ids.add(site.id())));
    return ids;
  }

  /** What became of every site in the last transformation, which may have been another agent's. */
  Map<Integer, Outcome> state() {
    Map<Integer, Outcome> state = new LinkedHashMap<>();
    for (Class<?> target : probed.all()) {
      Woven woven = probed.resultOf(target);
      if (woven != null) {
        woven.outcomes().forEach((site, one) -> state.merge(site.id(), one, Outcome::and));
      }
    }
    return state;
  }

  private Map<Site, Outcome> addTo(Class<?> target, List<Site> sites) {
    String refusal = Eligibility.refusal(target, instrumentation);
    if (refusal != null) {
      return Woven.refused(sites, refusal).outcomes();
    }
    List<Site> all = new ArrayList<>(probed.sitesOf(target));
    all.addAll(sites);
    Map<Site, Outcome> outcomes = new LinkedHashMap<>(prober.probe(target, all).outcomes());
    List<Site> kept = new ArrayList<>(probed.sitesOf(target));
    kept.removeIf(site -> sites.contains(site) && !outcomes.get(site).isProbed());
    probed.setSites(target, kept);
    outcomes.keySet().retainAll(sites);
    return outcomes;
  }

  private String keepOnly(Class<?> target, List<Site> rest) {
    prober.probe(target, rest);
    return probed.sitesOf(target).equals(rest) ? "ok" : "not removed";
  }

  private static String worse(String one, String other) {
    return one.equals("ok") ? other : one;
  }

  private void register() {
    if (!registered) {
      instrumentation.addTransformer(transformer, true);
      registered = true;
    }
  }

  /** Without a transformer the JVM shows nobody the classes that it loads, which costs less. */
  private void unregisterIfIdle() {
    if (registered && probed.isEmpty() && !redefinitions.isNeeded()) {
      instrumentation.removeTransformer(transformer);
      registered = false;
    }
  }
}
