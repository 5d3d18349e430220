package org.heaptwin.agent.install;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.heaptwin.agent.weave.Site;

/**
 * The sites of every class that shall carry probes, and what came of the last transformation.
 * Thread-safe, and its lock is never held across a call into the JVM: the transformer reads it on
 * whichever thread loads or redefines classes. Classes are held weakly, so that they can be
 * unloaded.
 */
final class ProbedClasses {
  private final Map<Class<?>, List<Site>> sites = new WeakHashMap<>();
  private final Map<Class<?>, Woven> results = new WeakHashMap<>();

  synchronized List<Site> sitesOf(Class<?> probed) {
    return sites.getOrDefault(probed, List.of());
  }

  synchronized void setSites(Class<?> probed, List<Site> wanted) {
    if (wanted.isEmpty()) {
      sites.remove(probed);
      results.remove(probed);
    } else {
      sites.put(probed, List.copyOf(wanted));
    }
  }

  /** Sets the sites and forgets the last result; answers how to have both back. */
  synchronized Runnable replace(Class<?> probed, List<Site> wanted) {
    List<Site> sitesBefore = sitesOf(probed);
    Woven resultBefore = results.remove(probed);
    setSites(probed, wanted);
    return () -> restore(probed, sitesBefore, resultBefore);
  }

  private synchronized void restore(Class<?> probed, List<Site> wanted, Woven result) {
    setSites(probed, wanted);
    if (result == null) {
      results.remove(probed);
    } else {
      setResult(probed, result);
    }
  }

  synchronized void setResult(Class<?> probed, Woven result) {
    if (sites.containsKey(probed)) {
      results.put(probed, result);
    }
  }

  /** Null if the class was not transformed since its sites were first set. */
  synchronized Woven resultOf(Class<?> probed) {
    return results.get(probed);
  }

  synchronized List<Class<?>> all() {
    return new ArrayList<>(sites.keySet());
  }

  synchronized boolean isEmpty() {
    return sites.isEmpty();
  }
}
