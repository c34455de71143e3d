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

/** What a code of the funder check is weighed by. */
export interface FunderWeight {
  /** The best verdict that it still allows. The answer is the worst of what was found, so that a further bad fact only lowers it. */
  readonly allows: FunderVerdict;
}

/** Makes a rule of the funder check. */
export const funderRule = ruleFor<FunderEvidence, FunderWeight>();

export type FunderReadingName = Exclude<keyof FunderEvidence, 'subject'>;

/** Which question a reading answers: whether there is something to judge, how it began, who paid, or only flags. */
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
};

/**
 * The best verdict that a gap still allows, null where it decides nothing. It is never better than any verdict that the
 * reading could have led to, so reading less never improves an answer: a subject that could not be looked at is UNKNOWN
 * whatever the cause, as a program or an unused address would be.
 */
export function gapCeiling(reading: FunderReadingName, cause: GapCause): FunderVerdict | null {
  switch (readingRole[reading]) {
    case 'subject':
      return 'UNKNOWN';
    case 'history':
      return cause === 'rpc_unavailable' ? 'UNKNOWN' : 'UNVERIFIABLE_ORIGIN';
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
} as const;
