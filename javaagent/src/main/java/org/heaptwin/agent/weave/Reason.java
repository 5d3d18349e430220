package org.heaptwin.agent.weave;

/** Why a site got no probe, in the words that native code and reports pass on. */
public final class Reason {
  public static final String NOT_LOADED = "class not loaded";
  public static final String NOT_MODIFIABLE = "not modifiable";
  public static final String HIDDEN = "hidden class";
  public static final String OURS = "class of the agent";
  public static final String PROBE_NOT_VISIBLE = "class loader hides the probe";
  public static final String NO_METHOD = "no such method";
  public static final String NO_INSTRUCTION = "no allocation instruction";
  public static final String NO_COPY = "no copy of the reference under the constructor";
  public static final String INNER_ARRAY = "inner array of multianewarray";
  public static final String TAKEN = "another site has the instruction";
  public static final String TOO_LARGE = "method too large";
  public static final String TOO_LARGE_TO_COMPILE = "method would be too large to compile";
  public static final String TOO_COMPLEX = "method too complex to analyse";
  public static final String TOO_MANY_CONSTANTS = "constant pool full";
  public static final String FAILS_VERIFICATION = "fails verification";
  public static final String UNKNOWN_VERSION = "class file of an unknown version";
  public static final String BAD_SITE = "bad site";

  private Reason() {}
}
