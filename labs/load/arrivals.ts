import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import type { Notes } from '../soak/notes.ts';
import type { Measures } from './measures.ts';
import { type Traffic, type WorkKind, workKinds } from './traffic.ts';

/** Beyond it work is not begun: the machine is too slow for the rate, and queues would only measure themselves. */
const UNDER_WAY_MAX = 400;

/** Work that becomes due at random moments, independent of earlier work. */
export class Arrivals {
  underWay = 0;
  readonly #traffic: Traffic;
  readonly #measures: Measures;
  readonly #notes: Notes;
  readonly #chance: Chance;

  constructor(traffic: Traffic, measures: Measures, notes: Notes, chance: Chance) {
    this.#traffic = traffic;
    this.#measures = measures;
    this.#notes = notes;
    this.#chance = chance;
  }

  async during(seconds: number, perSecond: number): Promise<void> {
    const end = performance.now() + seconds * 1_000;
    // Everything once, so that a short run has done it all; then as chance has it.
    const first = Object.keys(workKinds) as WorkKind[];
    for (let due = performance.now(); due < end; due += this.#gapMs(perSecond)) {
      const early = due - performance.now();
      if (early > 0) await pause(early);
      if (this.underWay < UNDER_WAY_MAX) void this.#begin(first.shift() ?? this.#chance.pick(workKinds), due);
      else this.#measures.notBegun += 1;
    }
  }

  /** Time between two that do not know of each other. */
  #gapMs(perSecond: number): number {
    return (-Math.log(1 - this.#chance.next()) * 1_000) / perSecond;
  }

  async #begin(kind: WorkKind, due: number): Promise<void> {
    this.underWay += 1;
    try {
      await this.#traffic.do(kind);
      this.#measures.done(kind, performance.now() - due);
    } catch (error) {
      this.#notes.violated(`${kind}: ${String(error)}`);
    } finally {
      this.underWay -= 1;
    }
  }
}
