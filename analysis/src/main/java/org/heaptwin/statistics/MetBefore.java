package org.heaptwin.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Lower bound of the duplicate share from objects whose content was met before, by betting.
 *
 * <p>Units are sampled objects and runs of consecutive objects. They are gone through in a random
 * order; an object is a hit if its content was met in a unit before, or earlier in its own run. Of
 * each content at most one object is not a duplicate, so if the duplicate share were s, a unit's
 * hits would make up at most
 *
 * <pre>
 * s + (one object of each content met so far) / (all objects) = s + f
 * </pre>
 *
 * of its weight in expectation, whatever happened before. A gambler who stakes a part c of his
 * capital on hits at these odds has it multiplied by 1 - c a + c h / (s + f), where h and a are the
 * weights of the unit's hits and of all its objects, as parts of the heaviest unit's: a
 * non-negative supermartingale. The bound is the largest s at which he ends with 1/error times his
 * capital or more (Markov's inequality; Waudby-Smith and Ramdas, J. R. Stat. Soc. B 86, 2024,
 * sections 3 and 4). The mean over several gamblers and orders is as valid as one.
 *
 * <p>It holds for any number of units, so a few runs that are all copies show something where an
 * interval by a variance has nothing to estimate it from, and what samples and runs tell is
 * multiplied. It covers as long as samples are drawn by bytes, runs start at random, and the
 * heaviest run seen is about as heavy as runs get; as runs may be heavier, one as heavy as that and
 * without a hit stands before all others.
 *
 * <p>Contents that are comparable only within an epoch enter with different numbers in different
 * epochs. That splits true groups, so the bound stays a bound.
 */
public final class MetBefore {
  /** A stake of everything would be lost at the first miss. */
  private static final double MOST = 0.9;

  /** Half of the capital goes to one who learns, the rest to those who never change. */
  private static final List<Gambler> GAMBLERS =
      List.of(
          new Gambler(0.5, MetBefore::learning),
          new Gambler(0.125, (odds, hits, all) -> 0.06),
          new Gambler(0.125, (odds, hits, all) -> 0.25),
          new Gambler(0.125, (odds, hits, all) -> 0.5),
          new Gambler(0.125, (odds, hits, all) -> MOST));

  private static final int ORDERS = 4;
  private static final long SEED = 20_070_314;

  private final List<Order> orders = new ArrayList<>();

  /**
   * A sampled object, or consecutive objects of one thread in their order.
   *
   * @param group content numbers, common to all units
   * @param weight what each object stands for, in bytes or in objects
   * @param own the object's own bytes (when weights are bytes) or 1
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of numbers; never compared
  public record Unit(int[] group, double[] weight, double[] own) {
    double total() {
      return Arrays.stream(weight).sum();
    }
  }

  /**
   * Share of a hit that counts: less than 1 where units stand for a part of the objects only and
   * the rest is taken to be unique.
   */
  public record Credit(double sampled, double runs) {}

  /** Stakes at these odds, knowing the weights of hits and of all objects so far. */
  private interface Stake {
    double at(double odds, double hits, double all);
  }

  private record Gambler(double capital, Stake stake) {}

  /** Kelly's stake for the share of hits so far, with half a hit in one unit before the first. */
  private static double learning(double odds, double hits, double all) {
    double expected = (hits + 0.5) / (all + 1);
    return odds >= expected ? 0 : Math.min(MOST, (expected - odds) / (1 - odds));
  }

  /** Either list may be empty; units without objects are passed over. */
  public MetBefore(List<Unit> sampled, List<Unit> runs) {
    double heaviestSampled = heaviest(sampled);
    double heaviestRun = heaviest(runs);
    List<Placed> units = new ArrayList<>();
    sampled.forEach(unit -> units.add(new Placed(unit, false, heaviestSampled)));
    runs.forEach(unit -> units.add(new Placed(unit, true, heaviestRun)));
    units.removeIf(unit -> unit.unit().group().length == 0);
    Random random = new Random(SEED);
    for (int i = 0; i < ORDERS; i++) {
      Collections.shuffle(units, random);
      orders.add(new Order(units));
    }
  }

  private static double heaviest(List<Unit> units) {
    return units.stream().mapToDouble(Unit::total).max().orElse(0);
  }

  private record Placed(Unit unit, boolean run, double heaviest) {}

  /**
   * Lower end of the duplicate share at one-sided error {@code error}.
   *
   * @param total lower end of the total in the unit of the weights
   */
  public double low(Credit credit, double total, double error) {
    if (total <= 0) {
      return 0;
    }
    double most = orders.stream().mapToDouble(order -> order.hitShare(credit)).min().orElse(0);
    return most <= 0
        ? 0
        : Roots.increasing(
            share -> Math.log(1 / error) - logCapital(share, credit, total), 0, most);
  }

  /** Logarithm of the capital at the end if the share is {@code share}. */
  private double logCapital(double share, Credit credit, double total) {
    double[] ends = new double[orders.size() * GAMBLERS.size()];
    int next = 0;
    for (Order order : orders) {
      for (Gambler gambler : GAMBLERS) {
        double part = gambler.capital() / orders.size();
        ends[next++] = Math.log(part) + order.logCapital(share, credit, total, gambler.stake());
      }
    }
    double most = Arrays.stream(ends).max().orElse(0);
    return most + Math.log(Arrays.stream(ends).map(end -> Math.exp(end - most)).sum());
  }

  /** What the units say when they are met in one order. */
  private static final class Order {
    private final boolean[] run;
    private final double[] hits;
    private final double[] all;
    private final double[] firsts;

    Order(List<Placed> units) {
      // Room for the run that stands before all others.
      int before = units.stream().anyMatch(Placed::run) ? 1 : 0;
      run = new boolean[units.size() + before];
      hits = new double[run.length];
      all = new double[run.length];
      firsts = new double[run.length];
      Map<Integer, Double> met = new HashMap<>();
      double first = 0;
      if (before == 1) {
        all[0] = 1;
      }
      for (int k = before; k < run.length; k++) {
        Placed placed = units.get(k - before);
        run[k] = placed.run();
        firsts[k] = first;
        boolean canHit = !met.isEmpty() || placed.unit().group().length > 1;
        first += meet(placed, met, k);
        all[k] = canHit ? all[k] : 0;
      }
    }

    /** Returns how much the first objects of the contents met so far have become heavier. */
    private double meet(Placed placed, Map<Integer, Double> met, int k) {
      Unit unit = placed.unit();
      double added = 0;
      for (int i = 0; i < unit.group().length; i++) {
        double part = unit.weight()[i] / placed.heaviest();
        Double before = met.get(unit.group()[i]);
        all[k] += part;
        hits[k] += before == null ? 0 : part;
        double heavier = Math.max(unit.own()[i], before == null ? 0 : before);
        added += heavier - (before == null ? 0 : before);
        met.put(unit.group()[i], heavier);
      }
      return added;
    }

    double hitShare(Credit credit) {
      double hit = 0;
      for (int k = 0; k < run.length; k++) {
        hit += credited(k, credit);
      }
      return hit <= 0 ? 0 : hit / Arrays.stream(all).sum();
    }

    private double credited(int k, Credit credit) {
      return hits[k] * (run[k] ? credit.runs() : credit.sampled());
    }

    double logCapital(double share, Credit credit, double total, Stake stake) {
      double log = 0;
      double capital = 1;
      double hitBefore = 0;
      double allBefore = 0;
      for (int k = 0; k < run.length; k++) {
        double odds = share + firsts[k] / total;
        double hit = credited(k, credit);
        double part = stake.at(odds, hitBefore, allBefore);
        capital *= 1 - part * all[k] + part * hit / odds;
        hitBefore += hit;
        allBefore += all[k];
        // Thousands of factors would leave the range of a double.
        if (capital < 1e-100 || capital > 1e100) {
          log += Math.log(capital);
          capital = 1;
        }
      }
      return log + Math.log(capital);
    }
  }
}
