package org.heaptwin.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** Every allocation of whole libraries probed at once: finds what hand-picked cases forget. */
class RealCodeTest {
  private int probes;
  private final Map<String, Integer> refusals = new TreeMap<>();

  static Stream<Library> libraries() {
    return Stream.concat(Stream.of(Library.javaBase()), jars());
  }

  /** What can be defined a second time. */
  static Stream<Library> jars() {
    return Stream.of(
        Library.of(Assertions.class), Library.of(Test.class), Library.of(ClassReader.class));
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void nothingButTheProbesIsAdded(Library library) throws Exception {
    library.forEach(
        original -> {
          Woven woven = weave(original);
          if (woven.bytes() != null) {
            ClassNode stripped = EverySite.read(woven.bytes());
            probes += EverySite.strip(stripped);
            assertThat(rewritten(stripped))
                .as(stripped.name)
                .isEqualTo(rewritten(EverySite.read(original)));
          }
        });

    assertThat(probes).isGreaterThan(100);
    // javac keeps a copy under each constructor; only limits of size may stand in the way.
    assertThat(refusals.keySet())
        .isSubsetOf(Reason.TOO_LARGE, Reason.TOO_LARGE_TO_COMPILE, Reason.TOO_COMPLEX);
  }

  @ParameterizedTest
  @MethodSource("jars")
  void theJvmVerifiesWhatWasWoven(Library library) throws Exception {
    WovenLoader loader = new WovenLoader();
    library.forEach(
        original -> {
          byte[] woven = weave(original).bytes();
          loader.add(original, woven == null ? original : woven);
        });

    assertThat(loader.verifyAll()).isEmpty();
    assertThat(loader.methods()).isGreaterThan(500);
  }

  private Woven weave(byte[] original) {
    List<Site> sites = EverySite.in(original);
    Woven woven = Weaving.weave(original, sites.toArray(new Site[0]));
    woven.outcomes().values().stream()
        .filter(outcome -> !outcome.isProbed())
        .forEach(outcome -> refusals.merge(outcome.toString(), 1, Integer::sum));
    return woven;
  }

  /** Written anew, so that nothing but the contents decides the bytes. */
  private static byte[] rewritten(ClassNode node) {
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }
}
