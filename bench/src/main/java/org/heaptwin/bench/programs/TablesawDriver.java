package org.heaptwin.bench.programs;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.csv.CsvReadOptions;

/** tablesaw 0.43.1 loads one CSV file a round: {@code TablesawDriver rounds file...}. */
final class TablesawDriver {
  private TablesawDriver() {}

  public static void main(String[] arguments) throws Exception {
    List<String> files = Arrays.asList(arguments).subList(1, arguments.length);
    Rounds.run(
        Integer.parseInt(arguments[0]), round -> load(files.get((round - 1) % files.size())));
  }

  private static void load(String file) {
    CsvReadOptions options =
        CsvReadOptions.builder(new File(file))
            .columnTypesPartial(
                Map.of(CsvFile.TITLE, ColumnType.TEXT, CsvFile.REMARK, ColumnType.TEXT))
            .build();
    System.out.println(Table.read().usingOptions(options).rowCount() + " rows");
  }
}
