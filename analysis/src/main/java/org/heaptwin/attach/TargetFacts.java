package org.heaptwin.attach;

import java.util.Optional;
import org.heaptwin.linux.ProcessFiles;

/**
 * What else can be told of a JVM from outside.
 *
 * @param java version, name and collector
 * @param compactHeaders whether -XX:+UseCompactObjectHeaders or its opposite was given; empty:
 *     neither, so the JDK's default holds
 */
public record TargetFacts(JavaProcess java, Optional<Boolean> compactHeaders) {
  public static TargetFacts of(long pid) {
    ProcessFiles process = new ProcessFiles(pid);
    LaunchOptions options = LaunchOptions.of(process, PerformanceData.of(process));
    return new TargetFacts(JavaProcess.of(process), options.flag("UseCompactObjectHeaders"));
  }
}
