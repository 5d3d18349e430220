package org.heaptwin.agent.inside;

/** Code with several allocations on the way of its exceptions. */
final class Troubled {
  /** An object whose constructor may throw. */
  static final class Trouble {
    final Object content;

    Trouble(Object content) {
      if (content instanceof Integer number && number == 0) {
        throw new IllegalStateException("zero");
      }
      this.content = content;
    }
  }

  private Troubled() {}

  static Object work(int depth) {
    Object before = new Trouble("a");
    Object[] many = {
      new Trouble(depth == 1 ? before : "b"),
      new Trouble(new Trouble(depth)), //
      depth == 2 ? work(0) : new Trouble("c"),
    };
    Object after = new Trouble(many);
    return ((Trouble) after).content.toString().length() / (depth - 1);
  }
}
