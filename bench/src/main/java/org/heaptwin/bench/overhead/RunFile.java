package org.heaptwin.bench.overhead;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Runs, one JSON object a line, so that a measurement that is broken off leaves what it has. */
final class RunFile {
  private final JsonMapper mapper = new JsonMapper();
  private final Path file;

  RunFile(Path file) {
    this.file = file;
  }

  void clear() throws IOException {
    Files.deleteIfExists(file);
  }

  void append(Run run) throws IOException {
    Files.writeString(
        file,
        mapper.writeValueAsString(run) + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** All of them; none when none was written. */
  Runs read() throws IOException {
    List<Run> runs = new ArrayList<>();
    if (!Files.exists(file)) {
      return new Runs(runs);
    }
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      runs.add(mapper.readValue(line, Run.class));
    }
    return new Runs(runs);
  }
}
