import type { Gap, GapCause } from '#lib/reading.ts';
import type { FunderCode } from './codes.ts';
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

/**
 * The whole policy: the best verdict that each code still allows. The answer is the worst of what was found, so a further
 * bad fact can only lower it. Codes of `gapCode` are missing here: what they allow depends on the reading (`gapCeiling`).
 */
export const ceilings: Readonly<Partial<Record<FunderCode, FunderVerdict>>> = {
  DIRECT_CEX_TRANSFER: 'CEX_FUNDED',
  CEX_TOKEN_FUNDED: 'CEX_FUNDED',

  DIRECT_WALLET_TRANSFER: 'WALLET_FUNDED',
  SWAP_PAID_BY_OTHER: 'WALLET_FUNDED',
  TOKEN_ONLY: 'WALLET_FUNDED',
  SPONSORED: 'WALLET_FUNDED',
  FUNDER_IS_FRESH: 'WALLET_FUNDED',

  BRIDGE_FUNDED: 'UNKNOWN_ORIGIN',
  PRIVACY_PROTOCOL: 'UNKNOWN_ORIGIN',
  INSTANT_EXCHANGE: 'UNKNOWN_ORIGIN',
  FIAT_ONRAMP: 'UNKNOWN_ORIGIN',
  PROGRAM_CREDIT: 'UNKNOWN_ORIGIN',
  SERVICE_FUNDED: 'UNKNOWN_ORIGIN',
  LABEL_WEAK: 'UNKNOWN_ORIGIN',
  UNLABELLED_HUB: 'UNKNOWN_ORIGIN',
  FLAGGED_SOURCE: 'UNKNOWN_ORIGIN',
  MIXED_SOURCES: 'UNKNOWN_ORIGIN',
  UNEXPLAINED_CREDIT: 'UNKNOWN_ORIGIN',
  VALIDATOR_REWARD: 'UNKNOWN_ORIGIN',

  NO_FUNDING_SEEN: 'UNVERIFIABLE_ORIGIN',

  NO_HISTORY: 'UNKNOWN',
  NOT_A_WALLET: 'UNKNOWN',
  SUBJECT_IS_SERVICE: 'UNKNOWN',
};

type ReadingName = Exclude<keyof FunderEvidence, 'subject'>;

/** Which question a reading answers: whether there is something to judge, how it began, who paid, or only flags. */
export const readingRole: Readonly<Record<ReadingName, 'subject' | 'history' | 'source' | 'extra'>> = {
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
export function gapCeiling(reading: ReadingName, cause: GapCause): FunderVerdict | null {
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

const codeOfCause: Readonly<Record<GapCause, FunderCode>> = {
  rpc_unavailable: 'RPC_UNAVAILABLE',
  rpc_disagrees: 'PROVIDER_DISAGREES',
  deadline: 'TIME_BUDGET',
  history_missing: 'META_MISSING',
  unreadable: 'UNSUPPORTED_FORMAT',
  limit_reached: 'TOO_MANY_SIGNATURES',
  not_found: 'META_MISSING',
};

/** The reason code that a deciding gap leads to. */
export function gapCode(reading: ReadingName, gap: Gap): FunderCode {
  if (gap.cause !== 'history_missing') return codeOfCause[gap.cause];
  if (reading === 'birth') return 'HISTORY_PRUNED';
  return reading === 'continuity' ? 'CONTINUITY_BROKEN' : 'META_MISSING';
}

/** A main source must have given this share of the lamports, in basis points. */
export const MAIN_SOURCE_SHARE_BPS_MIN = 8_000n;
/** Unexplained lamports above this share of what arrived leave the origin unknown, in basis points. */
export const UNEXPLAINED_SHARE_BPS_MAX = 100n;
/** A small credit whose transaction paid more addresses than this is dust. */
export const DUST_RECIPIENTS_MAX = 5;
/** Younger than this is fresh: 24 hours. */
export const FRESH_SECONDS = 86_400;
/** Whoever trades within this time of his first money was given it for that: 60 seconds. */
export const JUST_IN_TIME_SECONDS_MAX = 60;
/** Fresh accounts that make a funding transaction a batch. */
export const BATCH_RECIPIENTS_MIN = 3;
/** Fresh accounts with like amounts at about the same time that make siblings, the subject included. */
export const SIBLINGS_MIN = 5;

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
