package org.heaptwin.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The classes of the JVM by internal name; several loaders may have one of the same name. */
final class LoadedClasses {
  private final Map<String, List<Class<?>>> byName = new HashMap<>();

  private LoadedClasses() {}

  /** One walk through all loaded classes for all the names asked for. */
  static LoadedClasses named(Set<String> internalNames, Instrumentation instrumentation) {
    LoadedClasses found = new LoadedClasses();
    Set<String> wanted = new HashSet<>();
    // A hidden class is pkg.Name/0x12 to Java and pkg/Name.0x12 to JVMTI.
    internalNames.forEach(name -> wanted.add(name.replace('.', '/')));
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      String name = internalName(loaded);
      if (wanted.contains(name)) {
        found.byName.computeIfAbsent(name, first -> new ArrayList<>()).add(loaded);
      }
    }
    return found;
  }

  List<Class<?>> get(String internalName) {
    return byName.getOrDefault(internalName.replace('.', '/'), List.of());
  }

  /** Internal names of the classes that match a pattern, in which {@code *} stands for anything. */
  static String[] matching(List<String> patterns, Instrumentation instrumentation) {
    Predicate<String> matches =
        patterns.stream()
            .map(LoadedClasses::asPredicate)
            .reduce(Predicate::or)
            .orElse(name -> true);
    Set<String> names = new TreeSet<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      String name = internalName(loaded);
      if (!loaded.isArray() && matches.test(name)) {
        names.add(name);
      }
    }
    return names.toArray(new String[0]);
  }

  private static Predicate<String> asPredicate(String pattern) {
    StringBuilder expression = new StringBuilder();
    for (String piece : pattern.replace('.', '/').split("(?<=\\*)|(?=\\*)", -1)) {
      expression.append(piece.equals("*") ? ".*" : Pattern.quote(piece));
    }
    return Pattern.compile(expression.toString()).asMatchPredicate();
  }

  private static String internalName(Class<?> loaded) {
    return loaded.getName().replace('.', '/');
  }
}
