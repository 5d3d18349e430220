package org.heaptwin.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.heaptwin.agent.weave.Outcome;
import org.heaptwin.agent.weave.Reason;
import org.heaptwin.agent.weave.Site;
import org.heaptwin.probe.AllocationProbe;

/**
 * Answers the requests of native code: an array whose first element is the verb, with one answer
 * per further element. Thread-safe; never throws, never prints.
 *
 * <ul>
 *   <li>{@code install, site...} ({@link Site#parse}): {@code ok <instructions>} or the reason
 *   <li>{@code remove, id...}: {@code ok}, {@code not installed} or {@code not removed}
 *   <li>{@code removeAll}: {@code <id> not removed} for every site that is still there
 *   <li>{@code state}: {@code <id> TAB <outcome>} of every site
 *   <li>{@code loaded, pattern...}: internal names of the loaded classes that match one of them
 * </ul>
 */
public final class ProbeInstaller implements Function<String[], String[]> {
  private final Instrumentation instrumentation;
  private final ProbeSites sites;

  /** Installs nothing yet. */
  public ProbeInstaller(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    this.sites = new ProbeSites(instrumentation);
  }

  @Override
  public synchronized String[] apply(String[] request) {
    try {
      return answer(request[0], Arrays.asList(request).subList(1, request.length));
    } catch (Throwable failure) {
      String[] answer = new String[Math.max(1, request.length - 1)];
      Arrays.fill(answer, "request failed: " + failure.getClass().getName());
      return answer;
    }
  }

  private String[] answer(String verb, List<String> arguments) {
    switch (verb) {
      case "install":
        return install(arguments);
      case "remove":
        return remove(arguments);
      case "removeAll":
        return removeAll();
      case "state":
        return state();
      case "loaded":
        return LoadedClasses.matching(arguments, instrumentation);
      default:
        return new String[] {"unknown request"};
    }
  }

  private String[] install(List<String> lines) {
    List<Site> wanted = new ArrayList<>();
    for (String line : lines) {
      wanted.add(read(line));
    }
    List<Site> readable = new ArrayList<>(wanted);
    readable.removeIf(site -> site == null);
    Map<Site, Outcome> outcomes = sites.add(readable);
    return wanted.stream()
        .map(site -> site == null ? Reason.BAD_SITE : outcomes.get(site).toString())
        .toArray(String[]::new);
  }

  private static Site read(String line) {
    try {
      Site site = Site.parse(line);
      return site.id() >= 0 && site.id() < AllocationProbe.MOST_SITES ? site : null;
    } catch (IllegalArgumentException notOne) {
      return null;
    }
  }

  private String[] remove(List<String> arguments) {
    Set<Integer> ids = new LinkedHashSet<>();
    arguments.forEach(argument -> ids.add(Integer.valueOf(argument)));
    Map<Integer, String> results = sites.remove(ids);
    return arguments.stream()
        .map(argument -> results.getOrDefault(Integer.valueOf(argument), "not installed"))
        .toArray(String[]::new);
  }

  private String[] removeAll() {
    sites.remove(sites.ids());
    return sites.ids().stream().map(id -> id + " not removed").toArray(String[]::new);
  }

  private String[] state() {
    return sites.state().entrySet().stream()
        .map(entry -> entry.getKey() + "\t" + entry.getValue())
        .toArray(String[]::new);
  }
}
