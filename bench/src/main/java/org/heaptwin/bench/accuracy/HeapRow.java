package org.heaptwin.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import org.heaptwin.findings.Grouping;

/**
 * One class in the heap dump, beside what the exhaustive recording says of the class. The two count
 * different things: the dump what was on the heap at one moment, over all contexts; the recording
 * what was allocated, within each context and, for classes with references, within each epoch. So
 * the second is at most about the first for what dies young.
 *
 * @param heap counts of the dump
 * @param exhaustive duplicate share by bytes, null when the class was not recorded
 */
record HeapRow(ClassCensus.Row heap, Double exhaustive) {
  private static final int LARGEST = 12;

  /** The classes with the most duplicate bytes, and those of the program's known sites. */
  static List<HeapRow> of(String program, ClassCensus census, Truth truth) {
    Truth classes = truth == null ? null : truth.rolledUp(Grouping.CLASS);
    List<HeapRow> rows = new ArrayList<>();
    for (ClassCensus.Row row : census.rows()) {
      boolean known =
          KnownSites.of(program).stream()
              .filter(site -> !site.type().pattern().equals(".*"))
              .anyMatch(site -> site.type().matcher(row.className()).matches());
      if (rows.size() < LARGEST || known) {
        TrueContext context =
            classes == null
                ? null
                : classes.contexts().get(ContextKey.of(row.className(), List.of()));
        rows.add(new HeapRow(row, context == null ? null : context.duplicateShare()));
      }
    }
    return rows;
  }
}
