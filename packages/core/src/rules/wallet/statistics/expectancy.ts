import type { Expectancy } from '../book-figures.ts';
import { chanceAtMostZero } from './exponential-sum.ts';

const STEPS_MAX = 100;

/** One round trip as the bounds see it: lamports as floats (the bounds are estimates), and the UTC day of its end. */
export interface Outcome {
  readonly cost: number;
  readonly pnl: number;
  readonly day: number;
}

/** The sceptical prior: so many positions of the middle size that lose this part of their cost. */
const PRIOR_POSITIONS = 20;
const PRIOR_LOSS = 0.05;
/** The remaining probability beyond each bound. */
const TAIL = 0.01;
const WHOLE_BPS = 10_000;
/** Bounds are reported within plus and minus this multiple of the cost: in basis points it fits into 32 bits. */
const RATIO_MAX = 100_000;
/** A hundredth of a basis point. */
const PRECISION = 1e-6;

interface Sums {
  readonly cost: number;
  readonly pnl: number;
}

/** A ratio of which a random draw is R(E) = sum(E*gain) / sum(E*stake), with independent exponentials E. */
interface Draws {
  readonly gains: readonly number[];
  readonly stakes: readonly number[];
}

/**
 * 99 percent bounds of profit divided by cost. The method is the Bayesian bootstrap (D. B. Rubin, Annals of Statistics 9,
 * 1981): a draw weighs the n outcomes by w = E/sum(E) with independent exponentials E, and is
 * R = (n * sum(w*pnl) - k*m*0.05) / (n * sum(w*cost) + k*m), where k positions of the middle cost m are the prior (20 for
 * the lower bound, 0 for the upper). Since the weights sum to 1, R <= q means that
 * sum(E * (n*pnl - q*n*cost - k*m*(0.05 + q))) <= 0: a linear form of exponentials, whose distribution is known well enough
 * without drawing a single random number. The bound is the q at which that has a chance of 1 or 99 percent. All of it is done
 * by outcome and again by day (outcomes of a day share their luck; the number of days stands for n); the sceptical one counts:
 * the lower of the lower bounds, from `lower`, the higher of the upper ones, from `upper`.
 * `tail` is what lies beyond a bound: 1 percent, but for comparisons. Floats are right here: these are statistics, reported in
 * whole basis points. Null where nothing was paid.
 */
export function expectancyOf(lower: readonly Outcome[], upper: readonly Outcome[], tail = TAIL): Expectancy | null {
  if (![lower, upper].every((outcomes) => outcomes.some(({ cost }) => cost > 0))) return null;
  const prior = PRIOR_POSITIONS * medianCost(lower);
  const low = [lower, byDay(lower)].map((sums) => bound(drawsOf(sums, prior), tail));
  const high = [upper, byDay(upper)].map((sums) => bound(drawsOf(sums, 0), 1 - tail));
  const upperBps = Math.ceil(Math.max(...high) * WHOLE_BPS);
  // Only the lower bound has the prior, which is milder than a total loss.
  return { lowerBps: Math.min(upperBps, Math.floor(Math.min(...low) * WHOLE_BPS)), upperBps };
}

function byDay(outcomes: readonly Outcome[]): readonly Sums[] {
  const days = new Map<number, Sums>();
  for (const { day, cost, pnl } of outcomes) {
    const sums = days.get(day);
    days.set(day, { cost: cost + (sums?.cost ?? 0), pnl: pnl + (sums?.pnl ?? 0) });
  }
  return [...days.values()];
}

/**
 * The size of the position in which the middle lamport was at work. A plain median would let dust decide: a hundred round trips
 * of next to nothing beside three lucky ones would leave no prior. With positions of one size it is the same.
 */
function medianCost(outcomes: readonly Outcome[]): number {
  const costs = outcomes.map(({ cost }) => cost).sort((a, b) => a - b);
  const all = costs.reduce((sum, cost) => sum + cost, 0);
  let sum = 0;
  for (const cost of costs) {
    sum += cost;
    if (2 * sum > all) return cost;
  }
  return 0;
}

function drawsOf(sums: readonly Sums[], prior: number): Draws {
  return {
    gains: sums.map(({ pnl }) => sums.length * pnl - prior * PRIOR_LOSS),
    stakes: sums.map(({ cost }) => sums.length * cost + prior),
  };
}

/** The ratio that a draw stays below with the given chance. */
function bound({ gains, stakes }: Draws, chance: number): number {
  // A draw is a mean of the single ratios, weighted by stakes.
  let low = RATIO_MAX;
  let high = -RATIO_MAX;
  gains.forEach((gain, at) => {
    const ratio = ratioOf(gain, stakes[at] ?? 0);
    if (ratio === null) return;
    low = Math.min(low, ratio);
    high = Math.max(high, ratio);
  });
  if (low >= high) return low;
  const beyond = (ratio: number) =>
    chanceAtMostZero(gains.map((gain, at) => gain - ratio * (stakes[at] ?? 0))) - chance;
  const found = crossing(beyond, { at: low, value: -chance }, { at: high, value: 1 - chance });
  // The remaining interval goes to the sceptical side.
  return chance < 0.5 ? found.low : found.high;
}

/** Null for nothing gained on nothing. */
function ratioOf(gain: number, stake: number): number | null {
  if (gain === 0 && stake <= 0) return null;
  const ratio = stake > 0 ? gain / stake : gain * Number.POSITIVE_INFINITY;
  return Math.max(-RATIO_MAX, Math.min(ratio, RATIO_MAX));
}

/** An argument and the value of a function there. */
interface Point {
  readonly at: number;
  readonly value: number;
}

/**
 * Two arguments at most twice `PRECISION` apart between which a function changes its sign, from a `low` one where it is below 0 to a
 * `high` one where it is not (T. R. Chandrupatla, Advances in Engineering Software 28, 1997: halving, or inverse quadratic interpolation
 * where the last three points let it be trusted).
 */
function crossing(
  value: (at: number) => number,
  low: Point,
  high: Point,
): { readonly low: number; readonly high: number } {
  // The newest point, the one across the sign, and the one before.
  let newest = high;
  let across = low;
  let before = low;
  let part = 0.5;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const at = newest.at + part * (across.at - newest.at);
    const next = { at, value: value(at) };
    if (next.value < 0 === newest.value < 0) {
      before = newest;
    } else {
      before = across;
      across = newest;
    }
    newest = next;
    const least = PRECISION / Math.abs(across.at - newest.at);
    if (least > 0.5) break;
    part = Math.min(1 - least, Math.max(least, interpolated(newest, across, before) ?? 0.5));
  }
  return { low: Math.min(newest.at, across.at), high: Math.max(newest.at, across.at) };
}

/** The part of the way from `a` to `b` at which the inverse parabola through three points is 0; null where it bends too much. */
function interpolated(a: Point, b: Point, c: Point): number | null {
  const xi = (a.at - b.at) / (c.at - b.at);
  const phi = (a.value - b.value) / (c.value - b.value);
  if (!(phi * phi < xi && (1 - phi) ** 2 < 1 - xi)) return null;
  const first = (a.value / (b.value - a.value)) * (c.value / (b.value - c.value));
  const second = ((c.at - a.at) / (b.at - a.at)) * (a.value / (c.value - a.value)) * (b.value / (c.value - b.value));
  return first + second;
}
