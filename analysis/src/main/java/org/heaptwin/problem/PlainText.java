package org.heaptwin.problem;

/** Makes text that came from a target fit to be printed on a terminal. */
public final class PlainText {
  private PlainText() {}

  /**
   * The text with every character that moves a cursor, starts an escape sequence, ends a line or
   * turns the writing direction shown as {@code \\uXXXX}. Class names, thread names and arguments
   * are chosen by the target and are not trusted.
   */
  public static String escape(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isHarmless(c)) {
                plain.appendCodePoint(c);
              } else {
                for (char unit : Character.toChars(c)) {
                  plain.append(String.format("\\u%04x", (int) unit));
                }
              }
            });
    return plain.toString();
  }

  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
