package org.heaptwin.bench.overhead;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * One run of one program.
 *
 * @param jdk feature release
 * @param round from 0; a run is compared with the run of the same round that nothing watched
 * @param work rounds of work that the program did, the same in all runs of a program and JDK
 * @param pauseSeconds what inspections added to collections; null when content was not read
 * @param longestPauseSeconds the longest of them
 */
record Run(
    String program,
    int jdk,
    Mode mode,
    int round,
    int work,
    @JsonUnwrapped ProcessCost cost,
    Double pauseSeconds,
    Double longestPauseSeconds) {}
