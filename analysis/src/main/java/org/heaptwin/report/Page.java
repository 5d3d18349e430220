package org.heaptwin.report;

import java.util.Locale;
import org.heaptwin.problem.PlainText;

/**
 * Text of at most {@value #WIDTH} columns. Everything is escaped on its way in: names come from the
 * target.
 */
final class Page {
  static final int WIDTH = 100;

  private final StringBuilder text = new StringBuilder();

  /** A line that is known to fit; cut at the right when it does not. */
  Page line(String line) {
    String plain = PlainText.escape(line).stripTrailing();
    text.append(width(plain) > WIDTH ? left(plain, WIDTH - 1) + "…" : plain).append('\n');
    return this;
  }

  Page blank() {
    text.append('\n');
    return this;
  }

  /** A heading with a rule below it. */
  Page heading(String title) {
    return blank().line(title.toUpperCase(Locale.ROOT)).line("─".repeat(width(title)));
  }

  /** A paragraph wrapped at blanks. */
  Page paragraph(String paragraph) {
    return wrapped("", "", paragraph);
  }

  /** A labelled paragraph: the label stands at the left, the text hangs beside it. */
  Page labelled(int indent, String label, String paragraph) {
    String first = " ".repeat(indent) + pad(label, 13) + " ";
    return wrapped(first, " ".repeat(first.length()), paragraph);
  }

  /** Wraps a text; words longer than a line are broken. */
  Page wrapped(String first, String others, String paragraph) {
    StringBuilder line = new StringBuilder(first);
    boolean empty = true;
    for (String word : PlainText.escape(paragraph).split(" ", -1)) {
      String rest = word;
      if (!empty && width(line.toString()) + 1 + width(rest) > WIDTH) {
        line(line.toString());
        line = new StringBuilder(others);
        empty = true;
      }
      while (width(line.toString()) + width(rest) + (empty ? 0 : 1) > WIDTH) {
        int room = WIDTH - width(line.toString());
        line(line + left(rest, room));
        rest = rest.substring(rest.offsetByCodePoints(0, room));
        line = new StringBuilder(others);
      }
      line.append(empty ? "" : " ").append(rest);
      empty = false;
    }
    return line(line.toString());
  }

  /** Columns of a text; every character of a Java name counts one. */
  static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  static String pad(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - width(text)));
  }

  static String padLeft(String text, int columns) {
    return " ".repeat(Math.max(0, columns - width(text))) + text;
  }

  /**
   * A text of at most so many columns, with its middle left out: both ends of a class name tell
   * something.
   */
  static String shorten(String text, int columns) {
    String plain = PlainText.escape(text);
    int width = width(plain);
    if (width <= columns) {
      return plain;
    }
    int tail = (columns - 1) * 2 / 3;
    int head = columns - 1 - tail;
    return left(plain, head) + "…" + plain.substring(plain.offsetByCodePoints(0, width - tail));
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private static String left(String text, int columns) {
    return text.substring(0, text.offsetByCodePoints(0, columns));
  }
}
