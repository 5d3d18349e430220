package org.heaptwin.bench.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class GeneratedInputsTest {
  @Test
  void documentsAreWellFormedAndDependOnTheSeedAlone() throws Exception {
    String document = FoDocument.of(5, 7);

    assertThat(document).isEqualTo(FoDocument.of(5, 7)).isNotEqualTo(FoDocument.of(5, 8));
    var parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(document)));
    assertThat(parsed.getElementsByTagName("fo:table-cell").getLength()).isEqualTo(15);
  }

  @Test
  void tablesHaveThirteenColumnsAndDependOnTheSeedAlone(@TempDir Path directory)
      throws IOException {
    Path first = directory.resolve("1.csv");
    Path again = directory.resolve("2.csv");
    Path other = directory.resolve("3.csv");
    CsvFile.write(first, 20, 1);
    CsvFile.write(again, 20, 1);
    CsvFile.write(other, 20, 2);

    assertThat(first).hasSameTextualContentAs(again);
    assertThat(Files.readString(other)).isNotEqualTo(Files.readString(first));
    assertThat(Files.readAllLines(first)).hasSize(21).allMatch(row -> row.split(",").length == 13);
  }
}
