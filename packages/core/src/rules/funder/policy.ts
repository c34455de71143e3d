import type { Gap, GapCause } from '#lib/reading.ts';
import { codeOfCause } from '../gap-codes.ts';
import { ruleFor } from '../rule.ts';
import type { FunderEvidence } from './evidence.ts';

/** Verdicts, best first. A higher index is worse. */
export const verdictOrder = [
  'CEX_FUNDED',
  'WALLET_FUNDED',
  'UNKNOWN_ORIGIN',
  'UNVERIFIABLE_ORIGIN',
  'UNKNOWN',
] as const;
export type FunderVerdict = (typeof verdictOrder)[number];

/** The weight of a funder code. */
export interface FunderWeight {
  /** The best verdict that it allows. The answer is the worst of all, so another bad fact can only lower it. */
  readonly allows: FunderVerdict;
}

/** Makes a rule of the funder check. The type is written out, as a file of declarations cannot name all parts of the inferred one. */
export const funderRule: ReturnType<typeof ruleFor<FunderEvidence, FunderWeight>> = ruleFor();

export type FunderReadingName = Exclude<keyof FunderEvidence, 'subject'>;

/** The question of a reading: whether there is a subject, its history, its source, or only flags. */
export const readingRole: Readonly<Record<FunderReadingName, 'subject' | 'history' | 'source' | 'extra'>> = {
  identity: 'subject',
  asOf: 'subject',
  account: 'subject',
  trace: 'subject',
  history: 'history',
  birth: 'history',
  continuity: 'history',
  funding: 'history',
  source: 'source',
  sourceAccount: 'source',
  sourceActivity: 'source',
  firstTouch: 'extra',
  firstTrade: 'extra',
  hop: 'extra',
  hop3: 'extra',
  siblings: 'extra',
  cohort: 'extra',
  firstWeek: 'extra',
};

/**
 * The best verdict that a gap allows, null where it decides nothing. It is never better than any verdict of the reading, so reading
 * less never improves an answer: an unreadable subject is UNKNOWN for any cause, like a program or an unused address.
 */
export function gapCeiling(reading: FunderReadingName, cause: GapCause): FunderVerdict | null {
  switch (readingRole[reading]) {
    case 'subject':
      return 'UNKNOWN';
    case 'history':
      return cause === 'rpc_unavailable' || cause === 'plan_refuses' ? 'UNKNOWN' : 'UNVERIFIABLE_ORIGIN';
    case 'source':
      return 'UNKNOWN_ORIGIN';
    case 'extra':
      return null;
  }
}

const codes = {
  ...codeOfCause,
  history_missing: 'META_MISSING',
  limit_reached: 'TOO_MANY_SIGNATURES',
  not_found: 'META_MISSING',
} as const;

/** The reason code that a deciding gap leads to. */
export function gapCode(reading: FunderReadingName, gap: Gap) {
  if (gap.cause !== 'history_missing') return codes[gap.cause];
  if (reading === 'birth') return 'HISTORY_PRUNED';
  return reading === 'continuity' ? 'CONTINUITY_BROKEN' : 'META_MISSING';
}

/** Confidence in integer percent, multiplied and rounded down (the reference gives the factors). */
export const confidence = {
  max: 95,
  tokenMax: 75,
  /** The facts of an account or of an empty address. */
  subjectFact: 95,
  exchangeLabel: { strong: 95, single: 70, weak: 50 },
  otherLabel: { strong: 90, single: 70, weak: 50 },
  unlabelled: 85,
  shareWhole: { fromBps: 9_500n, percent: 100n },
  sharePart: 90n,
  amountFull: { fromLamports: 10_000_000n, percent: 100n },
  amountSome: { fromLamports: 2_000_000n, percent: 90n },
  amountLittle: 70n,
  tokenOnly: 80n,
  /** Where money of the first seven days is from others, or was not read. */
  laterMoneyMax: 85,
} as const;
