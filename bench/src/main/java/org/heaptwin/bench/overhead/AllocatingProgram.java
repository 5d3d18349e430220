package org.heaptwin.bench.overhead;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A program that does little but allocate: it splits generated table lines into cells, boxes the
 * numbers and collects both, in tables that are thrown away. Always the same work; the argument is
 * the number of tables.
 */
public final class AllocatingProgram {
  private static final int LINES = 20_000;
  private static final String[] CITIES = {
    "Ghent", "Lyon", "Porto", "Turku", "Brno", "Gdansk", "Graz"
  };

  private AllocatingProgram() {}

  public static void main(String[] arguments) {
    int tables = Integer.parseInt(arguments[0]);
    SplittableRandom random = new SplittableRandom(7);
    long cells = 0;
    for (int i = 0; i < tables; i++) {
      cells += load(random).values().stream().mapToLong(List::size).sum();
    }
    System.out.println(cells);
  }

  private static Map<String, List<Object>> load(SplittableRandom random) {
    Map<String, List<Object>> columns = new HashMap<>();
    for (int line = 0; line < LINES; line++) {
      int column = 0;
      String text = line(random, line);
      int start = 0;
      for (int end = text.indexOf(','); end >= 0; end = text.indexOf(',', start)) {
        columns
            .computeIfAbsent("column" + column++, name -> new ArrayList<>())
            .add(cell(text, start, end));
        start = end + 1;
      }
    }
    return columns;
  }

  private static String line(SplittableRandom random, int line) {
    return line
        + ","
        + CITIES[random.nextInt(CITIES.length)]
        + ","
        + random.nextInt(1_000)
        + ","
        + random.nextInt(10) / 4.0
        + ",";
  }

  private static Object cell(String text, int start, int end) {
    String cell = text.substring(start, end);
    if (Character.isLetter(cell.charAt(0))) {
      return cell;
    }
    return cell.indexOf('.') >= 0 ? (Object) Double.valueOf(cell) : (Object) Long.valueOf(cell);
  }
}
