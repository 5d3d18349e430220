package org.heaptwin.bench.programs;

import java.io.File;
import java.io.OutputStream;
import java.io.StringReader;
import javax.xml.parsers.SAXParserFactory;
import org.apache.fop.apps.Fop;
import org.apache.fop.apps.FopFactory;
import org.apache.fop.apps.MimeConstants;
import org.xml.sax.InputSource;

/** FOP 2.9 typesets one generated table a round to PDF: {@code FopDriver rounds}. */
final class FopDriver {
  private static final int ROWS = 1_500;

  private FopDriver() {}

  public static void main(String[] arguments) throws Exception {
    FopFactory factory = FopFactory.newInstance(new File(".").toURI());
    Rounds.run(
        Integer.parseInt(arguments[0]), round -> typeset(factory, FoDocument.of(ROWS, round)));
  }

  private static void typeset(FopFactory factory, String document) throws Exception {
    Fop fop = factory.newFop(MimeConstants.MIME_PDF, OutputStream.nullOutputStream());
    // Not through a Transformer: FOP uses one itself while it handles events, and from JDK 24 on
    // two
    // on one thread get in each other's way.
    SAXParserFactory parsers = SAXParserFactory.newInstance();
    parsers.setNamespaceAware(true);
    parsers
        .newSAXParser()
        .parse(new InputSource(new StringReader(document)), fop.getDefaultHandler());
  }
}
