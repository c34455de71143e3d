import type { Hold } from '../evidence/book.ts';
import { countBps, roundedBps, sumOf } from './ratio.ts';

/** The bands in which holding times are counted, shortest first. */
export const holdBands = {
  under_minute: 'Holds under one minute.',
  under_hour: 'Holds of one minute or longer, under one hour.',
  under_day: 'Holds of one hour or longer, under one day.',
  under_week: 'Holds of one day or longer, under one week.',
  longer: 'Holds of one week or longer.',
} as const;
type HoldBand = keyof typeof holdBands;

/** A hold belongs to the first band whose bound it stays below. */
const BELOW_SECONDS: Readonly<Record<HoldBand, number>> = {
  under_minute: 60,
  under_hour: 3_600,
  under_day: 86_400,
  under_week: 604_800,
  longer: Number.POSITIVE_INFINITY,
};
const BANDS = Object.keys(holdBands) as readonly HoldBand[];

const QUARTER_BPS = 2_500n;
const THREE_QUARTERS_BPS = 7_500n;
const WHOLE_BPS = 10_000n;

/** How long money was held. Quartiles are weighted by money, like the median. Null where no money was held. */
export interface HoldTimes {
  readonly lowerQuartileSeconds: number | null;
  readonly upperQuartileSeconds: number | null;
  readonly longestSeconds: number | null;
  /** Every band, shortest first. Shares in basis points, rounded down: of all holds, and of all money held. */
  readonly bands: readonly {
    readonly band: HoldBand;
    readonly holds: number;
    readonly holdsBps: number;
    readonly moneyBps: number;
  }[];
}

/** The holding times of holds of one currency, shortest first. */
export function holdTimesOf(holds: readonly Hold[]): HoldTimes {
  const all = moneyOf(holds);
  return {
    lowerQuartileSeconds: heldByShare(holds, QUARTER_BPS),
    upperQuartileSeconds: heldByShare(holds, THREE_QUARTERS_BPS),
    longestSeconds: heldByShare(holds, WHOLE_BPS),
    bands: BANDS.map((band) => {
      const inside = holds.filter(({ seconds }) => bandOf(seconds) === band);
      return {
        band,
        holds: inside.length,
        holdsBps: countBps(inside.length, holds.length, 'down'),
        moneyBps: roundedBps(moneyOf(inside), all, 'down'),
      };
    }),
  };
}

/**
 * The shortest time such that at least `bps` of the money was held that long or shorter; null where no money was held. `holds`:
 * shortest first.
 */
export function heldByShare(holds: readonly Hold[], bps: bigint): number | null {
  const all = moneyOf(holds);
  if (all <= 0n) return null;
  let held = 0n;
  for (const { seconds, amount } of holds) {
    held += amount;
    if (held * WHOLE_BPS >= all * bps) return seconds;
  }
  return null;
}

function bandOf(seconds: number): HoldBand {
  return BANDS.find((band) => seconds < BELOW_SECONDS[band]) ?? 'longer';
}

function moneyOf(holds: readonly Hold[]): bigint {
  return sumOf(holds, ({ amount }) => amount);
}
