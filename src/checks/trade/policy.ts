import type { Gap, GapCause } from '#lib/reading.ts';
import type { TradeCode } from './codes.ts';
import type { TradeEvidence } from './evidence.ts';
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
] as const satisfies readonly { verdict: TradeVerdict; code: TradeCode; bps: number }[];

/** A verdict about the cost of a round trip that can be made. */
export type CostVerdict = (typeof costBounds)[number]['verdict'];

/** The same bounds alone, in the order of the verdicts. */
export const COST_BOUNDS: readonly number[] = costBounds.map(({ bps }) => bps);

/**
 * The highest priority that is counted, in micro-lamports a compute unit. An assumed priority is this one, so that what
 * could not be read never flatters a trade; a dearer one that was read is a choice of others and not a need.
 */
export const HIGHEST_PRIORITY_MICRO_LAMPORTS = 1_000_000n;

/**
 * The best verdict that each code still allows. The answer is the worst of what was found, so a further bad fact can only
 * lower it. Codes of causes are missing here: a gap that decides allows nothing.
 */
export const ceilings: Readonly<Partial<Record<TradeCode, TradeVerdict>>> = {
  ROUND_TRIP_COST_LOW: 'ACCEPTABLE_COST',
  ROUND_TRIP_COST_ELEVATED: 'ELEVATED_COST',
  ROUND_TRIP_COST_HIGH: 'HIGH_COST',

  ROUND_TRIP_COST_EXCESSIVE: 'UNTRADEABLE',
  LEG_NOT_EXECUTABLE: 'UNTRADEABLE',
  SIZE_NOT_FILLED: 'UNTRADEABLE',
  TRANSFERS_BLOCKED: 'UNTRADEABLE',
  TRANSFER_FEE_TAKES_ALL: 'UNTRADEABLE',
  SALE_REFUSED: 'UNTRADEABLE',

  NO_POOL_FOUND: 'NO_POOL',

  NOT_A_MINT: 'UNKNOWN',
  POOLS_NOT_READ: 'UNKNOWN',
  UNKNOWN_EXTENSION: 'UNKNOWN',
  TRANSFER_HOOK_UNPROVEN: 'UNKNOWN',
};

/** Codes that say what this service could not read or prove: they count as a gap of this reading, and as ours. */
export const unreadBy: Readonly<Partial<Record<TradeCode, ReadingName>>> = {
  POOLS_NOT_READ: 'pools',
  UNKNOWN_EXTENSION: 'mint',
  TRANSFER_HOOK_UNPROVEN: 'sale',
};

export type ReadingName = Exclude<keyof TradeEvidence, 'subject' | 'sizeLamports'>;

/**
 * What each reading decides: the verdict in any case; only that there is no pool, where none was found; or only whether a
 * hook lets holders sell. A gap in what decides is UNKNOWN, which no fact is worse than, so reading less never helps.
 */
export const readingRole: Readonly<Record<ReadingName, 'verdict' | 'absence' | 'hook'>> = {
  asOf: 'verdict',
  mint: 'verdict',
  pools: 'verdict',
  cost: 'verdict',
  network: 'verdict',
  holders: 'absence',
  sale: 'hook',
};

/** Whether a gap in the reading decides the verdict of this evidence. */
export function decides(name: ReadingName, { pools, cost, mint }: TradeEvidence): boolean {
  switch (readingRole[name]) {
    case 'verdict':
      return true;
    case 'absence':
      return pools.known && cost.known && nothingFound(pools.value, cost.value);
    case 'hook':
      return mint.known && mint.value.is === 'mint' && mint.value.mint.hookProgram !== null;
  }
}

const codeOfCause: Readonly<Record<GapCause, TradeCode>> = {
  rpc_unavailable: 'RPC_UNAVAILABLE',
  rpc_disagrees: 'PROVIDER_DISAGREES',
  deadline: 'TIME_BUDGET',
  history_missing: 'ACCOUNT_NOT_FOUND',
  unreadable: 'UNSUPPORTED_FORMAT',
  limit_reached: 'LIMIT_REACHED',
  not_found: 'ACCOUNT_NOT_FOUND',
};

/** The reason codes that a deciding gap leads to: its cause, and what it leaves open where that has a code. */
export function gapCodes(name: ReadingName, { cause }: Gap): readonly TradeCode[] {
  const code = codeOfCause[cause];
  if (readingRole[name] === 'absence') return ['POOLS_NOT_READ', code];
  if (readingRole[name] !== 'hook') return [code];
  // A trial that proved nothing is no format that we do not know: its own code says all there is to say.
  return cause === 'unreadable' ? ['TRANSFER_HOOK_UNPROVEN'] : ['TRANSFER_HOOK_UNPROVEN', code];
}

/** A route whose pools hold less than this many times the size is thin: the purchase moves the price of a plain pool by a tenth. */
export const THIN_TIMES_SIZE = 20n;
/** ... and so is one that holds less than this at any size: 10 SOL leave with one holder. */
export const THIN_LAMPORTS = 10_000_000_000n;
/** A pool whose smaller side is worth less than the larger one divided by this has one side only. */
export const ONE_SIDED_RATIO = 10n;
/** Younger than this is new: 24 hours. */
export const NEW_POOL_SECONDS = 86_400;
/** Liquidity of which less than this is locked can leave, in basis points: half. */
export const LOCKED_SHARE_BPS_MIN = 5_000;
/** Prices of pools further apart than this disagree, in basis points: more than fees explain. */
export const DISAGREEMENT_BPS_MAX = 500;
/** Venues whose pools are bonding curves. */
export const curveVenues: readonly string[] = ['pump_curve', 'raydium_launchlab', 'meteora_dbc'];

/** Confidence in integer percent. The factors that apply are multiplied and rounded down. */
export const confidence = {
  /** An exact quote of one pool from fresh confirmed state: what is left is what happens until a trade lands. */
  max: 95,
  /** What the account of the subject says itself. */
  subjectFact: 95,
  /** One holder's sale stands for all of them. */
  saleRefused: 90,
  /** Derivation and holders were both read and empty; a pool of a venue that is not known here is not excluded. */
  noPool: 90,
  /** Two pools move, and a stable coin is counted as lamports. */
  twoHops: 95,
  /** A bound is on the safe side of the number, and not the number. */
  bounds: 85,
  /** A pool that was not priced may be cheaper, or the larger part of the market. */
  unpricedPool: 85,
  /** Liquidity in a place that was not found says the same, with its size known. */
  unpricedLiquidity: 80,
  /** Unread holders may show any liquidity, so this is lower than what they can show. */
  holdersUnread: 75,
  /** The highest priority is on the safe side, and matters for small sizes only. */
  priorityAssumed: 95,
  /** Prices that lie this far apart will move towards each other. */
  disagreement: 85,
  /** The state of the next slot may be on the other side of a bound that is this near: a tenth of the bound. */
  nearBound: { part: 10, percent: 90 },
} as const;
