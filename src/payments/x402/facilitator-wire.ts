import { type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import { parseSignature } from '#lib/address.ts';
import type { SettleResult, VerifyResult } from './payment.ts';

/*
 * What a facilitator answers (x402 specification version 2, section 7). The protocol's package has no schemas of these answers
 * that it gives away. Members that decide nothing here are not looked at.
 */

const text = z.string().nullish();

const verified = z.object({ isValid: z.boolean(), invalidReason: text, invalidMessage: text });

const settled = z.object({ success: z.boolean(), errorReason: text, transaction: text });

const supported = z.looseObject({ kinds: z.array(z.unknown()) });

const REASON_CHARS_MAX = 200;

/** What stands in an answer beyond this is not read: `/supported` of a facilitator for many networks takes some ten kilobytes. */
const ANSWER_BYTES_MAX = 1 << 20;
/** Above the number of payments that may be unsettled at once, so that none of them waits for a connection. */
const CONNECTIONS_MAX = 256;

/** An HTTP answer of a facilitator, with the JSON of its body; `body` is undefined where that is none. */
export interface FacilitatorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Speaks HTTP with one facilitator. */
export interface FacilitatorWire {
  /**
   * Posts `body`, or gets where it is null. Rejects, with a message that may be shown, when no whole answer came within
   * `timeoutMs` or when it was a redirect: whoever follows those carries our headers and the payment to a stranger.
   */
  ask(path: '/supported' | '/verify' | '/settle', body: object | null, timeoutMs: number): Promise<FacilitatorAnswer>;
  close(): void;
}

/** Opens the way to the facilitator at `url`. `headers` go with every request, to that origin and to no other. */
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

/** The pool follows no redirect by itself, and undoes no compression, which is declined. */
async function exchange(pool: Pool, request: Dispatcher.RequestOptions): Promise<FacilitatorAnswer> {
  try {
    const { statusCode, body } = await pool.request(request);
    return { status: statusCode, body: parsed(await textOf(body)) };
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

/** One spelling of each name: an operator's own `Content-Type` must not go beside ours. */
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

/** The error's code where it has one: messages of connections may repeat addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `no answer (${code})` : error.message;
}

/** What `/verify` came to. An answer that cannot be understood is none: nobody could say. */
export function verifyResultOf({ status, body }: FacilitatorAnswer): VerifyResult {
  const answer = verified.safeParse(body).data;
  const isOk = status < 300;
  if (isOk && answer?.isValid) return { is: 'valid' };
  // With a status that blames the payment, only a reason makes it the payment's refusal and not that of our request.
  const isTheirs = isOk || (status < 500 && typeof answer?.invalidReason === 'string');
  if (answer && isTheirs) return invalid(answer.invalidReason ?? undefined, answer.invalidMessage ?? undefined);
  return { is: 'unavailable', detail: oddOf(status) };
}

/** What `/settle` came to: nothing but a success with a signature is taken for a submission, and no failure for proof. */
export function settleResultOf({ status, body }: FacilitatorAnswer): SettleResult {
  const answer = settled.safeParse(body).data;
  if (!answer) return unsettled(oddOf(status));
  const signature = parseSignature(answer.transaction);
  if (status < 300 && answer.success && signature) return { is: 'submitted', signature };
  return { ...unsettled(answer.errorReason ?? 'the facilitator named no reason'), ...(signature && { signature }) };
}

/** The document of `/supported`. Throws an error whose message may be shown where it is none. */
export function supportedOf({ status, body }: FacilitatorAnswer): object {
  const document = status < 300 ? supported.safeParse(body).data : undefined;
  if (!document) throw new Error(oddOf(status));
  return document;
}

/** The refusal of a payment by words from elsewhere. */
export function invalid(reason = 'invalid_exact_svm_verification_failed', detail?: string): VerifyResult {
  return { is: 'invalid', reason: bounded(reason), ...(detail !== undefined && { detail: bounded(detail) }) };
}

/** A settlement of which nobody knows whether it was sent. */
export function unsettled(reason: string): SettleResult {
  return { is: 'unknown', reason: bounded(reason) };
}

function oddOf(status: number): string {
  return status < 300 ? 'an answer that is none of the protocol' : `HTTP ${status}`;
}

/** Words from elsewhere go into answers and logs, so they are kept short and printable. */
function bounded(words: string): string {
  return words.replace(/[^\x20-\x7e]/g, ' ').slice(0, REASON_CHARS_MAX);
}
