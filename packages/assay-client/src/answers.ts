import { type KeySource, whyUnverified } from './attestation.ts';
import { addressBytes } from './bytes.ts';
import { parseSol, SIZE, SOL_DECIMALS } from './decimal.ts';
import { ownError } from './errors.ts';
import type { FunderAnswer, TokenAnswer, TradeAnswer, WalletAnswer } from './generated/rest.ts';
import { isRecord } from './json.ts';

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

/** Throws a RangeError for what is no address, before anything is asked about it. */
export function mustBeAddress(value: unknown, name: string): void {
  if (addressBytes(value) === null) throw new RangeError(`${name} is an address of Solana: base58 of exactly 32 bytes`);
}

/** The size of a trade as the service takes it. Throws a RangeError for what is none. */
export function sizeOf({ kind, sizeSol }: CheckRequest): string | null {
  if (kind !== 'trade') return null;
  const text = typeof sizeSol === 'number' ? plain(sizeSol) : (sizeSol ?? SIZE_SOL);
  if (!SIZE.test(text) || parseSol(text) === 0n) throw new RangeError('sizeSol is SOL as a plain decimal, such as 0.5');
  return text;
}

/** JavaScript prints a small number with an exponent, as in 1e-7. One that has more than nine decimals is not rounded. */
function plain(size: number): string {
  const text = String(size);
  const fixed = size.toFixed(SOL_DECIMALS).replace(/0+$/, '');
  return text.includes('e-') && Number(fixed) === size ? fixed : text;
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
 * (`not_assay`), and so is what no published key signed, unless it is a free answer, which says nothing (`answer_unverified`).
 */
export async function answerIn(
  body: unknown,
  { request, network, keys }: Expected,
): Promise<Verified<Answers[CheckKind]>> {
  if (!isRecord(body) || !isAbout(body, request) || (network !== undefined && body.network !== network)) {
    const words = `what came is no answer about ${request.kind} ${request.subject}; no verdict was taken from it`;
    throw ownError('not_assay', words, { status: 200 });
  }
  const isFree = saysNothing(body);
  const why = keys === null || isFree ? null : await whyUntrusted(body, keys);
  if (why !== null) {
    const words = `${request.kind} ${request.subject}: ${why}`;
    // It may be charged, so it must not be lost. What was not charged costs nothing to ask for again.
    throw ownError('answer_unverified', words, { status: 200, retryable: isUncharged(body), answer: body });
  }
  const answer = { ...body } as unknown as Answers[CheckKind];
  return Object.defineProperty(answer, 'verified', { value: keys !== null && !isFree }) as Verified<typeof answer>;
}

type Body = Readonly<Record<string, unknown>>;

/** Keys that cannot be read leave an answer unverified as much as a wrong signature does. */
async function whyUntrusted(body: Body, keys: KeySource): Promise<string | null> {
  if (body.attestation === undefined) return 'the answer is not signed, and says more than a free answer may';
  return await whyUnverified(body, keys).catch((error: Error) => `the keys could not be read: ${error.message}`);
}

/** The verdicts that say that nothing could be said. */
const UNDECIDED: readonly unknown[] = ['UNKNOWN', 'UNKNOWN_ORIGIN', 'UNVERIFIABLE', 'UNVERIFIABLE_ORIGIN'];

/**
 * Whether it is a free answer: what could not be read, and nothing else. Such an answer is not signed. Whatever says more without a
 * signature has lost it on its way, or was made up there.
 */
function saysNothing(body: Body): boolean {
  const { attestation, verdict, gaps, reasons, metrics } = body;
  const isEmpty = [reasons, metrics].every((part) => Object.keys(part as object).length === 0);
  const isBare = attestation === undefined && isUncharged(body) && isEmpty;
  return isBare && (gaps as unknown[]).length > 0 && UNDECIDED.includes(verdict);
}

function isUncharged({ billing }: Body): boolean {
  return isRecord(billing) && billing.route === 'none' && billing.charged_usdc === '0.00';
}

function isAbout(body: Body, request: CheckRequest): boolean {
  const { kind, subject, metrics } = body;
  if (kind !== request.kind || subject !== request.subject || !hasForm(body)) return false;
  const size = sizeOf(request);
  if (!isRecord(metrics) || !hasFigures(metrics)) return false;
  // A free answer has no figures.
  if (size === null || Object.keys(metrics).length === 0) return true;
  const judged = typeof metrics.size_sol === 'string' ? parseSol(metrics.size_sol) : null;
  return judged !== null && judged === parseSol(size);
}

/** Whether what every answer has is there, in the form in which it is read. */
function hasForm({ network, verdict, confidence, reason_codes: codes, flags, reasons, gaps, billing }: Body): boolean {
  if (!isText(network) || !isText(verdict) || typeof confidence !== 'number') return false;
  if (!isRecord(billing) || !isText(billing.charged_usdc)) return false;
  const lists = [
    isListOf(codes, isText) && codes.length > 0,
    isListOf(flags, isText),
    isListOf(reasons, (reason) => isRecord(reason) && isText(reason.code) && isText(reason.message)),
    isListOf(gaps, (gap) => isRecord(gap) && isText(gap.reading) && isText(gap.cause)),
  ];
  return lists.every(Boolean);
}

/** Whether the figures that decide about a trade have the form in which they are read, where they are there. */
function hasFigures({ creator, sizes, recommended_max_size_sol: largest }: Body): boolean {
  const isCost = (one: unknown): boolean =>
    isRecord(one) && isText(one.size_sol) && (one.cost_bps === null || typeof one.cost_bps === 'number');
  const figures = [
    (creator ?? null) === null || isText(creator),
    (sizes ?? null) === null || isListOf(sizes, isCost),
    (largest ?? null) === null ||
      (isRecord(largest) && Object.values(largest).every((size) => size === null || isText(size))),
  ];
  return figures.every(Boolean);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isOne);
}
