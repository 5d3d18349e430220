package org.heaptwin.bench.accuracy;

import static org.heaptwin.bench.accuracy.KnownSite.Expectation.BY_CURVE;
import static org.heaptwin.bench.accuracy.KnownSite.Expectation.FOUND;
import static org.heaptwin.bench.accuracy.KnownSite.Expectation.NOT_REPORTED;
import static org.heaptwin.bench.accuracy.KnownSite.Expectation.PARTLY;
import static org.heaptwin.bench.accuracy.KnownSite.Expectation.PLACED;

import java.util.List;
import org.heaptwin.bench.programs.ProgramCatalogue;

/**
 * What is known of the programs' replicas: from heap dumps in mid-run, every object compared by
 * content, and from the programs' sources. The shares are those of dumps, by class.
 */
final class KnownSites {
  private static final List<KnownSite> ALL =
      List.of(
          KnownSite.of("findbugs", "char\\[\\]", "DismantleBytecode\\.visit\\(", FOUND),
          KnownSite.of("findbugs", "byte\\[\\]", "DismantleBytecode\\.visit\\(", FOUND),
          KnownSite.of(
              "findbugs",
              "long\\[\\]",
              "OpcodeStack\\.<init>|BasicAbstractDataflowAnalysis\\.lookupOrCreateFact",
              FOUND),
          KnownSite.of(
              "findbugs",
              ".*OpcodeStack\\$Item",
              "pushBySignature|initialArgument|OpcodeStack",
              BY_CURVE),
          KnownSite.of("findbugs", "edu\\.umd\\.cs\\.findbugs\\.ba\\.Location", "", PLACED, 0.93),
          KnownSite.of("findbugs", "edu\\.umd\\.cs\\.findbugs\\.ba\\.BasicBlock", "", NOT_REPORTED),
          KnownSite.of("pmd", "java\\.lang\\.Object\\[\\]", "DataMap\\.<init>", FOUND, 0.96),
          KnownSite.of("pmd", ".*AbstractNode\\$2", "findDescendantsOfType|AbstractNode", BY_CURVE),
          KnownSite.of("fop", ".*traits\\.MinOptMax", "MinOptMax\\.plus|GlyphMapping", FOUND, 1.0),
          KnownSite.of("fop", ".*BorderSpecification", "TableFObj|BorderSpecification", FOUND, 1.0),
          KnownSite.of(
              "fop",
              "java\\.util\\.LinkedList",
              "TextLayoutManager|LineLayoutManager",
              FOUND,
              0.78),
          KnownSite.of(
              "soot",
              "java\\.lang\\.Object\\[\\]",
              "getUseBoxes|buildUnexceptionalEdges|soot\\.",
              FOUND),
          KnownSite.of(
              "soot", "java\\.util\\.Collections\\$SingletonList", "getDefBoxes", BY_CURVE, 0.93),
          KnownSite.of("soot", "java\\.util\\.StringTokenizer", "PhaseOptions|soot\\.", FOUND),
          KnownSite.of("lucene", "char\\[\\]", "StandardTokenizerImpl\\.<init>", PARTLY, 0.33),
          KnownSite.of(
              "tablesaw", "java\\.util\\.HashMap\\$EntryIterator", "Parsed\\.copy", BY_CURVE, 0.93),
          KnownSite.of(
              "tablesaw",
              "java\\.util\\.AbstractMap\\$SimpleImmutableEntry",
              "DateTimeTextProvider",
              FOUND,
              1.0),
          KnownSite.of(ProgramCatalogue.NEGATIVE_CONTROL, ".*", "", NOT_REPORTED));

  private KnownSites() {}

  static List<KnownSite> of(String program) {
    return ALL.stream().filter(site -> site.program().equals(program)).toList();
  }
}
