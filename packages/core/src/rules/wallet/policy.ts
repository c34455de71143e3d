import type { Gap, GapCause, Reading } from '#lib/reading.ts';
import { codeOfCause } from '../gap-codes.ts';
import { ruleFor } from '../rule.ts';
import type { Figures } from './book-figures.ts';
import type { MintMaker, WalletEvidence } from './evidence.ts';
import type { TestDirection, TestUnit } from './measured.ts';

/** Verdicts, best first. UNTRUSTED is separate: only proof leads to it, never a gap. */
export const verdictOrder = ['TRUSTED', 'NEUTRAL', 'INSUFFICIENT', 'UNVERIFIABLE', 'UNTRUSTED'] as const;
export type WalletVerdict = (typeof verdictOrder)[number];

export type WalletReadingName = Exclude<keyof WalletEvidence, 'subject' | 'held' | 'funded'>;

/**
 * The effect of a gap in each reading. `whole`: no verdict without it. `makers` and `payers`: no best verdict; UNTRUSTED needs proof, so
 * there is none without it.
 */
export const readingRole: Readonly<Record<WalletReadingName, 'whole' | 'makers' | 'payers'>> = {
  identity: 'whole',
  asOf: 'whole',
  account: 'whole',
  history: 'whole',
  book: 'whole',
  makers: 'makers',
  payers: 'payers',
};

const codes = {
  ...codeOfCause,
  history_missing: 'META_MISSING',
  limit_reached: 'HISTORY_TRUNCATED',
  not_found: 'META_MISSING',
} as const satisfies Readonly<Record<GapCause, string>>;

/** The reason code of a gap: the code of the open question if it has one, else of its cause. */
export function gapCodeOf(name: WalletReadingName, { cause }: Gap) {
  const role = readingRole[name];
  if (role === 'whole') return codes[cause];
  return role === 'makers' ? 'MAKERS_UNREAD' : 'PAYERS_UNREAD';
}

/** A bound and the best verdict that is left to a figure beyond it. */
export interface BoundStep {
  readonly bound: bigint;
  readonly allows: WalletVerdict;
}

type BoundSteps = readonly [BoundStep] | readonly [BoundStep, BoundStep];

/** The limits of a figure. A figure beyond the second limit is beyond the first as well. */
export interface Bound {
  readonly direction: TestDirection;
  readonly unit: TestUnit;
  readonly steps: BoundSteps;
  /** The same limits where the figure is counted in another unit. */
  readonly inUnits?: Readonly<Partial<Record<TestUnit, BoundSteps>>>;
}

/** The weight of a code of the wallet check. One of `allows` and `bound` says which verdict is left. */
export interface WalletWeight {
  /** The best verdict that the code still allows. */
  readonly allows?: WalletVerdict;
  /** The limit of its figure; the verdict depends on how far it is missed. */
  readonly bound?: Bound;
  /** A sign of manipulation: proof of it where it rests on enough events, and against the best verdict where not. */
  readonly provesManipulation?: true;
  /** A fact about the address itself, which decides before all readings. */
  readonly aboutAddress?: true;
  /** The cause of the gap behind it, where it says that something of the history is not there. */
  readonly unread?: GapCause;
  /** If that gap is ours, the record is a part of the requested one, and its facts may be due to the gap alone. */
  readonly spoilsRecord?: true;
}

/** Makes a rule of the wallet check. */
export const walletRule = ruleFor<JudgedEvidence, WalletWeight>();

/** Confidence in integer percent, multiplied and rounded down. The factors are those of the reference. */
export const confidence = {
  max: 95,
  /** A verdict for a proven fact of the chain, and one because the history is longer than the bound. */
  provenFact: 90,
  truncated: 60,
  /** Where the makers of the mints that brought most are not all known. */
  makersUnknownMax: 80,
} as const;

/** The evidence as rules see it, with values that are derived from it once. */
export interface JudgedEvidence extends WalletEvidence {
  /** The figures of the currency that the verdict is taken from; null where there is no book to take them from. */
  readonly figures: Reading<Figures | null>;
  /** Those of the other currencies. */
  readonly others: Reading<readonly Figures[]>;
  /** The makers as far as they are known: none if they could not be read. For facts that are bad enough without them. */
  readonly seenMakers: Reading<readonly MintMaker[]>;
}
