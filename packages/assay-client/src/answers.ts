import { type KeySource, whyUnverified } from './attestation.ts';
import { parseSol } from './decimal.ts';
import { isRecord, ownError } from './errors.ts';
import type { FunderAnswer, TokenAnswer, TradeAnswer, WalletAnswer } from './generated/rest.ts';

/** The answer of each kind of check, as REST sends it. */
export interface Answers {
  readonly wallet: WalletAnswer;
  readonly token: TokenAnswer;
  readonly trade: TradeAnswer;
  readonly funder: FunderAnswer;
}

export type CheckKind = keyof Answers;

/**
 * An answer, and whether its signature was checked and holds. `verified` is no member of the JSON, so that the answer can be passed on
 * as it was signed. It is false for a free answer, which is not signed and proves nothing, and where `verify` is switched off.
 */
export type Verified<A> = A & { readonly verified: boolean };

/** What is asked about: a wallet, mint or address, and for a trade its size. */
export interface CheckRequest<K extends CheckKind = CheckKind> {
  readonly kind: K;
  readonly subject: string;
  /** SOL as a plain decimal, `'0.5'` when absent; for trades only. */
  readonly sizeSol?: string | number | undefined;
}

const SIZE_SOL = '0.5';
const SIZE = /^\d{1,5}(\.\d{1,9})?$/;

/** The size of a trade as the service takes it. Throws a RangeError for what is none. */
export function sizeOf({ kind, sizeSol }: CheckRequest): string | null {
  if (kind !== 'trade') return null;
  const text = String(sizeSol ?? SIZE_SOL);
  if (!SIZE.test(text) || parseSol(text) === 0n) throw new RangeError('sizeSol is SOL as a plain decimal, such as 0.5');
  return text;
}

/** What an answer is held against. */
export interface Expected {
  readonly request: CheckRequest;
  /** CAIP-2 id; undefined takes any. */
  readonly network: string | undefined;
  /** Null leaves signatures unchecked. */
  readonly keys: KeySource | null;
}

/**
 * The body as the answer to a request. Status 200 alone proves nothing: what is about another subject, kind, size or network is refused
 * (`not_assay`), and so is a charged answer that is not what a published key signed (`answer_unverified`).
 */
export async function answerIn(
  body: unknown,
  { request, network, keys }: Expected,
): Promise<Verified<Answers[CheckKind]>> {
  if (!isRecord(body) || !isAbout(body, request) || (network !== undefined && body.network !== network)) {
    const words = `what came is no answer about ${request.kind} ${request.subject}; no verdict was taken from it`;
    throw ownError('not_assay', words, { status: 200 });
  }
  const isFree = body.attestation === undefined && isRecord(body.billing) && isUncharged(body.billing);
  const why = keys === null || isFree ? null : await whyUnverified(body, keys);
  if (why !== null) throw ownError('answer_unverified', `${request.kind} ${request.subject}: ${why}`, { status: 200 });
  const answer = { ...body } as unknown as Answers[CheckKind];
  return Object.defineProperty(answer, 'verified', { value: keys !== null && !isFree }) as Verified<typeof answer>;
}

/** A free answer is not signed. Any other without a signature has lost it on its way. */
function isUncharged({ route, charged_usdc: charged }: Readonly<Record<string, unknown>>): boolean {
  return route === 'none' && charged === '0.00';
}

function isAbout(body: Readonly<Record<string, unknown>>, request: CheckRequest): boolean {
  const { kind, subject, verdict, confidence, reason_codes: codes, metrics } = body;
  if (kind !== request.kind || subject !== request.subject) return false;
  if (typeof verdict !== 'string' || typeof confidence !== 'number') return false;
  const lists = [codes, body.reasons, body.flags, body.gaps];
  if (!lists.every(Array.isArray) || (codes as unknown[]).length === 0) return false;
  const size = sizeOf(request);
  if (!isRecord(metrics)) return false;
  // A free answer has no figures.
  if (size === null || Object.keys(metrics).length === 0) return true;
  const judged = typeof metrics.size_sol === 'string' ? parseSol(metrics.size_sol) : null;
  return judged !== null && judged === parseSol(size);
}
