package org.heaptwin.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import org.heaptwin.agent.weave.ClassWeaver;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.heaptwin.agent.weave.Site;

/**
 * Weaves the probes whenever the JVM builds a probed class anew, be it at our request or another
 * agent's, and leaves all other classes alone. What fails here is noted, never thrown.
 */
final class ProbeTransformer implements ClassFileTransformer {
  private final ProbedClasses probed;
  private final Redefinitions redefinitions;
  private final ClassWeaver weaver;
  private volatile Thread ourThread;

  ProbeTransformer(ProbedClasses probed, Redefinitions redefinitions, ClassWeaver weaver) {
    this.probed = probed;
    this.redefinitions = redefinitions;
    this.weaver = weaver;
  }

  /** What the current thread has the JVM transform until {@link #endOfOurs} is at our request. */
  void beginOfOurs() {
    ourThread = Thread.currentThread();
  }

  void endOfOurs() {
    ourThread = null;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (redefined == null) {
      return null;
    }
    byte[] inForce = inForce(redefined, classFile);
    byte[] woven = weave(redefined, inForce);
    return woven == null && inForce != classFile ? inForce : woven;
  }

  private byte[] inForce(Class<?> redefined, byte[] classFile) {
    return Thread.currentThread() == ourThread
        ? redefinitions.atOurRequest(redefined, classFile)
        : redefinitions.atOthersRequest(redefined, classFile);
  }

  private byte[] weave(Class<?> redefined, byte[] classFile) {
    List<Site> sites = probed.sitesOf(redefined);
    if (sites.isEmpty()) {
      return null;
    }
    Woven woven;
    try {
      woven = weaver.weave(classFile, sites);
    } catch (Throwable failure) {
      woven = Woven.refused(sites, "transformer failed: " + failure.getClass().getName());
    }
    probed.setResult(redefined, woven);
    return woven.bytes();
  }
}
