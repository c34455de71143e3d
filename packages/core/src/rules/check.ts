import type { Gap } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import type { ReadingName } from './reading-names.ts';

/** The importance of a reason. `info` is good or neutral. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** The documentation of a code at `/reason-codes/{code}`. Codes are added, never renamed. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly meaning: string;
  readonly action: string;
}

/** A stable code with the words and the chain evidence for this subject. Amounts and addresses in `evidence` are strings. */
export interface Reason {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
}

/** A gap as answers have it: its reading has a published name. */
export interface PublishedGap extends Gap {
  readonly reading: ReadingName;
}

/**
 * The judgement of one subject's evidence. `decidedBy` contains the gaps that decided the verdict: the answer is free exactly when
 * one of them is the service's fault. `confidencePercent` is an integer from 0 to 95, because floats only appear in answers.
 */
export interface Judgement {
  readonly verdict: string;
  readonly reasons: readonly Reason[];
  readonly confidencePercent: number;
  readonly flags: readonly string[];
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly gaps: readonly PublishedGap[];
  readonly decidedBy: readonly PublishedGap[];
}

/** The moment on chain that an answer is pinned to. `time` is Unix seconds of the slot's block, null when unknown. */
export interface AsOf {
  readonly slot: number;
  readonly commitment: 'confirmed' | 'finalized';
  readonly time: number | null;
}

/** One kind of check in the registry, from which paths, documents and types derive. */
export interface Kind {
  readonly name: 'wallet' | 'token' | 'trade' | 'funder';
  /** The path parameter and GraphQL argument that names the subject. */
  readonly subject: 'address' | 'mint';
  readonly summary: string;
  /** Best first, as the specification lists them. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Whether a check takes a trade size beside the subject. */
  readonly sized: boolean;
  /** `planned` kinds validate and answer 501, never charged. */
  readonly state: 'available' | 'planned';
}

/** The subject of one check. `sizeLamports` is null for kinds without a size. */
export interface Ask {
  readonly kind: Kind['name'];
  readonly subject: Address;
  readonly sizeLamports: bigint | null;
}

/** Worst first, then by code: the order in which every answer lists its reasons. */
export function orderReasons(reasons: readonly Reason[]): readonly Reason[] {
  return [...reasons].sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.code < b.code ? -1 : 1),
  );
}
