import type { Gap, GapCause } from '#lib/reading.ts';
import { codeOfMintCause } from '../mint-codes.ts';
import { ruleFor } from '../rule.ts';
import type { TokenEvidence } from './evidence.ts';

/** Verdicts, best first. UNKNOWN stands apart: it is never better than what was proven. */
export const verdictOrder = ['LOW_RISK', 'ELEVATED', 'HIGH_RISK', 'CRITICAL', 'UNKNOWN'] as const;
export type TokenVerdict = (typeof verdictOrder)[number];

/** What a code is about; `identity`: that the subject is no fungible mint, `entity`: what kind of mint it is. Three medium facts weigh as a serious one only where they are of at least two categories. */
export type Category = 'identity' | 'entity' | 'control' | 'holders' | 'liquidity' | 'age' | 'exit' | 'data';

/** How sure the facts behind a code are, in percent: what an account says itself, what is computed, what is inferred. */
export const certainty = { state: 100, derived: 80, inferred: 60 } as const;

/** What a code of the token check is weighed by. */
export interface TokenWeight {
  readonly category: Category;
  readonly certainty: keyof typeof certainty;
  /** For how many medium facts one of this code counts; 1 when absent. */
  readonly counts?: number;
  /** The reading of which it says that this service could not read or does not know it, and why: a gap of our own. */
  readonly unread?: { readonly reading: TokenReadingName; readonly cause: GapCause };
}

/** Makes a rule of the token check. */
export const tokenRule = ruleFor<TokenEvidence, TokenWeight>();

/** Medium facts that together weigh as a serious one, and of how many categories they have to be. */
export const MEDIUM_COUNT_HIGH = 3;
export const MEDIUM_CATEGORIES_HIGH = 2;

export type TokenReadingName = Exclude<keyof TokenEvidence, 'subject'>;

/**
 * What a gap in each reading leaves. `unknown`: nothing good can be said without it. `holders`: the same, but for assets whose
 * holders are not judged. `elevated`: the best verdict cannot, and with a medium fact beside it nothing good can. `extra`: it can
 * only make things worse, endpoints need not have it, and a flag says that it is missing.
 */
export const readingRole: Readonly<Record<TokenReadingName, 'unknown' | 'holders' | 'elevated' | 'extra'>> = {
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
  Partial<Record<TokenReadingName, 'SELL_SIM_UNAVAILABLE' | 'INSIDERS_NOT_CHECKED' | 'METADATA_UNAVAILABLE'>>
> = {
  trialSale: 'SELL_SIM_UNAVAILABLE',
  insiders: 'INSIDERS_NOT_CHECKED',
  metadata: 'METADATA_UNAVAILABLE',
};

const codeOfReading = {
  holders: 'HOLDERS_UNAVAILABLE',
  liquidity: 'LIQUIDITY_UNAVAILABLE',
  age: 'AGE_UNAVAILABLE',
} as const satisfies Partial<Record<TokenReadingName, string>>;
type UnreadCode = (typeof codeOfReading)[keyof typeof codeOfReading] | (typeof codeOfMintCause)[GapCause];

/** The reason codes of a gap that decides: what it leaves open where that has a code, and its cause. */
export function gapCodesOf(name: TokenReadingName, { cause }: Gap): readonly UnreadCode[] {
  const open = Object.hasOwn(codeOfReading, name) ? codeOfReading[name as keyof typeof codeOfReading] : null;
  // How long a history is says all there is to say about an age that it hides.
  if (name === 'age' && (cause === 'limit_reached' || cause === 'history_missing')) return ['AGE_UNAVAILABLE'];
  return open ? [open, codeOfMintCause[cause]] : [codeOfMintCause[cause]];
}

/** Parts of the data quality, in percent; they add up to 100. What is deterministic weighs most. */
export const coverage = { control: 35, holders: 20, liquidity: 20, exit: 15, origin: 10 } as const;
/** What one endpoint says without another that says the same. */
export const ONE_ENDPOINT_PERCENT = 95;
/** Data quality of each verdict at most: authorities explain few losses, so that the best verdict is never sure. */
export const confidenceMax = { LOW_RISK: 90, ELEVATED: 95, HIGH_RISK: 95, CRITICAL: 95, UNKNOWN: 95 } as const;

/** The code of the first bound, highest first, that a figure reaches; null where it reaches none. */
export function codeFrom<const C extends string>(figure: number, bounds: readonly (readonly [number, C])[]): C | null {
  return bounds.find(([least]) => figure >= least)?.[1] ?? null;
}
