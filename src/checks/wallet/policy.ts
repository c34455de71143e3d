import type { Gap, GapCause } from '#lib/reading.ts';
import type { WalletCode } from './codes.ts';
import { DAY_SECONDS } from './days.ts';
import type { WalletEvidence } from './evidence.ts';

/** Verdicts, best first. UNTRUSTED stands apart: it is only ever proven, never the result of what is missing. */
export const verdictOrder = ['TRUSTED', 'NEUTRAL', 'INSUFFICIENT', 'UNVERIFIABLE', 'UNTRUSTED'] as const;
export type WalletVerdict = (typeof verdictOrder)[number];

export type ReadingName = Exclude<keyof WalletEvidence, 'subject'>;

/**
 * What a gap in each reading leaves. `whole`: nothing can be said without it. `makers`: the best verdict cannot; UNTRUSTED
 * needs proof, so that without it there is none.
 */
export const readingRole: Readonly<Record<ReadingName, 'whole' | 'makers'>> = {
  identity: 'whole',
  asOf: 'whole',
  account: 'whole',
  history: 'whole',
  book: 'whole',
  makers: 'makers',
};

const codeOfCause: Readonly<Record<GapCause, WalletCode>> = {
  rpc_unavailable: 'RPC_UNAVAILABLE',
  rpc_disagrees: 'PROVIDER_DISAGREES',
  deadline: 'TIME_BUDGET',
  history_missing: 'META_MISSING',
  unreadable: 'UNSUPPORTED_FORMAT',
  limit_reached: 'HISTORY_TRUNCATED',
  not_found: 'META_MISSING',
};

/** The reason code of a gap: what it leaves open where that has a code of its own, else its cause. */
export function gapCodeOf(name: ReadingName, { cause }: Gap): WalletCode {
  return readingRole[name] === 'makers' ? 'MAKERS_UNREAD' : codeOfCause[cause];
}

/** The best verdict that a code still allows. Codes of `bounds` and of `provenBy` are missing: their figures tell. */
export const ceilings: Readonly<Partial<Record<WalletCode, WalletVerdict>>> = {
  NOT_A_WALLET: 'UNVERIFIABLE',
  CUSTODIAL_ADDRESS: 'UNVERIFIABLE',
  CONTINUITY_BROKEN: 'UNVERIFIABLE',
  BALANCE_MISMATCH: 'UNVERIFIABLE',
  META_MISSING: 'UNVERIFIABLE',
  UNSUPPORTED_FORMAT: 'UNVERIFIABLE',

  NO_HISTORY: 'INSUFFICIENT',
  NO_TRADES: 'INSUFFICIENT',
  NEGATIVE_EXPECTANCY: 'UNTRUSTED',

  SMALL_GAPS: 'NEUTRAL',
  PNL_NOT_POSITIVE: 'NEUTRAL',
  PNL_POSITIVE_NOT_SIGNIFICANT: 'NEUTRAL',
  PESSIMISTIC_PNL_NEGATIVE: 'NEUTRAL',
  LEAVE_K_OUT_NEGATIVE: 'NEUTRAL',
  HALF_NEGATIVE: 'NEUTRAL',
  ONE_REGIME: 'NEUTRAL',
  COST_METHOD_SENSITIVE: 'NEUTRAL',

  POSITIVE_EXPECTANCY_LCB99: 'TRUSTED',
};

/** Facts about the address itself: they decide whatever else could be read. */
export const identityCodes: readonly WalletCode[] = ['NOT_A_WALLET', 'CUSTODIAL_ADDRESS'];

/** Signs of manipulation: they prove it where they rest on enough events, and speak against the best verdict where not. */
export const manipulationCodes: readonly WalletCode[] = [
  'SELF_DEALING',
  'WASH_ROUNDTRIPS',
  'SANDWICH',
  'SELLS_WITHOUT_BUYS',
];
/** Events that make a sign of manipulation a proof. */
export const MANIPULATION_EVENTS_MIN = 5;

/** The smallest sample of which a negative expectancy is a proof. */
export const NEGATIVE_CLOSED_MIN = 30;

/** A gap between balances that matters: more than this, and more than this part of turnover. */
export const GAP_LAMPORTS_MAX = 10_000_000n;
export const GAP_TURNOVER_PARTS = 100n;
/** Transactions without a body that matter: more than a hundredth. */
export const UNUSABLE_PARTS = 100;
/** So few do not matter by themselves: a balance that they changed shows as a break. */
export const UNUSABLE_FEW = 2;

/** Makers that are looked for: those of so many mints that brought most. */
export const MAKERS_MAX = 5;
/** Profit by average cost may differ from that by first in, first out by this part of turnover: a quarter. */
export const COST_METHOD_PARTS = 4n;
/** Mints of which units that were never bought are sold. */
export const UNBOUGHT_MINTS_MIN = 3;
/** A sale so soon after receipt: such units were most likely meant to be sold. */
export const UNBOUGHT_SECONDS_MAX = 3_600;

/** Holds that are fast, and so many trades on an active day that nobody can follow: flags say so. */
export const FAST_HOLD_SECONDS = 60;
export const TRADES_PER_DAY_MAX = 300;
/** Seconds since the last trade, and share of cost paid in stable coins, from which a flag says so. */
export const STALE_FLAG_SECONDS = 14 * DAY_SECONDS;
export const STABLE_QUOTED_BPS = 2_000;
/** Confidence in integer percent, multiplied and rounded down. The factors are those of the reference. */
export const confidence = {
  max: 95,
  /** A verdict for a proven fact of the chain, and one because the history is longer than what is read. */
  provenFact: 90,
  truncated: 60,
  /** Where the makers of the mints that brought most are not all known. */
  makersUnknownMax: 80,
} as const;
