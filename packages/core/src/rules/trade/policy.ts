import type { Gap } from '#lib/reading.ts';
import { codeOfMintCause } from '../mint-codes.ts';
import { ruleFor } from '../rule.ts';
import { canFreeze, type TradeEvidence, type TradeMintFacts } from './evidence.ts';
import { nothingFound } from './pools.ts';

/** Verdicts, best first. A higher index is worse. */
export const verdictOrder = [
  'ACCEPTABLE_COST',
  'ELEVATED_COST',
  'HIGH_COST',
  'UNTRADEABLE',
  'NO_POOL',
  'UNKNOWN',
] as const;
export type TradeVerdict = (typeof verdictOrder)[number];

/**
 * The most that a round trip may cost for each verdict, in basis points of the size; above the last one it is UNTRADEABLE.
 * Impact counts on both legs. 300: a venue's fee of about 1 % each way, as many of the newer ones take, and a little impact.
 * 1,000: a tenth is what a trade that goes well has to earn before it earns anything. 3,500: from there the price must rise
 * by more than half to bring the lamports back, so that buying is paying and not trading.
 */
export const costBounds = [
  { verdict: 'ACCEPTABLE_COST', code: 'ROUND_TRIP_COST_LOW', bps: 300 },
  { verdict: 'ELEVATED_COST', code: 'ROUND_TRIP_COST_ELEVATED', bps: 1_000 },
  { verdict: 'HIGH_COST', code: 'ROUND_TRIP_COST_HIGH', bps: 3_500 },
] as const satisfies readonly { verdict: TradeVerdict; code: string; bps: number }[];

/** A verdict about the cost of a round trip that can be made. */
export type CostVerdict = (typeof costBounds)[number]['verdict'];

/** The same bounds alone, in the order of the verdicts. */
export const COST_BOUNDS: readonly number[] = costBounds.map(({ bps }) => bps);

/**
 * The highest priority fee that counts, in micro-lamports a compute unit. It is also the assumed one, so that unread fees never
 * flatter a trade; a higher one is a choice of others.
 */
export const HIGHEST_PRIORITY_MICRO_LAMPORTS = 1_000_000n;

export type TradeReadingName = Exclude<keyof TradeEvidence, 'subject' | 'sizeLamports'>;

/** The weight of a code of the trade check. */
export interface TradeWeight {
  /** The best verdict that it allows. The answer is the worst of all, so another bad fact can only lower it. */
  readonly allows: TradeVerdict;
  /** The reading of which it says that this service could not read or prove it: it counts as a gap of our own. */
  readonly unread?: TradeReadingName;
  /** Confidence in percent of a verdict that it decides; by default from the pools' results for the size. */
  readonly percent?: number;
}

/** Makes a rule of the trade check. A rule that needs the mint gets its facts and is not applicable to other accounts. */
export const tradeRule = ruleFor<TradeEvidence, TradeWeight, { readonly mint: TradeMintFacts }>({
  mint: (subject) => (subject.is === 'mint' ? subject.mint : null),
});

/**
 * The effect of each reading: on the verdict in any case; only on the absence of a pool, if none was found, or of frozen holders, if
 * somebody can freeze; or only on whether a hook lets holders sell. A gap in a deciding reading is UNKNOWN, the worst result, so reading
 * less never helps.
 */
export const readingRole: Readonly<Record<TradeReadingName, 'verdict' | 'absence' | 'hook'>> = {
  asOf: 'verdict',
  mint: 'verdict',
  pools: 'verdict',
  cost: 'verdict',
  network: 'verdict',
  holders: 'absence',
  sale: 'hook',
};

/** Whether a gap in the reading decides the verdict of this evidence. */
export function decides(name: TradeReadingName, { pools, cost, mint }: TradeEvidence): boolean {
  switch (readingRole[name]) {
    case 'verdict':
      return true;
    case 'absence':
      return isAbsenceAsked({ pools, cost }) || (mint.known && mint.value.is === 'mint' && canFreeze(mint.value.mint));
    case 'hook':
      return mint.known && mint.value.is === 'mint' && mint.value.mint.hookProgram !== null;
  }
}

/** Whether holders have to show that there is no pool. */
function isAbsenceAsked({ pools, cost }: Pick<TradeEvidence, 'pools' | 'cost'>): boolean {
  return pools.known && cost.known && nothingFound(pools.value, cost.value);
}

type GapCode =
  | (typeof codeOfMintCause)[Gap['cause']]
  | 'POOLS_NOT_READ'
  | 'HOLDERS_UNAVAILABLE'
  | 'TRANSFER_HOOK_UNPROVEN';

/** The reason codes of a deciding gap: its cause, and the open question if that has a code. */
export function gapCodesOf(name: TradeReadingName, { cause }: Gap, evidence: TradeEvidence): readonly GapCode[] {
  const code = codeOfMintCause[cause];
  if (readingRole[name] === 'absence')
    return [isAbsenceAsked(evidence) ? 'POOLS_NOT_READ' : 'HOLDERS_UNAVAILABLE', code];
  if (readingRole[name] !== 'hook') return [code];
  // A trial that proved nothing is no unknown format: its own code is enough.
  return cause === 'unreadable' ? ['TRANSFER_HOOK_UNPROVEN'] : ['TRANSFER_HOOK_UNPROVEN', code];
}

/** Confidence in integer percent. The factors that apply are multiplied and rounded down. */
export const confidence = {
  /** An exact quote of one pool from fresh confirmed state: only events until the trade lands remain uncertain. */
  max: 95,
  /** Two pools move, and a stable coin is counted as lamports. */
  twoHops: 95,
  /** A bound is on the safe side of the number, and not the number. */
  bounds: 85,
  /** A pool that was not priced may be cheaper, or the larger part of the market. */
  unpricedPool: 85,
  /** Liquidity in an unfound account says the same, with its size known. */
  unpricedLiquidity: 80,
  /** Unread holders may show any liquidity, so this is lower than the value of shown liquidity. */
  holdersUnread: 75,
  /** The highest priority is on the safe side, and matters for small sizes only. */
  priorityAssumed: 95,
  /** Prices that lie this far apart will move towards each other. */
  disagreement: 85,
  /** The state of the next slot may be on the other side of a bound that is this near: a tenth of the bound. */
  nearBound: { part: 10, percent: 90 },
} as const;
