package org.heaptwin.bench.accuracy;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.bench.coverage.Judgement;
import org.heaptwin.bench.process.HeaptwinCommand;
import org.heaptwin.bench.process.Jdk;
import org.heaptwin.bench.programs.Program;
import org.heaptwin.bench.programs.ProgramCatalogue;
import org.heaptwin.findings.Grouping;

/**
 * Holds what heaptwin reports of real programs against an exhaustive recording of the same work,
 * against heap dumps, and against what is known of the programs: {@code AccuracyHarness [--programs
 * a,b] [--jdks 17,25] [--runs 3] [--seconds 20] [--truth-seconds 300] [--dumps true]}. Recordings
 * that lie in build/bench/accuracy are judged, not made again.
 */
public final class AccuracyHarness {
  /** Recordings whose recall tells how long it takes to find things. */
  private static final List<Double> LENGTHS = List.of(2.0, 5.0, 10.0);

  private final AccuracyOptions options;
  private final Recordings recordings;
  private final List<RunAgreement> agreements = new ArrayList<>();
  private final List<RunAgreement> lengths = new ArrayList<>();
  private final List<Judgement> intervals = new ArrayList<>();
  private final Map<String, List<KnownSiteCheck>> knownSites = new LinkedHashMap<>();
  private final Map<String, List<HeapRow>> heaps = new LinkedHashMap<>();

  private AccuracyHarness(AccuracyOptions options, Recordings recordings) {
    this.options = options;
    this.recordings = recordings;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    AccuracyOptions options = AccuracyOptions.parse(arguments);
    HeaptwinCommand heaptwin = HeaptwinCommand.ofWorkingCopy();
    Path root = heaptwin.root();
    Path directory = root.resolve("build/bench/accuracy");
    AccuracyHarness harness = new AccuracyHarness(options, new Recordings(heaptwin, directory));
    for (Program program : new ProgramCatalogue(root, root.resolve("build/bench/programs")).all()) {
      if (options.programs().isEmpty() || options.programs().contains(program.name())) {
        program.prepare();
        for (Jdk jdk : options.installed()) {
          harness.program(program, jdk);
        }
      }
    }
    harness.write(directory);
  }

  private void program(Program program, Jdk jdk) throws IOException, InterruptedException {
    String name = program.name() + " " + jdk.feature();
    Truth truth = truth(program, jdk);
    List<KnownSiteCheck> checks = new ArrayList<>();
    for (int number = 1; number <= options.runs(); number++) {
      SampledRun run = sampled(program, jdk, options.seconds(), number);
      checks.addAll(KnownSiteCheck.of(run));
      if (truth != null) {
        List<RunAgreement> judged = judged(run, truth);
        agreements.addAll(judged);
        lengths.addAll(judged);
        intervals.addAll(RunCoverage.of(run, truth));
      }
    }
    knownSites.put(name, checks);
    if (truth != null && options.runs() > 0) {
      for (double seconds : LENGTHS) {
        lengths.addAll(judged(sampled(program, jdk, seconds, 1), truth));
      }
    }
    if (options.dumps()) {
      ClassCensus census = HeapDumpReader.read(recordings.heapDump(program, jdk));
      heaps.put(name, HeapRow.of(program.name(), census, truth));
    }
  }

  private Truth truth(Program program, Jdk jdk) throws IOException, InterruptedException {
    return options.truthSeconds() > 0
        ? TruthReader.read(recordings.exhaustive(program, jdk, options.truthSeconds()))
        : null;
  }

  private SampledRun sampled(Program program, Jdk jdk, double seconds, int number)
      throws IOException, InterruptedException {
    Path profile = recordings.sampled(program, jdk, seconds, number);
    return SampledRun.read(program.name(), jdk.feature(), seconds, number, profile);
  }

  private static List<RunAgreement> judged(SampledRun run, Truth truth) {
    return List.of(
        RunJudge.judge(run, truth, Grouping.CONTEXT), RunJudge.judge(run, truth, Grouping.site()));
  }

  private void write(Path directory) throws IOException {
    Accuracy accuracy = new Accuracy(agreements, lengths, intervals, knownSites, heaps);
    String text = AccuracyText.of(accuracy);
    Files.writeString(directory.resolve("accuracy.txt"), text);
    JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValue(directory.resolve("accuracy.json").toFile(), accuracy);
    System.out.print(text);
    System.out.println("tables and every judgement: " + directory.resolve("accuracy.{txt,json}"));
  }
}
