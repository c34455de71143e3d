import type { Position } from '../book/model.ts';
import type { EquityPoint } from '../figures-model.ts';
import { roundedBps } from './ratio.ts';

const POINTS_MAX = 100;

/** Realized profit over time: one point for each moment at which counted positions ended. `sample` is ordered by their ends. */
export function curveOf(sample: readonly Position[]): readonly EquityPoint[] {
  const points: EquityPoint[] = [];
  let lamports = 0n;
  for (const { closedAt, pnl } of sample) {
    lamports += pnl;
    const time = closedAt ?? 0;
    if (points.at(-1)?.time === time) points.pop();
    points.push({ time, lamports });
  }
  return points;
}

/**
 * The largest fall of a curve that begins at 0, by the largest basis at work at one time (in basis points rounded up); null where
 * nothing was ever at work.
 */
export function drawdownBps(curve: readonly EquityPoint[], sample: readonly Position[]): number | null {
  let peak = 0n;
  let fall = 0n;
  for (const { lamports } of curve) {
    if (lamports > peak) peak = lamports;
    if (peak - lamports > fall) fall = peak - lamports;
  }
  const basis = peakBasis(sample);
  return basis > 0n ? roundedBps(fall, basis, 'up') : null;
}

/** At most 100 points of a curve: the first, the last, and of each stretch between the lowest and the highest. */
export function thinned(curve: readonly EquityPoint[]): readonly EquityPoint[] {
  if (curve.length <= POINTS_MAX) return curve;
  const inner = curve.slice(1, -1);
  const stretches = (POINTS_MAX - 2) / 2;
  const kept = Array.from({ length: stretches }, (_, at) =>
    extremes(
      inner.slice(Math.floor((at * inner.length) / stretches), Math.floor(((at + 1) * inner.length) / stretches)),
    ),
  );
  return [...curve.slice(0, 1), ...kept.flat(), ...curve.slice(-1)];
}

/** The first of the lowest and the first of the highest points, in the order of time. */
function extremes(stretch: readonly EquityPoint[]): readonly EquityPoint[] {
  let low = 0;
  let high = 0;
  stretch.forEach(({ lamports }, at) => {
    if (lamports < (stretch[low]?.lamports ?? 0n)) low = at;
    if (lamports > (stretch[high]?.lamports ?? 0n)) high = at;
  });
  return stretch.filter((_, at) => at === low || at === high);
}

/** The largest sum of costs of positions that were open at one time; one that ends in a second does not meet one that begins in it. */
function peakBasis(sample: readonly Position[]): bigint {
  const steps = sample.flatMap(({ openedAt, closedAt, cost }) => [
    { time: openedAt, lamports: cost },
    // What opens and closes in the same second was at work all the same.
    { time: Math.max(closedAt ?? openedAt, openedAt + 1), lamports: -cost },
  ]);
  steps.sort((a, b) => a.time - b.time || Number(a.lamports > 0n) - Number(b.lamports > 0n));
  let basis = 0n;
  let peak = 0n;
  for (const { lamports } of steps) {
    basis += lamports;
    if (basis > peak) peak = basis;
  }
  return peak;
}
