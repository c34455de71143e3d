import { textAt } from './answer.ts';

/** A response, whatever its status. `body` is undefined where the text is not JSON. */
export interface Reply {
  readonly status: number;
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
  /** The same in every attempt, the Idempotency-Key among them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The clock of the client, and where it reports that it waits. Tests replace it. */
export interface RetryClock {
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
export async function askWithRetries(call: PreparedCall, timeouts: RetryClock): Promise<Reply | Silence> {
  const end = timeouts.now() + ALL_MS_MAX;
  for (let attempt = 0; ; attempt += 1) {
    const result = await once(call, Math.min(ATTEMPT_MS_MAX, end - timeouts.now()));
    if (attempt === RETRIES_MAX || !isPassing(result)) return result;
    const pauseMs = pauseAfter(result, attempt);
    if (timeouts.now() + pauseMs >= end) return result;
    timeouts.note(`${'silence' in result ? result.silence : `the service answered ${result.status}`}; trying again`);
    await timeouts.wait(pauseMs);
  }
}

/** Whether the same request may be answered a little later. */
export function isPassing(result: Reply | Silence): boolean {
  if ('silence' in result) return true;
  return PASSING.has(result.status) || (result.status === 409 && textAt(result.body, 'code') === 'request_in_flight');
}

function pauseAfter(result: Reply | Silence, attempt: number): number {
  const asked = 'silence' in result ? null : result.retryAfterSeconds;
  return asked === null ? FIRST_PAUSE_MS * 2 ** attempt : asked * MILLISECONDS;
}

async function once({ url, headers }: PreparedCall, milliseconds: number): Promise<Reply | Silence> {
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(milliseconds)));
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal,
    });
    const text = await readText(response);
    if (text === null) return { silence: 'the answer is too long' };
    return {
      status: response.status,
      text,
      body: parseJson(text),
      retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
      location: response.headers.get('location'),
    };
  } catch (error) {
    return { silence: signal.aborted ? 'no answer in time' : whyOf(error) };
  }
}

async function readText(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
  return textAt(cause, 'code') ?? (cause instanceof Error ? cause.message : 'the connection failed');
}
