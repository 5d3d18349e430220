package org.heaptwin.bench.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.findings.Finding;
import org.heaptwin.findings.Findings;
import org.heaptwin.findings.Grouping;
import org.heaptwin.profile.Profile;
import org.heaptwin.profile.ProfileReader;

/**
 * One recording at the defaults, and what heaptwin says of it.
 *
 * @param number of the run, from 1
 */
record SampledRun(String program, int jdk, double seconds, int number, Profile profile) {

  static SampledRun read(String program, int jdk, double seconds, int number, Path profile)
      throws IOException {
    return new SampledRun(program, jdk, seconds, number, ProfileReader.read(profile));
  }

  /** The findings by key. Contexts whose names differ only in numbers fall together as a list. */
  Map<ContextKey, List<Finding>> findings(Grouping grouping) {
    Map<ContextKey, List<Finding>> byKey = new LinkedHashMap<>();
    for (Finding finding : Findings.of(profile, grouping).findings()) {
      byKey.computeIfAbsent(ContextKey.of(finding), unused -> new ArrayList<>()).add(finding);
    }
    return byKey;
  }

  @Override
  public String toString() {
    return program + ", JDK " + jdk + ", run " + number;
  }
}
