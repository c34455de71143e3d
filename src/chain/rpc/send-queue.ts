import type { TraceContext } from '#lib/tracing.ts';
import type { CallBudget } from './call-budget.ts';
import type { RpcOutcome } from './call-outcome.ts';
import { RANKS, type Rank, type Wait } from './call-wait.ts';
import type { BatchClass } from './rpc-limits.ts';

/**
 * The calls that wait for one endpoint, and the order in which they leave. Without a budget all calls wait in one line, oldest
 * first. With a budget there is one line for each rank, so that no call waits for a later rank or uses the budget of another one.
 */
export class SendQueue {
  readonly #budget: CallBudget;
  readonly #goOn: () => void;
  readonly #lines: Readonly<Record<Rank, CallQueue>> = {
    settlement: new CallQueue(),
    payment: new CallQueue(),
    check: new CallQueue(),
  };

  /** `goOn` is called when the budget lets more calls leave. */
  constructor(budget: CallBudget, goOn: () => void) {
    this.#budget = budget;
    this.#goOn = goOn;
  }

  /** A call keeps the rank it was queued with, even when others join it. */
  push(item: Item): void {
    this.#lines[this.#budget.isBounded ? item.wait.rank : 'check'].push(item);
  }

  /** Takes the calls of one request; none where the budget lets none leave now. */
  take(load: RequestCapacity): readonly Item[] {
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

  /** Removes and returns all calls. */
  drain(): readonly Item[] {
    return RANKS.flatMap((rank) => this.#lines[rank].drain());
  }

  #oldest({ itemsMax, bytesMax }: RequestCapacity): readonly Item[] {
    const line = this.#lines.check;
    const batch = line.next();
    return batch === null ? [] : line.take(batch, itemsMax(batch, line.waiting(batch)), bytesMax);
  }

  /** Shares the room between the classes that wait. */
  #share(rank: Rank, room: number, { itemsMax, bytesMax }: RequestCapacity): readonly Item[] {
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

/** A call that waits to be sent to one endpoint. `text` is its JSON; `settle` is called exactly once. */
export interface Item {
  readonly id: number;
  readonly method: string;
  readonly batch: BatchClass;
  readonly text: string;
  readonly wait: Wait;
  readonly settle: (outcome: RpcOutcome) => void;
  /** The span of the caller, where traces are recorded. */
  readonly within?: TraceContext | undefined;
}

interface Waiting {
  readonly items: Item[];
  /** Index of the first call that is not taken yet. Moving the rest for each call would take long. */
  head: number;
}

const CLASSES: readonly BatchClass[] = ['state', 'history', 'transaction', 'bodies', 'scan'];

/** Calls that wait in one line, oldest first within a class. Aborted calls are dropped when they are reached. */
export class CallQueue {
  readonly #classes: Readonly<Record<BatchClass, Waiting>> = {
    state: { items: [], head: 0 },
    history: { items: [], head: 0 },
    transaction: { items: [], head: 0 },
    bodies: { items: [], head: 0 },
    scan: { items: [], head: 0 },
  };
  #turn = -1;

  push(item: Item): void {
    this.#classes[item.batch].items.push(item);
  }

  /** The class of the call that has waited longest; null when nothing waits. */
  next(): BatchClass | null {
    let oldest: Item | null = null;
    for (const waiting of Object.values(this.#classes)) {
      const head = this.#live(waiting);
      if (head && (oldest === null || head.id < oldest.id)) oldest = head;
    }
    return oldest?.batch ?? null;
  }

  /**
   * The class whose turn is next, and how many classes wait; null when nothing waits. Classes take turns so that many calls of one
   * class, as a long history needs, do not block the few of another.
   */
  nextInTurn(): { readonly batch: BatchClass; readonly waiting: number } | null {
    const live = CLASSES.filter((batch) => this.#live(this.#classes[batch]) !== null);
    const batch = live.find((one) => CLASSES.indexOf(one) > this.#turn) ?? live[0];
    if (batch === undefined) return null;
    this.#turn = CLASSES.indexOf(batch);
    return { batch, waiting: live.length };
  }

  /** How many calls of the class wait, including aborted ones. */
  waiting(batch: BatchClass): number {
    return this.#classes[batch].items.length;
  }

  /** Takes at most `itemsMax` calls of the class whose text stays below `bytesMax` together, and at least one. */
  take(batch: BatchClass, itemsMax: number, bytesMax: number): readonly Item[] {
    const waiting = this.#classes[batch];
    const taken: Item[] = [];
    let bytes = 0;
    for (let item = this.#live(waiting); item && taken.length < itemsMax; item = this.#live(waiting)) {
      bytes += item.text.length + 1;
      if (taken.length > 0 && bytes > bytesMax) break;
      taken.push(item);
      waiting.head += 1;
    }
    // A call holds its answer. A queue that never empties must not hold calls that were sent.
    waiting.items.splice(0, waiting.head);
    waiting.head = 0;
    return taken;
  }

  /** Removes and returns all calls of the line. */
  drain(): readonly Item[] {
    return CLASSES.flatMap((batch) => this.take(batch, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY));
  }

  #live(waiting: Waiting): Item | null {
    for (;;) {
      const item = waiting.items[waiting.head];
      if (!item) {
        waiting.items.length = 0;
        waiting.head = 0;
        return null;
      }
      if (!item.wait.signal.aborted) return item;
      waiting.head += 1;
      item.settle({ kind: 'returned' });
    }
  }
}

/** The bounds of one request: how many calls of a class, `waiting` of which wait, and how many bytes. */
export interface RequestCapacity {
  readonly itemsMax: (batch: BatchClass, waiting: number) => number;
  readonly bytesMax: number;
}
