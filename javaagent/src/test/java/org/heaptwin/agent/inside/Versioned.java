package org.heaptwin.agent.inside;

/** A class that another agent redefines. */
final class Versioned {
  private Versioned() {}

  static Object[] version() {
    Object[] answer = new Object[1];
    answer[0] = "version-1";
    return answer;
  }
}
