package org.heaptwin.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.heaptwin.problem.Problem;
import org.junit.jupiter.api.Test;

class JavaProcessesTest {
  private static final JavaProcess SHOP = java(10, "org.example.Shop");
  private static final JavaProcess SHOP_JAR = java(11, "/opt/shop/shop-1.2.jar");
  private static final JavaProcess OTHER_SHOP = java(12, "com.other.Shop");
  private static final JavaProcess MODULE = java(13, "org.app/org.app.Main");

  @Test
  void takesANumberForAPid() {
    assertThat(JavaProcesses.resolve("4242")).isEqualTo(4242);
    assertThatThrownBy(() -> JavaProcesses.resolve("99999999999999999999"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("is not a pid");
  }

  @Test
  void findsByMainClassAndJar() {
    List<JavaProcess> all = List.of(SHOP, SHOP_JAR, MODULE);

    assertThat(JavaProcesses.resolve("org.example.Shop", all)).isEqualTo(10);
    assertThat(JavaProcesses.resolve("Shop", all)).isEqualTo(10);
    assertThat(JavaProcesses.resolve("shop-1.2.jar", all)).isEqualTo(11);
    assertThat(JavaProcesses.resolve("shop-1.2", all)).isEqualTo(11);
    assertThat(JavaProcesses.resolve("/opt/shop/shop-1.2.jar", all)).isEqualTo(11);
    assertThat(JavaProcesses.resolve("org.app.Main", all)).isEqualTo(13);
  }

  @Test
  void saysWhatThereIsWhenNothingMatches() {
    assertThatThrownBy(() -> JavaProcesses.resolve("Bank", List.of(SHOP, SHOP_JAR)))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("10 org.example.Shop, 11 shop-1.2.jar");
    assertThatThrownBy(() -> JavaProcesses.resolve("Bank", List.of()))
        .hasMessageContaining("no JVM runs here");
  }

  @Test
  void refusesToChooseBetweenSeveral() {
    assertThatThrownBy(() -> JavaProcesses.resolve("Shop", List.of(SHOP, OTHER_SHOP)))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("2 JVMs are called 'Shop': 10 org.example.Shop, 12 com.other.Shop");
  }

  @Test
  void listsRealJvmsAndNothingElse() throws IOException {
    try (ChildProcesses children = new ChildProcesses()) {
      Process jvm = children.jvm("-XX:+UseParallelGC");
      Process hidden = children.jvm("-XX:-UsePerfData");
      Process sleep = children.sleep();

      List<JavaProcess> list = JavaProcesses.list();

      assertThat(list)
          .extracting(JavaProcess::pid)
          .contains(jvm.pid(), hidden.pid())
          .doesNotContain(sleep.pid(), ProcessHandle.current().pid());
      JavaProcess told =
          list.stream().filter(process -> process.pid() == jvm.pid()).findFirst().orElseThrow();
      assertThat(told.collector()).contains("Parallel");
      JavaProcess guessed =
          list.stream().filter(process -> process.pid() == hidden.pid()).findFirst().orElseThrow();
      assertThat(guessed.mainName()).contains(Sleeper.class.getName());
      assertThat(guessed.collector()).isEmpty();
      assertThat(guessed.javaVersion().orElseThrow())
          .startsWith(System.getProperty("java.version"));
    }
  }

  private static JavaProcess java(long pid, String main) {
    return new JavaProcess(pid, 0, Optional.of(main), Optional.empty(), Optional.empty());
  }
}
