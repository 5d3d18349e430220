package org.heaptwin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LossTextTest {
  private static final Path AGENT_NAMES = Path.of("..", "native", "base", "loss.cpp");

  @Test
  void everyLossThatTheAgentNamesHasWords() throws IOException {
    List<String> names =
        Pattern.compile("return \"([^\"]+)\"")
            .matcher(Files.readString(AGENT_NAMES))
            .results()
            .map(match -> match.group(1))
            .filter(name -> !name.equals("unknown"))
            .toList();

    assertThat(names).hasSizeGreaterThan(25);
    assertThat(names).allSatisfy(name -> assertThat(LossText.words(name)).isNotEqualTo(name));
  }
}
