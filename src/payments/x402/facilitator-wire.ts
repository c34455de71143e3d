import { parseSignature } from 'assay-core/solana/address.ts';
import { type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import type { SettleResult, VerifyResult } from './payment.ts';

/*
 * The answers of a facilitator (x402 specification version 2, section 7). The protocol's package exports no schemas of them.
 * Members without effect are not validated.
 */

const text = z.string().nullish();

const verified = z.object({ isValid: z.boolean(), invalidReason: text, invalidMessage: text });

const settled = z.object({ success: z.boolean(), errorReason: text, transaction: text });

const supported = z.looseObject({ kinds: z.array(z.unknown()) });

const REASON_CHARS_MAX = 200;

/** Longer answers are refused. `/supported` of a facilitator for many networks has about ten kilobytes. */
const ANSWER_BYTES_MAX = 1 << 20;
/** Above the maximum of unsettled payments, so that none waits for a connection. */
const CONNECTIONS_MAX = 256;

/** An HTTP answer of a facilitator with its JSON; `body` is undefined where it is none. */
export interface FacilitatorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Speaks HTTP with one facilitator. */
export interface FacilitatorWire {
  /**
   * Posts `body`, or gets where it is null. Rejects with a public message when no complete answer came within `timeoutMs`, or a
   * redirect, because following one would send our headers and the payment to a stranger.
   */
  ask(path: '/supported' | '/verify' | '/settle', body: object | null, timeoutMs: number): Promise<FacilitatorAnswer>;
  close(): void;
}

/** Opens the connection to the facilitator at `url`. `headers` go with every request to that origin only. */
export function openFacilitatorWire(url: string, headers: Readonly<Record<string, string>>): FacilitatorWire {
  const { origin, pathname, search } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, pipelining: 1 });
  const all = headersOf(headers);
  return {
    async ask(path, body, timeoutMs) {
      const answer = await exchange(pool, {
        path: `${base}${path}${search}`,
        method: body === null ? 'GET' : 'POST',
        headers: all,
        body: body === null ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.status >= 300 && answer.status < 400) throw new Error(`a redirect (HTTP ${answer.status})`);
      return answer;
    },
    close: () => void pool.destroy().catch(() => undefined),
  };
}

/** The pool follows no redirects and decodes no compression, which is declined. */
async function exchange(pool: Pool, request: Dispatcher.RequestOptions): Promise<FacilitatorAnswer> {
  try {
    const { statusCode, body } = await pool.request(request);
    return { status: statusCode, body: parsed(await textOf(body)) };
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

/** Normalises header names, so that an operator's `Content-Type` replaces the default. */
function headersOf(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lower = Object.entries(own).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'assay',
    ...Object.fromEntries(lower),
  };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`an answer of more than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error's code where it has one, because messages of connections may contain addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `no answer (${code})` : error.message;
}

/** The result of `/verify`. An unreadable answer is `unavailable`. */
export function verifyResultOf({ status, body }: FacilitatorAnswer): VerifyResult {
  const answer = verified.safeParse(body).data;
  const isOk = status < 300;
  if (isOk && answer?.isValid) return { is: 'valid' };
  // An error status blames the payment only with a reason; without one the request itself was refused.
  const isTheirs = isOk || (status < 500 && typeof answer?.invalidReason === 'string');
  if (answer && isTheirs) return invalid(answer.invalidReason ?? undefined, answer.invalidMessage ?? undefined);
  return { is: 'unavailable', detail: oddOf(status) };
}

/** The result of `/settle`. Only a success with a signature counts as a submission, and no failure proves anything. */
export function settleResultOf({ status, body }: FacilitatorAnswer): SettleResult {
  const answer = settled.safeParse(body).data;
  if (!answer) return unsettled(oddOf(status));
  const signature = parseSignature(answer.transaction);
  if (status < 300 && answer.success && signature) return { is: 'submitted', signature };
  return { ...unsettled(answer.errorReason ?? 'the facilitator named no reason'), ...(signature && { signature }) };
}

/** The document of `/supported`. Throws an error with a public message where it is none. */
export function supportedOf({ status, body }: FacilitatorAnswer): object {
  const document = status < 300 ? supported.safeParse(body).data : undefined;
  if (!document) throw new Error(oddOf(status));
  return document;
}

/** Refuses a payment with an external text. */
export function invalid(reason = 'invalid_exact_svm_verification_failed', detail?: string): VerifyResult {
  return { is: 'invalid', reason: bounded(reason), ...(detail !== undefined && { detail: bounded(detail) }) };
}

/** A settlement with an unknown outcome. */
export function unsettled(reason: string): SettleResult {
  return { is: 'unknown', reason: bounded(reason) };
}

function oddOf(status: number): string {
  return status < 300 ? 'an answer that is none of the protocol' : `HTTP ${status}`;
}

/** Keeps external texts short and printable, because they go into answers and logs. */
function bounded(words: string): string {
  return words.replace(/[^\x20-\x7e]/g, ' ').slice(0, REASON_CHARS_MAX);
}
