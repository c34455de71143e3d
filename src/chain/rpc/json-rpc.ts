import { Pool } from 'undici';
import { record } from '../json-value.ts';
import { chainErrorText, type Failure, isBusy, type RpcOutcome } from './call-outcome.ts';
import { type AnswerSize, valuesIn } from './rpc-limits.ts';

/** An HTTP endpoint that JSON is posted to. Only `origin` may be shown: path, query and user name can hold keys. */
export interface Target {
  readonly origin: string;
  readonly pool: Pool;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Posted =
  | { readonly ok: true; readonly body: unknown; readonly bytes: number }
  | { readonly ok: false; readonly status: number; readonly failure: Failure };

/** Opens a keep-alive pool for the URL. Throws when it is not an http(s) URL, without repeating it. */
export function openTarget(url: string, connections: number, connectTimeoutMs: number): Target {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new Error('an RPC endpoint is not an http or https URL');
  const { origin, pathname, search, username, password } = parsed;
  // No accept-encoding: the pool does not decompress what it receives.
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (username !== '') {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    // The caller sets timeouts, because it knows how long anybody waits.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { origin, pool, path: pathname + search, headers };
}

/** So many bytes of an error page are skipped, so that its connection can be used again. */
const ERROR_PAGE_BYTES = 64 * 1024;

/**
 * Posts `text` and parses the JSON of a 2xx answer, which fails once it is larger than `most`. Any other answer fails by its
 * status, whatever its body. Never rejects. An abort with the reason 'timeout' becomes a timeout.
 */
export async function postJson(target: Target, text: string, signal: AbortSignal, most: AnswerSize): Promise<Posted> {
  try {
    const { statusCode, headers, body } = await target.pool.request({
      path: target.path,
      method: 'POST',
      headers: target.headers,
      body: text,
      signal,
    });
    if (statusCode < 200 || statusCode > 299) {
      await body.dump({ limit: ERROR_PAGE_BYTES });
      return ofStatus(statusCode, headers['retry-after']);
    }
    const read = await readUpTo(body, most);
    return typeof read === 'string' ? failed('oversize', read, statusCode) : parsed(read, statusCode);
  } catch (error) {
    if (signal.aborted && signal.reason === 'timeout') return failed('timeout', 'no answer in time', 0);
    const reason = reasonOf(error);
    return failed(reason === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'broken', `connection: ${reason}`, 0);
  }
}

/** The bytes of a body, or a text that says how it is too large. */
async function readUpTo(body: AsyncIterable<Buffer>, most: AnswerSize): Promise<Buffer | string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let values = 0;
  let counted = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most.bytes) return `an answer of more than ${most.bytes} bytes`;
    chunks.push(chunk);
    // An answer with fewer bytes than that cannot hold more values, so most answers are not counted.
    if (bytes <= most.values) continue;
    for (; counted < chunks.length; counted += 1) values += valuesIn(chunks[counted] ?? chunk);
    if (values > most.values) return `an answer of more than ${most.values} values`;
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
}

function parsed(text: Buffer, status: number): Posted {
  try {
    return { ok: true, body: JSON.parse(text.toString('utf8')), bytes: text.length };
  } catch {
    return failed('broken', 'the answer is not JSON', status);
  }
}

function failed(kind: Failure['kind'], detail: string, status: number, retryAfterMs: number | null = null): Posted {
  return { ok: false, status, failure: { kind, detail, retryAfterMs } };
}

function ofStatus(status: number, retryAfter: string | string[] | undefined): Posted {
  const detail = `HTTP ${status}`;
  if (status === 429) return failed('busy', detail, status, retryAfterMs(retryAfter));
  if (status === 408 || status >= 500) return failed('broken', detail, status, retryAfterMs(retryAfter));
  return failed('denied', detail, status);
}

/** Milliseconds that a `Retry-After` header asks for, in seconds or as an HTTP date; null when it is not usable. */
export function retryAfterMs(header: string | readonly string[] | undefined): number | null {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (!text) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** The error's code where it has one. Messages may contain an address with its key. */
function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'failed';
}

/** A call as JSON-RPC 2.0 text. */
export function encodeCall(id: number, method: string, params: readonly unknown[]): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`;
}

/** One answer of a response. Its bytes are an equal share of the response, because the length of one item is not known. */
function outcomeOf(answer: Readonly<Record<string, unknown>>, bytes: number): RpcOutcome {
  const error = record(answer.error);
  if (error) {
    const code = typeof error.code === 'number' ? error.code : 0;
    // The message is dropped: providers write keys and account names into it, and details are public.
    return { kind: 'refused', code, detail: `RPC error ${code}`, chainError: chainErrorOf(error) };
  }
  if (!('result' in answer)) return broken('an answer without result');
  return { kind: 'result', result: answer.result, bytes };
}

/** Nodes put it into `data`. Some proxies say only in words that a transaction is a repeat. */
function chainErrorOf(error: Readonly<Record<string, unknown>>): string | null {
  const said = record(error.data)?.err ?? null;
  if (said !== null) return chainErrorText(said);
  const repeated = typeof error.message === 'string' && /already (been )?processed/i.test(error.message);
  return repeated ? chainErrorText('AlreadyProcessed') : null;
}

function broken(detail: string): RpcOutcome {
  const failure: Failure = { kind: 'broken', detail, retryAfterMs: null };
  return { kind: 'failed', failure };
}

/** The outcome of a request with one call. An error without an id counts as its answer. */
export function readSingle(body: unknown, id: number, bytes: number): RpcOutcome {
  const answer = record(body);
  if (!answer) return broken('the answer is not an object');
  const answers = answer.id === id || (answer.id === null && record(answer.error) !== null);
  return answers ? outcomeOf(answer, bytes) : broken('the answer has another id');
}

/**
 * The outcomes of a request with an array, in the order of `ids`; answers may come in any order. Null when the endpoint refuses
 * this array by answering with one object.
 */
export function readArray(body: unknown, ids: readonly number[], bytes: number): readonly RpcOutcome[] | null {
  if (!Array.isArray(body)) {
    const code = record(record(body)?.error)?.code;
    const whole = record(body);
    if (whole && typeof code === 'number' && isBusy(code)) return ids.map(() => outcomeOf(whole, 0));
    return record(body) === null ? ids.map(() => broken('the answer is not an array')) : null;
  }
  const share = Math.ceil(bytes / Math.max(1, ids.length));
  const byId = new Map<unknown, RpcOutcome>();
  for (const entry of body) {
    const answer = record(entry);
    if (answer) byId.set(answer.id, outcomeOf(answer, share));
  }
  return ids.map((id) => byId.get(id) ?? broken('the array lacks an answer'));
}
