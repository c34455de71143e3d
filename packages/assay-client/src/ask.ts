import { isRecord, parseBody } from './json.ts';

/** A response, whatever its status. `body` is undefined where the text is not JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
  readonly retryAfterSeconds: number | null;
  /** Where a redirect points. It is not followed: the key would go along. */
  readonly location: string | null;
}

/** The reason why there was no response. */
export interface Silence {
  readonly silence: string;
}

export interface PreparedCall {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** The same in every attempt, the Idempotency-Key among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the call when it is aborted: the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How to send, the clock, and where it is told that it waits. Tests replace them. */
export interface Sender {
  readonly fetch: Fetch;
  /** Milliseconds of any clock that never goes back. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly note: (what: string) => void;
}

const ALL_MS_MAX = 60_000;
/** A check ends within 30 seconds by the service's own deadline. */
const ATTEMPT_MS_MAX = 40_000;
const RETRIES_MAX = 3;
const FIRST_PAUSE_MS = 500;
const BODY_BYTES_MAX = 16_000_000;
const MILLISECONDS = 1_000;

/** Too much at once, a service or a gateway that is not well. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * Sends a request, and repeats it with the same headers where that may help. When a response was lost, the repeat may find the first
 * attempt still running (409 `request_in_flight`), and waits for it too.
 */
export async function askWithRetries(call: PreparedCall, sender: Sender): Promise<Reply | Silence> {
  const end = sender.now() + ALL_MS_MAX;
  for (let attempt = 0; ; attempt += 1) {
    const result = await once(call, Math.min(ATTEMPT_MS_MAX, end - sender.now()), sender.fetch);
    if (attempt === RETRIES_MAX || !isPassing(result)) return result;
    const pauseMs = pauseAfter(result, attempt);
    if (sender.now() + pauseMs >= end) return result;
    sender.note(`${'silence' in result ? result.silence : `the service answered ${result.status}`}; trying again`);
    await sender.wait(pauseMs);
  }
}

/** Whether the same request may be answered a little later. */
export function isPassing(result: Reply | Silence): boolean {
  if ('silence' in result) return true;
  if (PASSING.has(result.status)) return true;
  return result.status === 409 && isRecord(result.body) && result.body.code === 'request_in_flight';
}

function pauseAfter(result: Reply | Silence, attempt: number): number {
  const asked = 'silence' in result ? null : result.retryAfterSeconds;
  return asked === null ? FIRST_PAUSE_MS * 2 ** attempt : asked * MILLISECONDS;
}

async function once(call: PreparedCall, milliseconds: number, fetch: Fetch): Promise<Reply | Silence> {
  const { url, method = 'GET', headers, body, signal: ended } = call;
  const late = AbortSignal.timeout(Math.max(1, Math.floor(milliseconds)));
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: ended ? AbortSignal.any([ended, late]) : late,
    });
    const text = await readText(response);
    if (text === null) return { silence: 'the answer is too long' };
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parseBody(text),
      retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
      location: response.headers.get('location'),
    };
  } catch (error) {
    ended?.throwIfAborted();
    return { silence: late.aborted ? 'no answer in time' : whyOf(error) };
  }
}

async function readText(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > BODY_BYTES_MAX) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Retry-After by RFC 9110: seconds, or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / MILLISECONDS));
}

/** Why a connection failed: the code of the system where there is one, as ECONNREFUSED. */
function whyOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && code !== '') return code;
  return cause instanceof Error ? cause.message : 'the connection failed';
}
