package org.heaptwin.attach;

/** Whether allocation sites are probed: never, where probing is free, or whatever it costs. */
public enum AllocationMode {
  SAMPLED,
  AUTO,
  PROBES
}
