package org.heaptwin.agent.weave;

import java.util.Arrays;

/** An object that says whether its constructor has returned. */
public class Box implements Cloneable {
  private final Object content;
  private boolean complete;

  /** Throws for null. */
  public Box(Object content) {
    if (content == null) {
      throw new IllegalArgumentException("null");
    }
    this.content = content;
    this.complete = true;
  }

  @Override
  public Box clone() {
    try {
      return (Box) super.clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public String toString() {
    String text = content instanceof Object[] array ? Arrays.toString(array) : "" + content;
    return complete ? "[" + text + "]" : "incomplete";
  }
}
