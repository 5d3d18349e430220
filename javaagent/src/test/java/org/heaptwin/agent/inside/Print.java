package org.heaptwin.agent.inside;

/** How the programs tell the test what they found. */
final class Print {
  private Print() {}

  static void value(String name, Object value) {
    System.out.println(name + "=" + value);
  }
}
