import { type Dispatcher, Pool } from 'undici';
import { record } from '#lib/json-value.ts';
import { chainErrorText, type Failure, type RpcOutcome } from './call-outcome.ts';
import { type AnswerHeaders, errorIn } from './limits/refusal-texts.ts';
import { type Refusal, refusalOf } from './limits/refusals.ts';
import { type AnswerSize, valuesIn } from './rpc-limits.ts';

/** An HTTP endpoint that JSON is posted to. Only `origin` may be shown: path, query and user name can hold keys. */
export interface Target {
  readonly origin: string;
  readonly pool: Pool;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The outcome of a request: JSON with any status, `text` that is no JSON (at most its first bytes), or a failure of the connection. */
export type Posted =
  | {
      readonly is: 'json';
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly body: unknown;
      readonly bytes: number;
    }
  | { readonly is: 'text'; readonly status: number; readonly headers: AnswerHeaders; readonly text: string }
  | { readonly is: 'failure'; readonly failure: Failure };

/** Opens a keep-alive pool for the URL. Throws when it is not an http(s) URL, and does not repeat it. */
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
    // The caller sets timeouts, because it knows how long its own callers wait.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { origin, pool, path: pathname + search, headers };
}

/** So many bytes of an error are read. The rest is skipped, so that the connection can be used again. */
const ERROR_BYTES = 64 * 1024;

/** So many characters of a page that is no JSON can say why it came. */
const PAGE_CHARS = 600;

/**
 * Posts `text` and reads the answer, whatever its status. A 2xx answer fails once it is larger than `most`. Never rejects. An abort
 * with the reason 'timeout' becomes a timeout.
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
    const read = isGood(statusCode) ? await readUpTo(body, most) : await readError(body);
    return typeof read === 'string' ? failed('oversize', read) : parsed(read, statusCode, headers);
  } catch (error) {
    if (signal.aborted && signal.reason === 'timeout') return failed('timeout', 'no answer in time');
    const reason = reasonOf(error);
    return failed(reason === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'broken', `connection: ${reason}`);
  }
}

/** The first bytes of an error. */
async function readError(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes >= ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, ERROR_BYTES);
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

function parsed(text: Buffer, status: number, headers: AnswerHeaders): Posted {
  try {
    return { is: 'json', status, headers, body: JSON.parse(text.toString('utf8')), bytes: text.length };
  } catch {
    // What begins as JSON and is cut off holds data of the chain, which may read like a refusal.
    const isCut = /^\s*[[{"]/.test(text.toString('utf8', 0, PAGE_CHARS));
    return { is: 'text', status, headers, text: isCut ? '' : text.toString('utf8', 0, PAGE_CHARS) };
  }
}

function failed(kind: Failure['kind'], detail: string): Posted {
  return { is: 'failure', failure: { kind, detail } };
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

/** A call of a request, with the data that finds and reads its answer. */
export interface CallId {
  readonly id: number;
  readonly method: string;
}

type Answer = Extract<Posted, { readonly is: 'json' }>;

/** One answer of a response. Its bytes are an equal share of the response, because the length of one item is not known. */
function outcomeOf(
  answer: Readonly<Record<string, unknown>>,
  method: string,
  posted: Answer,
  bytes: number,
): RpcOutcome {
  if (answer.error !== undefined && answer.error !== null) {
    const { code, message } = errorIn(answer) ?? { code: null, message: '' };
    const { status, headers } = posted;
    const refusal = refusalOf({ status, headers, code, message, method, isArray: false });
    return {
      kind: 'refused',
      code,
      detail: detailOf(method, code, refusal),
      refusal,
      chainError: chainErrorOf(answer.error),
    };
  }
  if (!('result' in answer)) return broken('an answer without result');
  return { kind: 'result', result: answer.result, bytes };
}

/** For people: the refused call, with the endpoint's words as far as they can be shown. */
function detailOf(method: string, code: number | null, { words }: Refusal): string {
  const said = words === '' ? '' : `: ${words}`;
  return `${method} was refused${code === null ? '' : `, RPC error ${code}`}${said}`;
}

/** Nodes put it into `data`. Some proxies say only in words that a transaction is a repeat. */
function chainErrorOf(value: unknown): string | null {
  const error = record(value);
  const said = record(error?.data)?.err ?? null;
  if (said !== null) return chainErrorText(said);
  const repeated = typeof error?.message === 'string' && /already (been )?processed/i.test(error.message);
  return repeated ? chainErrorText('AlreadyProcessed') : null;
}

function broken(detail: string): RpcOutcome {
  return { kind: 'failed', failure: { kind: 'broken', detail } };
}

/** What the endpoint said about a request as a whole, with the code of JSON-RPC where there is one. `method`: null for an array. */
export function wholeRefusal(
  posted: Exclude<Posted, { readonly is: 'failure' }>,
  method: string | null,
  isArray: boolean,
): { readonly refusal: Refusal; readonly code: number | null } {
  const { status, headers } = posted;
  const { code, message } = (posted.is === 'json' ? errorIn(posted.body) : null) ?? {
    code: null,
    message: posted.is === 'text' ? posted.text : '',
  };
  return { refusal: refusalOf({ status, headers, code, message, method, isArray }), code };
}

/** The outcome of a single call that was refused together with its request. */
export function refusedCall(method: string, status: number, refusal: Refusal, code: number | null): RpcOutcome {
  const words = refusal.words === '' ? `HTTP ${status}` : refusal.words;
  return { kind: 'refused', code, detail: detailOf(method, code, { ...refusal, words }), refusal, chainError: null };
}

/** The outcome of a request with one call. An error without an id counts as its answer. Null where the body answers no call. */
export function readSingle(posted: Answer, { id, method }: CallId): RpcOutcome | null {
  const answer = record(Array.isArray(posted.body) && posted.body.length === 1 ? posted.body[0] : posted.body);
  if (!answer) return null;
  if (answer.id === id || ((answer.id ?? null) === null && record(answer.error) !== null)) {
    return outcomeOf(answer, method, posted, posted.bytes);
  }
  return isGood(posted.status) && 'result' in answer ? broken('the answer has another id') : null;
}

/**
 * The outcomes of a request with an array, in the order of `calls`; answers may come in any order. Null when the endpoint answers
 * with something else than a list.
 */
export function readArray(posted: Answer, calls: readonly CallId[]): readonly RpcOutcome[] | null {
  if (!Array.isArray(posted.body)) return null;
  const share = Math.ceil(posted.bytes / calls.length);
  const byId = new Map<unknown, Readonly<Record<string, unknown>>>();
  for (const entry of posted.body) {
    const answer = record(entry);
    if (answer) byId.set(answer.id, answer);
  }
  return calls.map(({ id, method }) => {
    const answer = byId.get(id);
    return answer ? outcomeOf(answer, method, posted, share) : broken('the array lacks an answer');
  });
}

function isGood(status: number): boolean {
  return status >= 200 && status <= 299;
}
