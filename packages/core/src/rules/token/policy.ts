import type { Gap, GapCause } from '#lib/reading.ts';
import { codeOfMintCause } from '../mint-codes.ts';
import { ruleFor } from '../rule.ts';
import type { TokenEvidence, TokenMintFacts } from './evidence.ts';

/** Verdicts, best first. UNKNOWN is separate: it is never better than a proven verdict. */
export const verdictOrder = ['LOW_RISK', 'ELEVATED', 'HIGH_RISK', 'CRITICAL', 'UNKNOWN'] as const;
export type TokenVerdict = (typeof verdictOrder)[number];

/**
 * The topic of a code. `identity`: the subject is no fungible mint. `entity`: the kind of mint. Three medium facts weigh as a serious one
 * only if they are of at least two categories.
 */
export type Category = 'identity' | 'entity' | 'control' | 'holders' | 'liquidity' | 'age' | 'exit' | 'data';

/** Certainty of a code's facts in percent: stated by an account, computed, or inferred. */
export const certainty = { state: 100, derived: 80, inferred: 60 } as const;

/** The weight of a token code. */
export interface TokenWeight {
  readonly category: Category;
  readonly certainty: keyof typeof certainty;
  /** The number of medium facts that one of this code counts for; 1 when absent. */
  readonly counts?: number;
  /**
   * The reading that is unread or unknown, and the cause, unless the reason has another `cause`: a gap of its own. `caps`: others can
   * cause it at little cost, so it only rules out the best verdict.
   */
  readonly unread?: { readonly reading: TokenReadingName; readonly cause: GapCause; readonly caps?: true };
}

/** Makes a rule of the token check. A rule that needs the mint gets its facts and is not applicable to other accounts. */
export const tokenRule = ruleFor<TokenEvidence, TokenWeight, { readonly mint: TokenMintFacts }>({
  mint: (subject) => (subject.is === 'mint' ? subject.mint : null),
});

/** Medium facts that together weigh as a serious one, and of how many categories they have to be. */
export const MEDIUM_COUNT_HIGH = 3;
export const MEDIUM_CATEGORIES_HIGH = 2;

export type TokenReadingName = Exclude<keyof TokenEvidence, 'subject'>;

/**
 * The effect of a gap in each reading. `unknown`: no good verdict. `holders`: the same, except for assets whose holders are not judged.
 * `elevated`: not the best verdict, and no good one with a medium fact; `market`: the same, but for those assets. `extra`: a flag, because
 * endpoints need not have the reading and it could only worsen the verdict.
 */
export const readingRole: Readonly<Record<TokenReadingName, 'unknown' | 'holders' | 'elevated' | 'market' | 'extra'>> =
  {
    asOf: 'unknown',
    mint: 'unknown',
    programs: 'unknown',
    issuer: 'elevated',
    metadata: 'unknown',
    holders: 'holders',
    creator: 'market',
    liquidity: 'unknown',
    saleQuote: 'unknown',
    age: 'elevated',
    market: 'market',
    trades: 'holders',
    developer: 'holders',
    authorities: 'extra',
    hook: 'extra',
    trialSale: 'extra',
    launch: 'holders',
    insiders: 'holders',
  };

/** The flag for an extra that was not read; null where the gap says enough. */
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
  market: 'AGE_UNAVAILABLE',
} as const satisfies Partial<Record<TokenReadingName, string>>;
type UnreadCode = (typeof codeOfReading)[keyof typeof codeOfReading] | (typeof codeOfMintCause)[GapCause];

/** The reason codes of a deciding gap: of its reading, if there is one, and of its cause. */
export function gapCodesOf(name: TokenReadingName, { cause }: Gap): readonly UnreadCode[] {
  const open = Object.hasOwn(codeOfReading, name) ? codeOfReading[name as keyof typeof codeOfReading] : null;
  // The length of the history already explains the missing age.
  if ((name === 'age' || name === 'market') && (cause === 'limit_reached' || cause === 'history_missing'))
    return ['AGE_UNAVAILABLE'];
  return open ? [open, codeOfMintCause[cause]] : [codeOfMintCause[cause]];
}

/** Weights of the data quality in percent; they add up to 100. Deterministic data weighs most. */
export const coverage = { control: 35, holders: 20, liquidity: 20, exit: 15, origin: 10 } as const;
/** The quality of data from one endpoint only. */
export const ONE_ENDPOINT_PERCENT = 95;
/** Maximum data quality of each verdict. Authorities explain few losses, so the best verdict is never certain. */
export const confidenceMax = { LOW_RISK: 90, ELEVATED: 95, HIGH_RISK: 95, CRITICAL: 95, UNKNOWN: 95 } as const;

/** The code of the highest bound that a figure reaches; null where it reaches none. */
export function codeFrom<const C extends string>(figure: number, bounds: readonly (readonly [number, C])[]): C | null {
  return bounds.find(([least]) => figure >= least)?.[1] ?? null;
}
