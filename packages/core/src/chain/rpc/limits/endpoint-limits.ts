import type { GapCause } from '#lib/reading.ts';
import type { EndpointAllows } from '../../chain-stats.ts';
import type { Rank } from '../call-wait.ts';
import { now, type RpcLimits } from '../rpc-limits.ts';
import { AdaptivePace, type Departure } from './adaptive-pace.ts';
import type { KeptLimits, KeptMethodLimits } from './kept-limits.ts';
import { type AnswerHeaders, methodRateOfHeaders, rateOfHeaders } from './refusal-texts.ts';
import type { Refusal } from './refusals.ts';
import { SizeLimit } from './size-limit.ts';

/** A method that is refused as too fast so often in a row, while others are answered, counts as refused. */
const REFUSALS_IN_ROW_MAX = 6;

/** The same for a method that was never answered, of which one call was asked at a time with long pauses. */
const PAUSED_IN_ROW_MAX = 2;

/** A longer pause than this is one that an endpoint asked for, in milliseconds. */
const LONG_PAUSE_MS = 2_000;

/** Methods that are refused as too fast within so many milliseconds are refused for one reason. */
const BLAME_MS = 2_000;

/** Texts that blame one method for too many calls. */
const OF_METHOD = /\b(specific|this|that|per|single) (rpc )?(method|call)\b/i;

/** The part of an endpoint's pace that calls about money may exceed it by. What is left of a known limit is room for them. */
const AHEAD_SHARE = 0.1;

/** Why a method is not asked for: the endpoint's words, and the cause of the gaps that this leaves. */
export interface RefusedMethod {
  readonly said: string;
  readonly cause: GapCause;
}

/** What was learned about one method: how long its arrays and lists may be, how often it may be asked, and whether it is served. */
class MethodLimits {
  readonly arrays: SizeLimit;
  readonly list: SizeLimit;
  readonly pace = new AdaptivePace();
  refused: (RefusedMethod & { trialAt: number }) | null = null;
  form: { readonly index: number; readonly until: number } | null = null;

  constructor(memoryMs: number) {
    this.arrays = new SizeLimit(memoryMs);
    this.list = new SizeLimit(memoryMs);
  }
}

/** The calls of one request: when they left, for the endpoint as a whole and for each of its methods. */
export interface Sent {
  readonly all: Departure;
  readonly byMethod: ReadonlyMap<string, Departure>;
}

/** The limits of one endpoint, learned from its refusals. Every finding expires, because plans change and endpoints err. */
export class EndpointLimits {
  readonly #limits: RpcLimits;
  readonly #pace = new AdaptivePace();
  readonly #arrays: SizeLimit;
  readonly #methods = new Map<string, MethodLimits>();
  #answerBytes = 0;
  #answerBytesMax: number | null = null;
  #unmixedUntil = 0;
  /** When an array was refused whole as too fast, where none was accepted since. */
  #arrayTooFastAt: number | null = null;
  /** The method that was refused last as too fast, when, and whether another one was answered since it was refused first. */
  #tooFast = { method: '', at: 0, othersSince: false };

  constructor(limits: RpcLimits) {
    this.#limits = limits;
    this.#arrays = new SizeLimit(limits.arrayMemoryMs);
  }

  /** True where calls may have to wait for the pace. */
  get isPaced(): boolean {
    const time = now();
    if (this.#pace.isBoundedAt(time)) return true;
    for (const { pace } of this.#methods.values()) if (pace.isBoundedAt(time)) return true;
    return false;
  }

  /** True while arrays hold calls of one method only, because one of several was refused with the others. */
  get isUnmixed(): boolean {
    return this.#unmixedUntil > now();
  }

  /** False while only single calls are sent. */
  get takesArrays(): boolean {
    return this.#arrays.most > 1;
  }

  /** How many calls of the method one array may hold. */
  arrayMost(method: string): number {
    return Math.min(this.#arrays.most, this.#methods.get(method)?.arrays.most ?? Number.POSITIVE_INFINITY);
  }

  /** How many addresses one call of the method may name. */
  listMost(method: string): number {
    return this.#methods.get(method)?.list.most ?? Number.POSITIVE_INFINITY;
  }

  /** How many calls of the rank may leave now, whatever their methods. */
  room(rank: Rank): number {
    const most = this.#pace.callsMax ?? 0;
    return this.#pace.room(now(), rank === 'check' ? 0 : Math.floor(most * AHEAD_SHARE));
  }

  /** How many calls of the method may leave now. */
  roomOf(method: string): number {
    return this.#methods.get(method)?.pace.room(now()) ?? Number.POSITIVE_INFINITY;
  }

  /** Milliseconds until one more call of the method may leave behind `queued` others. */
  msUntilRoom(method: string, queued: number): number {
    const time = now();
    const own = this.#methods.get(method)?.pace.msUntilRoom(time) ?? 0;
    return Math.max(own, this.#pace.msUntilRoom(time, queued + 1));
  }

  /** Until when the endpoint asked not to be asked for the method. */
  pausedUntil(method: string): number {
    return Math.max(this.#pace.pausedUntil, this.#methods.get(method)?.pace.pausedUntil ?? 0);
  }

  /** Why the endpoint is not asked for the method; null where it serves it, or where one call is due that tries it again. */
  refusalOf(method: string): RefusedMethod | null {
    const refused = this.#methods.get(method)?.refused;
    return refused && refused.trialAt > now() ? refused : null;
  }

  /** True where calls, or those of the method, were refused as too fast several times in a row and none was answered in between. */
  refusesAll(method: string): boolean {
    return this.#pace.refusalsInRow > 1 || (this.#methods.get(method)?.pace.refusalsInRow ?? 0) > 1;
  }

  /** True for an endpoint that asked for a long pause. */
  get isClosed(): boolean {
    return this.#pace.pausedUntil - now() > LONG_PAUSE_MS;
  }

  /** Notes a call of the method. While it tries a refused one, no other call does. */
  tries(method: string): void {
    const refused = this.#methods.get(method)?.refused;
    if (refused && refused.trialAt <= now()) refused.trialAt = now() + this.#limits.methodMemoryMs;
  }

  /** Notes that the endpoint does not serve the method. `said`: its words. */
  refuse(method: string, said: string, cause: GapCause): void {
    const limits = this.#of(method);
    limits.refused = { said, cause, trialAt: now() + this.#limits.methodMemoryMs };
    // The arrays that held it were refused because of it.
    limits.arrays.forget();
  }

  /** The index of the parameter form that it takes. The first one where nothing is noted. */
  formOf(method: string): number {
    const form = this.#methods.get(method)?.form;
    return form && form.until > now() ? form.index : 0;
  }

  /** Notes the form that it takes; null forgets it. */
  noteForm(method: string, index: number | null): void {
    this.#of(method).form = index === null ? null : { index, until: now() + this.#limits.methodMemoryMs };
  }

  /** Counts calls of these methods that leave now. */
  spend(methods: readonly string[]): Sent {
    const time = now();
    const counts = new Map<string, number>();
    for (const method of methods) counts.set(method, (counts.get(method) ?? 0) + 1);
    const byMethod = new Map([...counts].map(([method, calls]) => [method, this.#of(method).pace.spend(calls, time)]));
    return { all: this.#pace.spend(methods.length, time), byMethod };
  }

  /** Takes back the calls of a request that is sent again in parts. */
  giveBack({ all, byMethod }: Sent): void {
    this.#pace.giveBack(all);
    for (const [method, left] of byMethod) this.#of(method).pace.giveBack(left);
  }

  /**
   * Notes that calls of these methods were answered, in a request of `items` calls, with so many bytes. `isWhole`: none was refused as
   * too fast.
   */
  accept(sent: Sent, methods: ReadonlySet<string>, items: number, bytes: number, isWhole: boolean): void {
    const time = now();
    if (isWhole) this.#pace.accepted(sent.all, time);
    this.#arrays.accept(items, time);
    if (items > 1 && isWhole) this.#arrayTooFastAt = null;
    this.#answerBytes = Math.max(this.#answerBytes, bytes);
    for (const method of methods) {
      const limits = this.#of(method);
      const left = sent.byMethod.get(method);
      if (left && isWhole) limits.pace.accepted(left, time);
      limits.refused = null;
      limits.arrays.accept(items, time);
      if (method !== this.#tooFast.method) this.#tooFast.othersSince = true;
    }
  }

  /** Notes that a list of `items` addresses was accepted. */
  acceptList(method: string, items: number): void {
    this.#methods.get(method)?.list.accept(items, now());
  }

  /** Notes that a list of `items` addresses was too long, or its answer too large. False where one address is too many. */
  refuseList(method: string, items: number, most: number | null): boolean {
    if (items <= 1) return false;
    this.#of(method).list.refuse(items, most, now());
    return true;
  }

  /** Notes that an answer was too large for the endpoint. */
  outgrew(): void {
    this.#answerBytesMax = this.#answerBytes;
  }

  /** Keeps to rates that the endpoint names in the headers of an answer to calls of these methods: of all calls, and of the one method. */
  follow(headers: AnswerHeaders, methods: readonly string[]): void {
    const [all, own] = [rateOfHeaders(headers), methodRateOfHeaders(headers)];
    if (all) this.#pace.follow(all, now());
    const [method, ...others] = new Set(methods);
    if (own && method !== undefined && others.length === 0) this.#of(method).pace.follow(own, now());
  }

  /**
   * Notes that an array was refused whole. The next arrays hold one method each, then fewer calls, until it shows whether a method
   * or the length was refused. A refusal that speaks of arrays counts for all methods. `isTooLong`: half as many may be accepted, else
   * one is sent next.
   */
  refuseArray(methods: readonly string[], refusal: Pick<Refusal, 'kind' | 'most' | 'words'>, isTooLong: boolean): void {
    const time = now();
    const items = methods.length;
    const { kind, most, words } = refusal;
    if (most !== null) {
      this.#arrays.refuse(items, most, time);
      return;
    }
    const distinct = new Set(methods);
    if (distinct.size > 1 && (kind !== 'arrays_refused' || words === '')) {
      // Such an array was most often sent too fast, so methods are mixed again soon.
      const { arrayMemoryMs, methodMemoryMs } = this.#limits;
      this.#unmixedUntil = time + (kind === 'too_fast' ? methodMemoryMs : arrayMemoryMs);
      return;
    }
    const limit = distinct.size > 1 ? this.#arrays : this.#of(methods[0] ?? '').arrays;
    if (isTooLong) limit.refuse(items, null, time);
    else limit.doubt(items, time, 0);
    const single = [...this.#methods.values()].filter(({ arrays }) => arrays.most === 1);
    if (single.length > 1) this.#arrays.doubt(items, time, 0);
  }

  /**
   * Notes that an array was refused whole as too fast. True where it is sent apart at once. Some endpoints say so of one method, or of
   * an array that is too long. That may be so where the words blame a method, or where no array was accepted since the last such
   * refusal. A single call shows it.
   */
  partsTooFast({ all }: Sent, methods: readonly string[], refusal: Refusal): boolean {
    const time = now();
    const isAgain = this.#arrayTooFastAt !== null && this.#arrayTooFastAt <= all.at;
    this.#arrayTooFastAt ??= time;
    const isNamed = refusal.rate !== null || this.#pace.isSaidAt(time);
    if (!OF_METHOD.test(refusal.words) && (!isAgain || isNamed)) return false;
    const [method = '', ...others] = new Set(methods);
    const { arrays } = this.#of(method);
    const isNews = others.length > 0 ? !this.isUnmixed : methods.length > arrays.accepted;
    if (!isNews) return false;
    if (others.length === 0 && arrays.accepted > 1) arrays.refuse(methods.length, arrays.accepted, time);
    else this.refuseArray(methods, refusal, false);
    return true;
  }

  /** Notes that arrays failed repeatedly for no stated reason. Single calls show whether arrays are the reason. */
  doubtArrays(items: number): void {
    this.#arrays.doubt(items, now(), this.#limits.arrayDoubtMs);
  }

  /**
   * Notes how many calls of which methods were refused as too fast, in a request that left as `sent`. `othersAnswered`: calls of other
   * methods in it were answered. One method is blamed before the endpoint is: only when others are refused as well, all calls slow
   * down. Returns the methods whose waiting calls should go elsewhere, because the endpoint asked for a pause: 'all', or those.
   */
  slow(
    sent: Sent,
    refused: ReadonlyMap<string, number>,
    refusal: Refusal,
    othersAnswered: boolean,
  ): 'all' | ReadonlySet<string> {
    const methods = new Set(refused.keys());
    const time = now();
    const none: ReadonlySet<string> = new Set();
    const isOfMethod = othersAnswered || OF_METHOD.test(refusal.words) || !this.#isOfAll(sent, methods, time);
    const isAskedToPause = refusal.retryAfterMs !== null;
    if (!isOfMethod) {
      const calls = [...refused.values()].reduce((sum, one) => sum + one, 0);
      this.#pace.refusedAs(sent.all, calls, refusal, time);
      return isAskedToPause ? 'all' : none;
    }
    for (const [method, calls] of refused) {
      const left = sent.byMethod.get(method);
      const limits = this.#of(method);
      if (!left) continue;
      limits.pace.refusedAs(left, calls, refusal, time);
      const isNew = limits.arrays.accepted === 0;
      if (limits.pace.refusalsInRow < refusalsMax(isNew, left, refusal) || !this.#tooFast.othersSince) continue;
      this.refuse(method, `${method} is refused as too fast each time`, 'plan_refuses');
    }
    return isAskedToPause ? methods : none;
  }

  /** What is kept over restarts. */
  kept(): KeptLimits {
    const methods: Record<string, KeptMethodLimits> = {};
    for (const [name, { arrays, list, pace, refused }] of this.#methods) {
      const kept = present({ arrays: arrays.kept(), list: list.kept(), pace: pace.kept(), refused: refused?.said });
      if (Object.keys(kept).length > 0) methods[name] = kept;
    }
    return { ...present({ arrays: this.#arrays.kept(), pace: this.#pace.kept() }), methods };
  }

  /** Restores the kept limits. A method that was refused is tried once before its refusal is trusted again. */
  restore({ arrays, pace, methods }: KeptLimits): void {
    const time = now();
    if (arrays !== undefined) this.#arrays.restore(arrays, time);
    if (pace) this.#pace.restore(pace);
    for (const [name, kept] of Object.entries(methods)) {
      const limits = this.#of(name);
      if (kept.arrays !== undefined) limits.arrays.restore(kept.arrays, time);
      if (kept.list !== undefined) limits.list.restore(kept.list, time);
      if (kept.pace) limits.pace.restore(kept.pace);
      if (kept.refused !== undefined) {
        limits.refused = { said: kept.refused, cause: 'plan_refuses', trialAt: time + this.#limits.methodMemoryMs };
      }
    }
  }

  /** What is known, for people and metrics. */
  known(): Omit<EndpointAllows, 'firstSlot'> {
    const methods = [...this.#methods];
    return {
      callsPerSecond: this.#pace.perSecond,
      arrayItemsMax: finite(Math.min(this.#arrays.most, ...methods.map(([, { arrays }]) => arrays.most))),
      addressesMax: finite(this.listMost('getMultipleAccounts')),
      answerBytesMax: this.#answerBytesMax,
      refused: methods.flatMap(([method, { refused }]) => (refused ? [{ method, said: refused.said }] : [])),
      limited: methods.flatMap(([method, { pace }]) =>
        pace.perSecond === null ? [] : [{ method, callsPerSecond: pace.perSecond }],
      ),
    };
  }

  /**
   * Whether a refusal is of the endpoint as a whole: several methods were refused together; or as many calls of the method were accepted
   * before, and not as many of all. Where neither decides: one method was refused soon after the other, or all calls are bounded already
   * and the same method was not refused twice while others were answered.
   */
  #isOfAll(sent: Sent, methods: ReadonlySet<string>, time: number): boolean {
    const last = this.#tooFast;
    const [method = ''] = methods;
    const isSame = methods.size === 1 && last.method === method;
    const othersSince = isSame && last.othersSince;
    this.#tooFast = { method: methods.size === 1 ? method : '', at: time, othersSince };
    if (methods.size > 1) return true;
    const own = sent.byMethod.get(method);
    const isKnown = own !== undefined && this.#of(method).pace.knows(own);
    if (isKnown !== this.#pace.knows(sent.all)) return isKnown;
    if (this.#pace.callsMax !== null) return !othersSince;
    return last.method !== '' && !isSame && !last.othersSince && time - last.at < BLAME_MS;
  }

  #of(method: string): MethodLimits {
    let limits = this.#methods.get(method);
    if (!limits) {
      limits = new MethodLimits(this.#limits.arrayMemoryMs);
      this.#methods.set(method, limits);
    }
    return limits;
  }
}

/** How many refusals of a method in a row are trusted. `isNew`: it was never answered. */
function refusalsMax(isNew: boolean, { level }: Departure, { retryAfterMs }: Refusal): number {
  return isNew && level === 1 && (retryAfterMs ?? 0) > LONG_PAUSE_MS ? PAUSED_IN_ROW_MAX : REFUSALS_IN_ROW_MAX;
}

function finite(most: number): number | null {
  return Number.isFinite(most) ? most : null;
}

/** The members that are neither null nor undefined. */
function present<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
