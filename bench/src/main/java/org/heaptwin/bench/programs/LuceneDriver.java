package org.heaptwin.bench.programs;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.queryParser.ParseException;
import org.apache.lucene.queryParser.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.RAMDirectory;

/**
 * Lucene 2.4.1 indexes generated documents in memory and answers parsed queries: {@code
 * LuceneDriver rounds}. Words of a vocabulary are drawn cubed-uniformly: few are frequent.
 */
final class LuceneDriver {
  private static final int DOCUMENTS = 6_000;
  private static final int QUERIES = 4_000;
  private static final int WORDS = 80;
  private static final int VOCABULARY = 20_000;
  private static final int MOST_HITS = 10;

  private final Random random;
  private final StandardAnalyzer analyzer = new StandardAnalyzer();

  private LuceneDriver(int round) {
    random = new Random(round);
  }

  public static void main(String[] arguments) throws Exception {
    Rounds.run(Integer.parseInt(arguments[0]), round -> new LuceneDriver(round).round());
  }

  private void round() throws IOException, ParseException {
    RAMDirectory index = new RAMDirectory();
    IndexWriter writer = new IndexWriter(index, analyzer, IndexWriter.MaxFieldLength.UNLIMITED);
    for (int i = 0; i < DOCUMENTS; i++) {
      Document document = new Document();
      document.add(new Field("id", "d" + i, Field.Store.YES, Field.Index.NOT_ANALYZED));
      document.add(new Field("text", words(WORDS), Field.Store.NO, Field.Index.ANALYZED));
      writer.addDocument(document);
    }
    writer.close();
    IndexSearcher searcher = new IndexSearcher(index);
    for (int i = 0; i < QUERIES; i++) {
      QueryParser parser = new QueryParser("text", analyzer);
      searcher.search(parser.parse(words(3)), null, MOST_HITS);
    }
    searcher.close();
  }

  private String words(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      double uniform = random.nextDouble();
      text.append('w').append((int) (VOCABULARY * uniform * uniform * uniform)).append(' ');
    }
    return text.toString();
  }
}
