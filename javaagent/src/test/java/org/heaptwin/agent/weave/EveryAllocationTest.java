package org.heaptwin.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.heaptwin.agent.weave.ClassWeaver.Woven;
import org.heaptwin.agent.weave.RecordingProbe.Passed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of allocation: the probe gets that object, complete, and nothing else. */
class EveryAllocationTest {
  private static final int SITE = 200;
  private static final String BOX = "Lorg/heaptwin/agent/weave/Box;";
  private static final String LATE = "Lorg/heaptwin/agent/weave/Subjects$Late;";
  private static final String CLONE = "java/lang/Object.clone";

  private String outcome;
  private Object result;

  @BeforeEach
  void forget() {
    RecordingProbe.drain();
  }

  @Test
  void newPassesWhenItsConstructorHasReturned() throws Exception {
    List<Passed> passed = run("plain", BOX);

    assertThat(outcome).isEqualTo("ok 1");
    assertThat(passed).containsExactly(new Passed(result, SITE, "[a]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nested        | ok 2 | [a] [[a]]",
        "ternary       | ok 2 | [yes] [[yes]] [no]",
        "nestedInArray | ok 3 | [a] [b] [[[a], [b]]]",
        "dropped       | ok 1 | [a]",
        "throwing      | ok 1 | ''",
        "inLoop        | ok 2 | [first] [[first]] [[[first]]] [[[[first]]]]",
      })
  void everyNewOfTheMethodPassesInOrder(String method, String expected, String texts)
      throws Exception {
    List<Passed> passed = run(method, BOX);

    assertThat(outcome).isEqualTo(expected);
    assertThat(passed.stream().map(Passed::text).collect(Collectors.joining(" "))).isEqualTo(texts);
  }

  @Test
  void newInAFinallyBlockIsProbedInEveryCopyOfTheBlock() throws Exception {
    List<Passed> passed = run("inFinally", BOX);

    assertThat(outcome).isEqualTo("ok 3");
    assertThat(passed.stream().map(Passed::text)).containsExactly("[try]", "[finally]");
  }

  @ParameterizedTest
  @CsvSource({"Z,0", "C,1", "F,2", "D,3", "B,4", "S,5", "I,6", "J,7"})
  void primitiveArrayPasses(String element, int index) throws Exception {
    List<Passed> passed = run("primitives", "[" + element);

    assertThat(outcome).isEqualTo("ok 1");
    assertThat(passed)
        .singleElement()
        .extracting(Passed::object)
        .isSameAs(((Object[]) result)[index]);
  }

  @ParameterizedTest
  @CsvSource({
    "references, [Ljava/lang/String;",
    "arrayOfArrays, [[I",
    "many, [[I",
    "filled, [I",
    "cloneOfPrimitives, [I",
    "cloneOfReferences, [Ljava/lang/String;",
    "copyOf, [Ljava/lang/String;",
    "copyOfPrimitives, [I",
    "newInstance, [I",
    "builder, Ljava/lang/String;",
  })
  void whatTheMethodReturnsPasses(String method, String allocated) throws Exception {
    List<Passed> passed = run(method, allocated);

    assertThat(outcome).isEqualTo("ok 1");
    assertThat(passed).singleElement().extracting(Passed::object).isSameAs(result);
  }

  @ParameterizedTest
  @CsvSource({
    "cloneOfPrimitives, [I",
    "cloneOfReferences, [Ljava/lang/String;",
  })
  void nativeCallPasses(String method, String allocated) throws Exception {
    List<Passed> passed = run(method, allocated, Site.NO_LINE, CLONE);

    assertThat(outcome).isEqualTo("ok 1");
    assertThat(passed).singleElement().extracting(Passed::object).isSameAs(result);
  }

  @Test
  void superCloneIsANativeCall() throws Exception {
    Woven woven =
        Weaving.weave(
            Weaving.bytesOf(Box.class),
            Weaving.site(SITE, "clone()Lorg/heaptwin/agent/weave/Box;", -1, BOX, CLONE));
    Class<?> box = Weaving.define(woven.bytes());
    Object original = box.getConstructor(Object.class).newInstance("a");
    Object copy = box.getMethod("clone").invoke(original);

    assertThat(Weaving.outcome(woven)).isEqualTo("ok 1");
    assertThat(RecordingProbe.drain()).containsExactly(new Passed(copy, SITE, "[a]"));
  }

  @Test
  void varargsArrayPasses() throws Exception {
    List<Passed> passed = run("varargs", "[Ljava/lang/Object;", Site.NO_LINE, "");

    // Arrays.asList takes generic arguments: the compiler makes an array of their type.
    assertThat(outcome).isEqualTo(Reason.NO_INSTRUCTION);
    assertThat(passed).isEmpty();
    assertThat(run("varargs", "[Ljava/lang/String;")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "many, [I, inner array of multianewarray",
    "plain, [I, no allocation instruction",
    "copyOf, [I, no allocation instruction",
    "cloneOfPrimitives, [J, no allocation instruction",
    "absent, [J, no such method",
  })
  void saysWhyNothingIsProbed(String method, String allocated, String reason) throws Exception {
    Woven woven =
        Weaving.weave(
            Weaving.bytesOf(Subjects.class),
            Weaving.site(SITE, method + "()Ljava/lang/Object;", Site.NO_LINE, allocated));

    assertThat(Weaving.outcome(woven)).isEqualTo(reason);
    assertThat(woven.bytes()).isNull();
  }

  @Test
  void onlyTheLineOfTheSiteIsProbed() throws Exception {
    String first = ((Object[]) Subjects.lines())[0].toString();
    int line = Integer.parseInt(first.substring(1, first.length() - 1));

    List<Passed> pair = run("lines", BOX, line, "");
    assertThat(outcome).isEqualTo("ok 2");
    assertThat(pair.stream().map(Passed::text)).containsExactly(first, first);

    List<Passed> single = run("lines", BOX, line + 1, "");
    assertThat(outcome).isEqualTo("ok 1");
    assertThat(single.stream().map(Passed::text)).containsExactly("[" + (line + 1) + "]");
  }

  @Test
  void theLineIsThatOfTheAllocationNotOfTheConstructorCall() throws Exception {
    assertThat(Subjects.split()).isNotNull();

    List<Passed> passed = run("split", LATE, Subjects.Late.BORN_ON, "");

    assertThat(outcome).isEqualTo("ok 1");
    assertThat(passed).singleElement().extracting(Passed::object).isSameAs(result);
  }

  @Test
  void twoSitesShareNoInstruction() throws Exception {
    Site first = Weaving.site(1, "plain()Ljava/lang/Object;", Site.NO_LINE, BOX);
    Site second = Weaving.site(2, "plain()Ljava/lang/Object;", Site.NO_LINE, BOX);

    Woven woven = Weaving.weave(Weaving.bytesOf(Subjects.class), first, second);

    assertThat(woven.outcomes().get(first)).hasToString("ok 1");
    assertThat(woven.outcomes().get(second)).hasToString(Reason.TAKEN);
  }

  private List<Passed> run(String method, String allocated) throws Exception {
    return run(method, allocated, Site.NO_LINE, "");
  }

  private List<Passed> run(String method, String allocated, int line, String callee)
      throws Exception {
    Site site = Weaving.site(SITE, method + "()Ljava/lang/Object;", line, allocated, callee);
    Woven woven = Weaving.weave(Weaving.bytesOf(Subjects.class), site);
    outcome = Weaving.outcome(woven);
    if (woven.bytes() != null) {
      result = Weaving.define(woven.bytes()).getMethod(method).invoke(null);
    }
    return RecordingProbe.drain();
  }
}
