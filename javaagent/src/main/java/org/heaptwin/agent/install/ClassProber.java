package org.heaptwin.agent.install;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.heaptwin.agent.weave.Reason;
import org.heaptwin.agent.weave.Site;

/**
 * Gives classes the probes that they shall have from now on. Several classes go into one
 * retransformation, which stops the program once for all of them; if the JVM refuses it, each class
 * is tried alone, so that a bad one spoils no other. One caller at a time.
 */
final class ClassProber {
  /** Classes that share a pause. */
  private static final int MOST_AT_ONCE = 32;

  private final Instrumentation instrumentation;
  private final ProbedClasses probed;
  private final ProbeTransformer transformer;

  ClassProber(Instrumentation instrumentation, ProbedClasses probed, ProbeTransformer transformer) {
    this.instrumentation = instrumentation;
    this.probed = probed;
    this.transformer = transformer;
  }

  /**
   * Retransforms each class with exactly these sites; with none, back to what it was. A class that
   * the JVM refuses keeps what it had, and all its sites say why.
   */
  Map<Class<?>, Woven> probe(Map<Class<?>, List<Site>> wanted) {
    Map<Class<?>, Woven> results = new LinkedHashMap<>();
    Map<Class<?>, List<Site>> batch = new LinkedHashMap<>();
    for (Map.Entry<Class<?>, List<Site>> entry : wanted.entrySet()) {
      batch.put(entry.getKey(), entry.getValue());
      if (batch.size() == MOST_AT_ONCE) {
        probeBatch(batch, results);
        batch.clear();
      }
    }
    probeBatch(batch, results);
    return results;
  }

  private void probeBatch(Map<Class<?>, List<Site>> batch, Map<Class<?>, Woven> results) {
    if (batch.isEmpty()) {
      return;
    }
    String failure = attempt(batch, results);
    if (failure == null) {
      return;
    }
    for (Map.Entry<Class<?>, List<Site>> entry : batch.entrySet()) {
      Map<Class<?>, List<Site>> alone = Map.of(entry.getKey(), entry.getValue());
      String reason = batch.size() == 1 ? failure : attempt(alone, results);
      if (reason != null) {
        results.put(entry.getKey(), Woven.refused(entry.getValue(), reason));
      }
    }
  }

  /** Null if it succeeded, otherwise the reason, and everything is as before. */
  private String attempt(Map<Class<?>, List<Site>> batch, Map<Class<?>, Woven> results) {
    List<Runnable> undo = new ArrayList<>();
    batch.forEach((target, sites) -> undo.add(probed.replace(target, sites)));
    String failure = retransform(batch.keySet().toArray(new Class<?>[0]));
    if (failure != null) {
      undo.forEach(Runnable::run);
      return failure;
    }
    batch.forEach(
        (target, sites) -> {
          Woven result = probed.resultOf(target);
          results.put(target, result == null ? Woven.refused(sites, "not transformed") : result);
        });
    return null;
  }

  private String retransform(Class<?>... targets) {
    transformer.beginOfOurs();
    try {
      instrumentation.retransformClasses(targets);
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
