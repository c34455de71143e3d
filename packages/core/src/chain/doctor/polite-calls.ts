import { setTimeout } from 'node:timers/promises';
import type { RpcOutcome } from '../rpc/call-outcome.ts';
import {
  encodeCall,
  openTarget,
  type Posted,
  postJson,
  readArray,
  readSingle,
  type Target,
  wholeRefusal,
} from '../rpc/json-rpc.ts';
import { type CallRate, methodRateOfHeaders, rateOfHeaders, slower } from '../rpc/limits/refusal-texts.ts';
import type { Refusal } from '../rpc/limits/refusals.ts';
import type { AnswerSize } from '../rpc/rpc-limits.ts';

/** One call: a method and its parameters. */
export interface PoliteCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * The outcome of a call. `code` is the JSON-RPC code beside the refusal; null where there is none. `unheard`: no answer in time, a cut
 * connection, or an answer of the wrong form. `unasked`: no call is left, or the caller has left.
 */
export type Heard =
  | { readonly is: 'result'; readonly result: unknown }
  | { readonly is: 'refused'; readonly refusal: Refusal; readonly code: number | null }
  | { readonly is: 'unheard'; readonly detail: string }
  | { readonly is: 'unasked' };

/** How politely an endpoint is asked. */
export interface Politeness {
  /** Most calls in all, each item of an array and each repeat counted. */
  readonly callsMax: number;
  /** Milliseconds that each call takes up: the call after an array of ten waits ten times as long. */
  readonly spacingMs: number;
  /** The longest pause that is kept where the endpoint asks for one. */
  readonly pauseMsMax: number;
  readonly answerMsMax: number;
  /** A call that comes too fast, or stays without an answer, is made so often. */
  readonly tries: number;
}

/** Four calls a second: less than any plan allows that is known. */
export const politeness: Politeness = {
  callsMax: 200,
  spacingMs: 250,
  pauseMsMax: 12_000,
  answerMsMax: 10_000,
  tries: 3,
};

/** The pause after a refusal that asks for none. */
const PAUSE_MS = 2_000;
/** The slowest pace. A plan below it would not serve a check in its time. */
const SPACING_MS_MAX = 1_000;
const CONNECT_MS_MAX = 4_000;
const ANSWER_MAX: AnswerSize = { bytes: 8 * 1024 * 1024, values: 1024 * 1024 };

/** Asks one endpoint one thing after another, at a pace that any plan takes. Never rejects. */
export class PoliteCalls {
  /** Methods of which a single call was refused as too fast. */
  readonly tooFast = new Set<string>();
  readonly #target: Target;
  readonly #politeness: Politeness;
  readonly #signal: AbortSignal | undefined;
  #spacingMs: number;
  readonly #rates = new Map<string, CallRate>();
  readonly #latencies: number[] = [];
  #made = 0;
  #freeAt = 0;

  /** Throws when `url` is no http(s) URL, and does not repeat it. */
  constructor(url: string, how: Politeness, signal?: AbortSignal) {
    this.#target = openTarget(url, 1, CONNECT_MS_MAX);
    this.#politeness = how;
    this.#signal = signal;
    this.#spacingMs = how.spacingMs;
  }

  /** What may be shown of the URL. */
  get origin(): string {
    return this.#target.origin;
  }

  /** Calls made so far, each item of an array counted. */
  get made(): number {
    return this.#made;
  }

  /** The rate that headers named beside answers to a method, or beside any; null where they named none. */
  rateOf(method: string): CallRate | null {
    return this.#rates.get(method) ?? [...this.#rates.values()][0] ?? null;
  }

  /** The median of the milliseconds from a single call to its answer; null before the first. */
  get latencyMs(): number | null {
    const sorted = [...this.#latencies].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? null;
  }

  /** Makes one call, and again after a pause where it came too fast or nothing was heard. */
  async ask(asked: PoliteCall): Promise<Heard> {
    for (let tries = 1; ; tries += 1) {
      const posted = await this.#post([asked], false);
      if (posted === null) return { is: 'unasked' };
      const heard = heardAlone(posted, asked.method);
      this.#slowDown(heard, asked.method);
      if (tries === this.#politeness.tries || !mayChange(heard)) return heard;
      await this.#pause(heard);
    }
  }

  /**
   * Makes calls in one array, without repeats. Answers with the outcome of each, or of the array as a whole where the answer was no array.
   */
  async askTogether(asked: readonly PoliteCall[]): Promise<readonly Heard[] | Heard> {
    const posted = await this.#post(asked, true);
    if (posted === null) return { is: 'unasked' };
    const calls = asked.map(({ method }, index) => ({ id: index + 1, method }));
    const outcomes = posted.is === 'json' ? readArray(posted, calls) : null;
    return outcomes ? outcomes.map(heardOf) : heardOfWhole(posted, null);
  }

  async close(): Promise<void> {
    await this.#target.pool.destroy();
  }

  /** What came of a request; null where no call is left. */
  async #post(asked: readonly PoliteCall[], inArray: boolean): Promise<Posted | null> {
    const { callsMax, answerMsMax } = this.#politeness;
    await this.#wait(Math.max(0, this.#freeAt - performance.now()));
    if (this.#signal?.aborted || this.#made + asked.length > callsMax) return null;
    this.#made += asked.length;
    const sentAt = performance.now();
    this.#freeAt = sentAt + asked.length * this.#spacingMs;
    const calls = asked.map(({ method, params }, index) => encodeCall(index + 1, method, params));
    const controller = new AbortController();
    const timer = globalThis.setTimeout(() => controller.abort('timeout'), answerMsMax);
    const text = inArray ? `[${calls.join(',')}]` : (calls[0] ?? '');
    const posted = await postJson(this.#target, text, controller.signal, ANSWER_MAX);
    clearTimeout(timer);
    if (posted.is === 'failure') return posted;
    if (!inArray) this.#latencies.push(Math.round(performance.now() - sentAt));
    const [all, own] = [rateOfHeaders(posted.headers), methodRateOfHeaders(posted.headers)];
    const rate = all && own ? slower(all, own) : (own ?? all);
    if (rate) this.#rates.set(asked[0]?.method ?? '', rate);
    return posted;
  }

  /** Keeps below a rate that a refusal of a single call names, and goes half as fast where it names none. */
  #slowDown(heard: Heard, method: string): void {
    if (heard.is !== 'refused' || heard.refusal.kind !== 'too_fast') return;
    this.tooFast.add(method);
    const { rate } = heard.refusal;
    const { spacingMs } = this.#politeness;
    const wanted = rate ? (1_250 * rate.seconds) / rate.calls : 2 * spacingMs;
    this.#spacingMs = Math.max(this.#spacingMs, Math.min(wanted, SPACING_MS_MAX));
  }

  async #pause(heard: Heard): Promise<void> {
    const wanted = heard.is === 'refused' ? heard.refusal.retryAfterMs : null;
    await this.#wait(Math.min(wanted ?? PAUSE_MS, this.#politeness.pauseMsMax));
  }

  /** Waits, but not beyond the end of the examination. */
  async #wait(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { ...(this.#signal && { signal: this.#signal }) }).catch(() => undefined);
  }
}

/** Whether the same call may be answered otherwise in a moment. */
function mayChange(heard: Heard): boolean {
  if (heard.is === 'unheard') return true;
  return heard.is === 'refused' && ['too_fast', 'behind', 'broken'].includes(heard.refusal.kind);
}

function heardAlone(posted: Posted, method: string): Heard {
  const outcome = posted.is === 'json' ? readSingle(posted, { id: 1, method }) : null;
  return outcome ? heardOf(outcome) : heardOfWhole(posted, method);
}

/** What an endpoint said that answered none of the calls by itself. `method`: null for an array. */
function heardOfWhole(posted: Posted, method: string | null): Heard {
  if (posted.is === 'failure') return { is: 'unheard', detail: posted.failure.detail };
  return { is: 'refused', ...wholeRefusal(posted, method, method === null) };
}

function heardOf(outcome: RpcOutcome): Heard {
  if (outcome.kind === 'result') return { is: 'result', result: outcome.result };
  if (outcome.kind === 'refused') return { is: 'refused', refusal: outcome.refusal, code: outcome.code };
  return { is: 'unheard', detail: outcome.kind === 'failed' ? outcome.failure.detail : 'it was not sent' };
}
