package org.heaptwin.bench.programs;

import java.util.Random;

/** Generated XSL-FO: one table, three bordered and differently styled cells per row. */
final class FoDocument {
  private static final String HEAD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format">
      <fo:layout-master-set><fo:simple-page-master master-name="page" page-width="210mm" page-height="297mm" margin="15mm">
      <fo:region-body/></fo:simple-page-master></fo:layout-master-set>
      <fo:page-sequence master-reference="page"><fo:flow flow-name="xsl-region-body">
      <fo:table table-layout="fixed" width="100%">
      <fo:table-column column-width="30mm"/><fo:table-column column-width="90mm"/><fo:table-column column-width="60mm"/>
      <fo:table-body>
      """;
  private static final String TAIL =
      "</fo:table-body></fo:table></fo:flow></fo:page-sequence></fo:root>\n";

  private FoDocument() {}

  /** A document with so many rows, the same one for the same seed. */
  static String of(int rows, long seed) {
    Random random = new Random(seed);
    StringBuilder document = new StringBuilder(HEAD);
    for (int row = 0; row < rows; row++) {
      document.append("<fo:table-row>");
      cell(document, "0.5pt solid black", "font-weight=\"bold\"", "No. " + (seed * rows + row));
      cell(document, "0.5pt solid gray", "font-style=\"italic\"", sentence(random, 9));
      cell(document, "1pt dashed blue", "color=\"#203040\" font-size=\"9pt\"", sentence(random, 5));
      document.append("</fo:table-row>\n");
    }
    return document.append(TAIL).toString();
  }

  private static void cell(StringBuilder document, String border, String style, String text) {
    document.append("<fo:table-cell border=\"").append(border).append("\" padding=\"2pt\">");
    document.append("<fo:block ").append(style).append('>').append(text);
    document.append("</fo:block></fo:table-cell>");
  }

  private static String sentence(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      int letters = 2 + random.nextInt(8);
      for (int j = 0; j < letters; j++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(i + 1 < words ? ' ' : '.');
    }
    return text.toString();
  }
}
