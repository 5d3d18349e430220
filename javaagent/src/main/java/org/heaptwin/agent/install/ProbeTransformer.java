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
  private final ClassWeaver weaver;

  ProbeTransformer(ProbedClasses probed, ClassWeaver weaver) {
    this.probed = probed;
    this.weaver = weaver;
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
    List<Site> sites = probed.sitesOf(redefined);
    if (sites.isEmpty()) {
      return null;
    }
    Woven woven = weave(classFile, sites);
    probed.setResult(redefined, woven);
    return woven.bytes();
  }

  private Woven weave(byte[] classFile, List<Site> sites) {
    try {
      return weaver.weave(classFile, sites);
    } catch (Throwable failure) {
      return Woven.refused(sites, "transformer failed: " + failure.getClass().getName());
    }
  }
}
