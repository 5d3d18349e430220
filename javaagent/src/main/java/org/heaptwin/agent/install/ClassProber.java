package org.heaptwin.agent.install;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.List;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.heaptwin.agent.weave.Reason;
import org.heaptwin.agent.weave.Site;

/** Gives one class the probes it shall have from now on. One caller at a time. */
final class ClassProber {
  private final Instrumentation instrumentation;
  private final ProbedClasses probed;

  private final ProbeTransformer transformer;

  ClassProber(Instrumentation instrumentation, ProbedClasses probed, ProbeTransformer transformer) {
    this.instrumentation = instrumentation;
    this.probed = probed;
    this.transformer = transformer;
  }

  /**
   * Retransforms the class with exactly these sites; with none, back to what it was. If the JVM
   * refuses, the class keeps what it had.
   */
  Woven probe(Class<?> target, List<Site> wanted) {
    List<Site> before = probed.sitesOf(target);
    Woven resultBefore = probed.resultOf(target);
    probed.setSites(target, wanted);
    probed.clearResult(target);
    String failure = retransform(target);
    if (failure == null) {
      Woven result = probed.resultOf(target);
      return result == null ? Woven.refused(wanted, "not transformed") : result;
    }
    probed.setSites(target, before);
    if (resultBefore != null) {
      probed.setResult(target, resultBefore);
    }
    return Woven.refused(wanted, failure);
  }

  private String retransform(Class<?> target) {
    transformer.beginOfOurs();
    try {
      instrumentation.retransformClasses(target);
      return null;
    } catch (UnmodifiableClassException refused) {
      return Reason.NOT_MODIFIABLE;
    } catch (VerifyError | ClassFormatError refused) {
      return Reason.FAILS_VERIFICATION;
    } catch (Throwable refused) {
      return "retransformation failed: " + refused.getClass().getName();
    } finally {
      transformer.endOfOurs();
    }
  }
}
