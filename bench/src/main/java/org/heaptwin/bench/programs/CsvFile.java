package org.heaptwin.bench.programs;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Random;

/** Generated tables: an id, a date, two categories, two texts, a flag and six decimals. */
final class CsvFile {
  static final String TITLE = "title";
  static final String REMARK = "remark";

  private static final int DECIMALS = 6;
  private static final int DAYS = 3_650;
  private static final LocalDate FIRST_DAY = LocalDate.of(2010, 1, 1);

  private CsvFile() {}

  /** Writes so many rows, the same ones for the same seed. */
  static void write(Path file, int rows, long seed) throws IOException {
    Random random = new Random(seed);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("id,day,region,kind," + TITLE + "," + REMARK + ",flag,a,b,c,d,e,f\n");
      for (int row = 0; row < rows; row++) {
        out.write(row(row, random));
      }
    }
  }

  private static String row(int id, Random random) {
    StringBuilder row = new StringBuilder();
    row.append(id).append(',').append(FIRST_DAY.plusDays(random.nextInt(DAYS)));
    row.append(",region").append(random.nextInt(12)).append(",kind").append(random.nextInt(300));
    row.append(",title ").append(Long.toString(random.nextLong() >>> 1, 36));
    row.append(",remark ").append(Integer.toString(random.nextInt(5_000), 36));
    row.append(',').append(random.nextBoolean());
    for (int i = 0; i < DECIMALS; i++) {
      row.append(String.format(Locale.ROOT, ",%.4f", random.nextGaussian() * 1_000));
    }
    return row.append('\n').toString();
  }
}
