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
 * The sites that are probed now, over all classes. Only their classes are ever retransformed. One
 * caller at a time.
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
    Map<Class<?>, List<Site>> all = new LinkedHashMap<>();
    byOwner.forEach(
        (owner, sites) -> {
          List<Class<?>> classes = loaded.get(owner);
          if (classes.isEmpty()) {
            merge(outcomes, Woven.refused(sites, Reason.NOT_LOADED).outcomes());
          }
          for (Class<?> target : classes) {
            String refusal = Eligibility.refusal(target, instrumentation);
            if (refusal == null) {
              all.put(target, concat(probed.sitesOf(target), sites));
            } else {
              merge(outcomes, Woven.refused(sites, refusal).outcomes());
            }
          }
        });
    prober.probe(all).forEach((target, woven) -> settle(target, woven, wanted, outcomes));
    unregisterIfIdle();
    return outcomes;
  }

  /** Removes the sites of these numbers; answers why for each that is still there. */
  Map<Integer, String> remove(Set<Integer> ids) {
    Map<Class<?>, List<Site>> before = new LinkedHashMap<>();
    Map<Class<?>, List<Site>> rest = new LinkedHashMap<>();
    for (Class<?> target : probed.all()) {
      List<Site> sites = probed.sitesOf(target);
      if (sites.stream().anyMatch(site -> ids.contains(site.id()))) {
        before.put(target, sites);
        rest.put(target, without(sites, ids));
      }
    }
    prober.probe(rest);
    Map<Integer, String> results = new LinkedHashMap<>();
    before.forEach(
        (target, sites) -> {
          String result = probed.sitesOf(target).equals(rest.get(target)) ? "ok" : "not removed";
          sites.stream()
              .filter(site -> ids.contains(site.id()))
              .forEach(site -> results.merge(site.id(), result, ProbeSites::worse));
        });
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

  /** Keeps of the wanted sites those that got their probe. */
  private void settle(
      Class<?> target, Woven woven, Collection<Site> wanted, Map<Site, Outcome> outcomes) {
    Map<Site, Outcome> own = new LinkedHashMap<>(woven.outcomes());
    own.keySet().retainAll(wanted);
    List<Site> kept = new ArrayList<>(probed.sitesOf(target));
    kept.removeIf(site -> own.containsKey(site) && !own.get(site).isProbed());
    probed.setSites(target, kept);
    merge(outcomes, own);
  }

  private static void merge(Map<Site, Outcome> all, Map<Site, Outcome> some) {
    some.forEach((site, one) -> all.merge(site, one, Outcome::and));
  }

  private static List<Site> concat(List<Site> some, List<Site> others) {
    List<Site> both = new ArrayList<>(some);
    both.addAll(others);
    return both;
  }

  private static List<Site> without(List<Site> sites, Set<Integer> ids) {
    List<Site> rest = new ArrayList<>(sites);
    rest.removeIf(site -> ids.contains(site.id()));
    return rest;
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
