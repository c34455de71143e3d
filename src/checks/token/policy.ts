import type { Gap, GapCause } from '#lib/reading.ts';
import type { TokenCode } from './codes.ts';
import type { TokenEvidence } from './evidence.ts';

/** Verdicts, best first. UNKNOWN stands apart: it is never better than what was proven. */
export const verdictOrder = ['LOW_RISK', 'ELEVATED', 'HIGH_RISK', 'CRITICAL', 'UNKNOWN'] as const;
export type TokenVerdict = (typeof verdictOrder)[number];

/** What a code is about; `identity`: that the subject is no fungible mint, `entity`: what kind of mint it is. Three medium facts weigh as a serious one only where they are of at least two categories. */
export type Category = 'identity' | 'entity' | 'control' | 'holders' | 'liquidity' | 'age' | 'exit' | 'data';

/** How sure the facts behind a code are, in percent: what an account says itself, what is computed, what is inferred. */
export const certainty = { state: 100, derived: 80, inferred: 60 } as const;

interface Weight {
  readonly category: Category;
  readonly certainty: keyof typeof certainty;
  /** For how many medium facts one of this code counts; 1 when absent. */
  readonly counts?: number;
}

/** The category and certainty of each code that a rule can raise. Codes of causes are missing: they follow from gaps. */
export const weights: Readonly<Partial<Record<TokenCode, Weight>>> = {
  MINT_NOT_FOUND: { category: 'identity', certainty: 'state' },
  NOT_A_MINT: { category: 'identity', certainty: 'state' },
  MINT_UNINITIALIZED: { category: 'identity', certainty: 'state' },
  UNSUPPORTED_TOKEN_PROGRAM: { category: 'identity', certainty: 'state' },
  MINT_DATA_MALFORMED: { category: 'identity', certainty: 'state' },
  NON_FUNGIBLE: { category: 'identity', certainty: 'state' },
  UNKNOWN_EXTENSION: { category: 'data', certainty: 'state' },
  ZERO_SUPPLY: { category: 'entity', certainty: 'state' },
  IMPERSONATES_CANONICAL: { category: 'entity', certainty: 'inferred' },
  CANONICAL_PROFILE_DRIFT: { category: 'entity', certainty: 'state' },
  METADATA_POINTER_FOREIGN: { category: 'entity', certainty: 'state' },

  MINT_AUTHORITY_LIVE: { category: 'control', certainty: 'state' },
  FREEZE_AUTHORITY_LIVE: { category: 'control', certainty: 'state' },
  HOLDERS_FROZEN: { category: 'control', certainty: 'state' },
  DEFAULT_STATE_FROZEN: { category: 'control', certainty: 'state' },
  NON_TRANSFERABLE: { category: 'control', certainty: 'state' },
  TRANSFERS_PAUSED: { category: 'control', certainty: 'state' },
  PAUSABLE_LIVE: { category: 'control', certainty: 'state' },
  PERMANENT_DELEGATE_LIVE: { category: 'control', certainty: 'state' },
  TRANSFER_HOOK_ACTIVE: { category: 'control', certainty: 'state' },
  TRANSFER_HOOK_ARMED: { category: 'control', certainty: 'state' },
  TRANSFER_FEE_PRESENT: { category: 'control', certainty: 'state' },
  TRANSFER_FEE_HIGH: { category: 'control', certainty: 'state' },
  TRANSFER_FEE_EXTREME: { category: 'control', certainty: 'state' },
  TRANSFER_FEE_MUTABLE: { category: 'control', certainty: 'state' },
  SUPPLY_CONFIDENTIAL: { category: 'control', certainty: 'state' },

  TOP1_HOLDER_LARGE: { category: 'holders', certainty: 'derived' },
  TOP1_HOLDER_DOMINANT: { category: 'holders', certainty: 'derived' },
  TOP10_CONCENTRATED: { category: 'holders', certainty: 'derived' },
  TOP10_EXTREME: { category: 'holders', certainty: 'derived' },
  CONCENTRATION_NOT_ASSESSABLE: { category: 'holders', certainty: 'derived' },
  DEV_HOLDING_MATERIAL: { category: 'holders', certainty: 'derived' },
  DEV_HOLDING_LARGE: { category: 'holders', certainty: 'derived' },
  LAUNCH_BUNDLE_HELD: { category: 'holders', certainty: 'inferred' },
  LAUNCH_BUNDLE_LARGE: { category: 'holders', certainty: 'inferred' },
  COMMON_FUNDER_CLUSTER: { category: 'holders', certainty: 'inferred' },
  COMMON_FUNDER_CLUSTER_LARGE: { category: 'holders', certainty: 'inferred' },

  LIQUIDITY_NONE_FOUND: { category: 'liquidity', certainty: 'derived' },
  LIQUIDITY_VERY_LOW: { category: 'liquidity', certainty: 'derived' },
  LIQUIDITY_LOW: { category: 'liquidity', certainty: 'derived' },
  LP_WITHDRAWABLE: { category: 'liquidity', certainty: 'derived' },
  LP_CONTROL_UNKNOWN: { category: 'liquidity', certainty: 'derived' },
  BONDING_CURVE_PHASE: { category: 'liquidity', certainty: 'state' },
  TOKEN_VERY_NEW: { category: 'age', certainty: 'derived', counts: 2 },
  TOKEN_NEW: { category: 'age', certainty: 'derived' },
  SELL_BLOCKED_FROZEN: { category: 'exit', certainty: 'state' },
  SELL_BLOCKED_HOOK: { category: 'exit', certainty: 'state' },
  SELL_BLOCKED_VENUE: { category: 'exit', certainty: 'derived' },

  HOLDERS_PARTIAL: { category: 'data', certainty: 'state' },
  HOLDERS_INCONSISTENT: { category: 'data', certainty: 'state' },
  LIQUIDITY_UNAVAILABLE: { category: 'data', certainty: 'state' },
  AGE_UNAVAILABLE: { category: 'data', certainty: 'state' },
};

/** Codes of a rule that say what this service could not read or does not know: a gap of that reading, and why. */
export const unreadBy: Readonly<
  Partial<Record<TokenCode, { readonly reading: ReadingName; readonly cause: GapCause }>>
> = {
  UNKNOWN_EXTENSION: { reading: 'mint', cause: 'unreadable' },
  LIQUIDITY_UNAVAILABLE: { reading: 'liquidity', cause: 'unreadable' },
};

/** Medium facts that together weigh as a serious one, and of how many categories they have to be. */
export const MEDIUM_COUNT_HIGH = 3;
export const MEDIUM_CATEGORIES_HIGH = 2;

export type ReadingName = Exclude<keyof TokenEvidence, 'subject'>;

/**
 * What a gap in each reading leaves. `unknown`: nothing good can be said without it. `holders`: the same, but for assets whose
 * holders are not judged. `elevated`: the best verdict cannot, and with a medium fact beside it nothing good can. `extra`: it can
 * only make things worse, endpoints need not have it, and a flag says that it is missing.
 */
export const readingRole: Readonly<Record<ReadingName, 'unknown' | 'holders' | 'elevated' | 'extra'>> = {
  asOf: 'unknown',
  mint: 'unknown',
  stake: 'unknown',
  metadata: 'unknown',
  holders: 'holders',
  creator: 'holders',
  liquidity: 'unknown',
  saleQuote: 'unknown',
  age: 'elevated',
  authorities: 'extra',
  hook: 'extra',
  trialSale: 'extra',
  insiders: 'holders',
};

/** The flag that says that an extra was not read; null where the gap says enough. */
export const flagOfUnread: Readonly<
  Partial<Record<ReadingName, 'SELL_SIM_UNAVAILABLE' | 'INSIDERS_NOT_CHECKED' | 'METADATA_UNAVAILABLE'>>
> = {
  trialSale: 'SELL_SIM_UNAVAILABLE',
  insiders: 'INSIDERS_NOT_CHECKED',
  metadata: 'METADATA_UNAVAILABLE',
};

const codeOfCause: Readonly<Record<GapCause, TokenCode>> = {
  rpc_unavailable: 'RPC_UNAVAILABLE',
  rpc_disagrees: 'PROVIDER_DISAGREES',
  deadline: 'TIME_BUDGET',
  history_missing: 'ACCOUNT_NOT_FOUND',
  unreadable: 'UNSUPPORTED_FORMAT',
  limit_reached: 'LIMIT_REACHED',
  not_found: 'ACCOUNT_NOT_FOUND',
};

const codeOfReading: Readonly<Partial<Record<ReadingName, TokenCode>>> = {
  holders: 'HOLDERS_UNAVAILABLE',
  liquidity: 'LIQUIDITY_UNAVAILABLE',
  age: 'AGE_UNAVAILABLE',
};

/** The reason codes of a gap that decides: what it leaves open where that has a code, and its cause. */
export function gapCodesOf(name: ReadingName, { cause }: Gap): readonly TokenCode[] {
  const open = codeOfReading[name];
  // How long a history is says all there is to say about an age that it hides.
  if (name === 'age' && (cause === 'limit_reached' || cause === 'history_missing')) return ['AGE_UNAVAILABLE'];
  return open ? [open, codeOfCause[cause]] : [codeOfCause[cause]];
}

/** Parts of the data quality, in percent; they add up to 100. What is deterministic weighs most. */
export const coverage = { control: 35, holders: 20, liquidity: 20, exit: 15, origin: 10 } as const;
/** What one endpoint says without another that says the same. */
export const ONE_ENDPOINT_PERCENT = 95;
/** Data quality of each verdict at most: authorities explain few losses, so that the best verdict is never sure. */
export const confidenceMax = { LOW_RISK: 90, ELEVATED: 95, HIGH_RISK: 95, CRITICAL: 95, UNKNOWN: 95 } as const;
