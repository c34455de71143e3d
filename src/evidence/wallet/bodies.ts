import { setImmediate } from 'node:timers/promises';
import type { HistoryReader, Transaction } from '#chain/model.ts';
import type { Effect } from '#checks/wallet/effect.ts';
import type { Signature } from '#lib/address.ts';
import { type Gap, missing, type Reading } from '#lib/reading.ts';
import type { EntryWithBody } from './bodies-listing.ts';
import { CLOCK_SECONDS_MAX, type Entry } from './listing.ts';

/**
 * Bodies under way at a time: as many as four requests of a hundred carry, and two more that leave as soon as one is answered.
 * Whatever the length of a history, no more of it than this is in memory.
 */
const UNDER_WAY_MAX = 600;

/** So many bodies of a page become effects before everything else gets its turn: a few milliseconds. */
const BODIES_AT_ONCE = 25;

/** Why a transaction cannot be used. */
export type Unusable = 'history_missing' | 'unreadable';

/**
 * Effects of transactions, read as they are asked for. A body becomes an effect as it arrives, and is dropped. An entry is asked
 * for once however often it is added.
 */
export class EffectQueue {
  /** Effects by signature, those handed in from the start too. */
  readonly effects: Map<Signature, Effect>;
  readonly unusable = new Map<Signature, Unusable>();
  readonly #reader: Pick<HistoryReader, 'passing'>;
  readonly #effectOf: (transaction: Transaction) => Reading<Effect>;
  readonly #asked = new Set<Signature>();
  #waiting: Entry[] = [];
  #next = 0;
  #underWay = 0;
  #gap: Gap | null = null;
  #idle: (() => void) | null = null;

  constructor(
    reader: Pick<HistoryReader, 'passing'>,
    effectOf: (transaction: Transaction) => Reading<Effect>,
    effects: ReadonlyMap<Signature, Effect>,
  ) {
    this.#reader = reader;
    this.#effectOf = effectOf;
    this.effects = new Map(effects);
  }

  /** Starts reading what is not known yet. */
  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (this.#asked.has(entry.signature) || this.effects.has(entry.signature)) continue;
      this.#asked.add(entry.signature);
      this.#waiting.push(entry);
    }
    this.#pump();
  }

  /** Uses bodies that came with their list. Whatever is wrong with one is left to `add`, which asks for it by itself. */
  async take(entries: readonly EntryWithBody[]): Promise<void> {
    for (const [place, entry] of entries.entries()) {
      if (place % BODIES_AT_ONCE === BODIES_AT_ONCE - 1) await setImmediate();
      if (this.effects.has(entry.signature)) continue;
      const body = entry.body();
      const effect = body.known ? this.#effectOf(body.value) : body;
      if (effect.known) this.#keep(effect.value, entry);
    }
  }

  #keep(effect: Effect, { signature, time }: Entry): void {
    this.effects.set(signature, effect.time === null ? { ...effect, time } : effect);
  }

  /** Waits until everything added was read. The gap is that of the first call that failed; then nothing more is asked. */
  async settled(): Promise<Gap | null> {
    if (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    return this.#gap;
  }

  #pump(): void {
    while (this.#underWay < UNDER_WAY_MAX && !this.#gap) {
      const entry = this.#waiting[this.#next];
      if (!entry) break;
      this.#next += 1;
      this.#underWay += 1;
      void this.#read(entry).then(() => {
        this.#underWay -= 1;
        this.#pump();
      });
    }
    if (this.#underWay > 0) return;
    this.#waiting = [];
    this.#next = 0;
    this.#idle?.();
    this.#idle = null;
  }

  async #read(entry: Entry): Promise<void> {
    const { signature, time } = entry;
    const body = await this.#reader.passing(signature);
    const effect = body.known ? this.#effectOf(body.value) : body;
    if (effect.known && !isSameMoment(effect.value, entry)) {
      const detail = `${signature} is listed in slot ${entry.slot} at ${time} and ran in another, or at another time`;
      this.#gap ??= missing('history', 'rpc_disagrees', detail).gap;
      return;
    }
    if (effect.known) {
      this.#keep(effect.value, entry);
      return;
    }
    const { cause } = effect.gap;
    if (cause === 'history_missing' || cause === 'unreadable') this.unusable.set(signature, cause);
    else this.#gap ??= missing('history', cause, effect.gap.detail).gap;
  }
}

function isSameMoment({ slot, time }: Effect, entry: Entry): boolean {
  return slot === entry.slot && (time === null || Math.abs(time - entry.time) <= CLOCK_SECONDS_MAX);
}
