import type { CallBudget } from './call-budget.ts';
import { RANKS, type Rank } from './interest.ts';
import type { BatchClass } from './limits.ts';
import { CallQueue, type Item } from './queue.ts';

/** What one request may hold: how many calls of a class, of which so many wait, and how many bytes. */
export interface Load {
  readonly itemsMax: (batch: BatchClass, waiting: number) => number;
  readonly bytesMax: number;
}

/**
 * What waits for one endpoint, and what leaves next. Where nothing is rationed all calls wait in one line, oldest first; else
 * in one line for each rank, so that none is held back by a later rank or leaves on the share of one.
 */
export class SendQueue {
  readonly #budget: CallBudget;
  readonly #goOn: () => void;
  readonly #lines: Readonly<Record<Rank, CallQueue>> = {
    settlement: new CallQueue(),
    payment: new CallQueue(),
    check: new CallQueue(),
  };

  /** `goOn` is called when more may leave after all. */
  constructor(budget: CallBudget, goOn: () => void) {
    this.#budget = budget;
    this.#goOn = goOn;
  }

  /** A call keeps the rank that it came with, whoever joins in waiting for it. */
  push(item: Item): void {
    this.#lines[this.#budget.isBounded ? item.interest.rank : 'check'].push(item);
  }

  /** Takes the calls of one request, none where none may leave now. */
  take(load: Load): readonly Item[] {
    if (!this.#budget.isBounded) return this.#oldest(load);
    this.#budget.leave(this.#goOn);
    const ranks = RANKS.filter((rank) => this.#lines[rank].next() !== null);
    for (const rank of ranks) {
      const room = this.#budget.room(rank);
      if (room > 0) return this.#share(rank, room, load);
    }
    if (ranks.length > 0) this.#budget.wait(ranks, this.#goOn);
    return [];
  }

  /** Empties all lines. */
  drain(): readonly Item[] {
    return RANKS.flatMap((rank) => this.#lines[rank].drain());
  }

  #oldest({ itemsMax, bytesMax }: Load): readonly Item[] {
    const line = this.#lines.check;
    const batch = line.next();
    return batch === null ? [] : line.take(batch, itemsMax(batch, line.waiting(batch)), bytesMax);
  }

  /** Each class that waits has a share of the room. */
  #share(rank: Rank, room: number, { itemsMax, bytesMax }: Load): readonly Item[] {
    const line = this.#lines[rank];
    const turn = line.nextInTurn();
    if (turn === null) return [];
    const { batch, waiting } = turn;
    const share = Math.min(Math.ceil(room / waiting), itemsMax(batch, line.waiting(batch)));
    const items = line.take(batch, share, bytesMax);
    this.#budget.spend(rank, items.length);
    return items;
  }
}
