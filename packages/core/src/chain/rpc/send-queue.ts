import type { TraceContext } from '#lib/tracing.ts';
import type { CallBudget } from './call-budget.ts';
import type { RpcOutcome } from './call-outcome.ts';
import { RANKS, type Rank, type Wait } from './call-wait.ts';
import type { BatchClass } from './rpc-limits.ts';

/**
 * The calls that wait for one endpoint, and the order in which they leave. While nothing bounds them all calls wait in one line,
 * oldest first. Else there is one line for each rank, so that no call waits for a later rank or uses the budget of another one, and
 * calls of a check leave before those of a check that has more time.
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

  /** How many calls wait, including aborted ones. */
  get size(): number {
    return RANKS.reduce((sum, rank) => sum + this.#lines[rank].size, 0);
  }

  /** A call keeps the rank it was queued with, even when others join it. */
  push(item: Item, isPaced = false): void {
    const isBounded = this.#budget.isBounded || isPaced;
    this.#lines[isBounded ? item.wait.rank : 'check'].push(item, isBounded ? item.wait.deadline : 0);
  }

  /** Takes the calls of one request; none where the budget or the pace lets none leave now. */
  take(load: RequestCapacity): readonly Item[] {
    this.#budget.leave(this.#goOn);
    const isReady = ({ method }: Item) => load.roomOf(method) > 0;
    const ranks = RANKS.filter((rank) => this.#lines[rank].next(isReady) !== null);
    for (const rank of ranks) {
      const room = Math.min(load.room(rank), this.#budget.room(rank));
      if (room > 0) return this.#share(rank, room, load, isReady);
    }
    if (ranks.length > 0) this.#budget.wait(ranks, this.#goOn);
    return [];
  }

  /** The methods of the calls that wait. */
  methods(): ReadonlySet<string> {
    return new Set(RANKS.flatMap((rank) => this.#lines[rank].methods()));
  }

  /** Removes and returns all calls, or those of one method. */
  drain(method?: string): readonly Item[] {
    return RANKS.flatMap((rank) => this.#lines[rank].drain(method));
  }

  /** Shares a bounded room between the classes that wait. */
  #share(rank: Rank, room: number, load: RequestCapacity, isReady: IsReady): readonly Item[] {
    const line = this.#lines[rank];
    const isBounded = Number.isFinite(room);
    const next = line.next(isReady);
    const turn = isBounded ? line.nextInTurn(isReady) : next && { batch: next, waiting: 1 };
    if (turn === null) return [];
    const { batch, waiting } = turn;
    const share = Math.min(Math.ceil(room / waiting), load.itemsMax(batch, line.waiting(batch)));
    const items = line.take(batch, share, load);
    this.#budget.spend(rank, items.length);
    return items;
  }
}

/** Whether a call may leave now. */
type IsReady = (item: Item) => boolean;

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

/** A call and the time before which it leaves, if it can; 0 keeps the order of arrival. */
interface Queued {
  readonly item: Item;
  readonly due: number;
}

const CLASSES: readonly BatchClass[] = ['state', 'history', 'transaction', 'bodies', 'scan'];

/** Calls that wait in one line, in the order of their due times and then of their arrival, within a class. Drops aborted calls. */
export class CallQueue {
  readonly #classes: Record<BatchClass, Queued[]> = { state: [], history: [], transaction: [], bodies: [], scan: [] };
  #turn = -1;

  get size(): number {
    return CLASSES.reduce((sum, batch) => sum + this.#classes[batch].length, 0);
  }

  push(item: Item, due = 0): void {
    const waiting = this.#classes[item.batch];
    let at = waiting.length;
    while (at > 0 && (waiting[at - 1]?.due ?? 0) > due) at -= 1;
    waiting.splice(at, 0, { item, due });
  }

  /** The class of the call that is to leave next; null when none that is ready waits. */
  next(isReady: IsReady = () => true): BatchClass | null {
    let first: Queued | null = null;
    for (const batch of CLASSES) {
      const head = this.#head(batch, isReady);
      if (head && (first === null || head.due < first.due || (head.due === first.due && head.item.id < first.item.id)))
        first = head;
    }
    return first?.item.batch ?? null;
  }

  /**
   * The class whose turn is next, and how many classes wait; null when nothing waits. Classes take turns so that many calls of one
   * class, as a long history needs, do not block the few of another.
   */
  nextInTurn(isReady: IsReady = () => true): { readonly batch: BatchClass; readonly waiting: number } | null {
    const live = CLASSES.filter((batch) => this.#head(batch, isReady) !== null);
    const batch = live.find((one) => CLASSES.indexOf(one) > this.#turn) ?? live[0];
    if (batch === undefined) return null;
    this.#turn = CLASSES.indexOf(batch);
    return { batch, waiting: live.length };
  }

  /** How many calls of the class wait, including aborted ones. */
  waiting(batch: BatchClass): number {
    return this.#classes[batch].length;
  }

  methods(): readonly string[] {
    return CLASSES.flatMap((batch) => this.#classes[batch].map(({ item }) => item.method));
  }

  /** Takes at most `itemsMax` calls of the class that fit into one request, and at least one where one may leave. */
  take(batch: BatchClass, itemsMax: number, load: Fit): readonly Item[] {
    const taken = new Taken(itemsMax, load);
    const waiting = this.#classes[batch];
    let at = 0;
    const left: Queued[] = [];
    for (; at < waiting.length && !taken.isFull; at += 1) {
      const queued = waiting[at];
      if (!queued || dropped(queued.item)) continue;
      if (!taken.add(queued.item)) left.push(queued);
    }
    waiting.splice(0, at, ...left);
    return taken.items;
  }

  /** Removes and returns all calls of the line, or those of one method. */
  drain(method?: string): readonly Item[] {
    return CLASSES.flatMap((batch) => {
      const all = this.#classes[batch].filter(({ item }) => !dropped(item));
      const isTaken = ({ item }: Queued) => method === undefined || item.method === method;
      this.#classes[batch] = all.filter((queued) => !isTaken(queued));
      return all.filter(isTaken).map(({ item }) => item);
    });
  }

  #head(batch: BatchClass, isReady: IsReady): Queued | null {
    const waiting = this.#classes[batch];
    while (waiting[0] && dropped(waiting[0].item)) waiting.shift();
    return waiting.find(({ item }) => !item.wait.signal.aborted && isReady(item)) ?? null;
  }
}

/** The calls of one request, as they are chosen. */
class Taken {
  readonly items: Item[] = [];
  readonly #load: Fit;
  readonly #byMethod = new Map<string, number>();
  #most: number;
  #bytes = 0;
  isFull: boolean;

  constructor(itemsMax: number, load: Fit) {
    this.#most = itemsMax;
    this.#load = load;
    this.isFull = itemsMax < 1;
  }

  /** Adds the call; false where it has to wait for another request. */
  add(item: Item): boolean {
    const { method, text } = item;
    const { bytesMax, isUnmixed, arrayMost, roomOf } = this.#load;
    const [first] = this.items;
    if (first && isUnmixed && first.method !== method) return false;
    const ofMethod = this.#byMethod.get(method) ?? 0;
    if (ofMethod >= roomOf(method)) return false;
    const most = Math.min(this.#most, Math.max(1, arrayMost(method)));
    this.#bytes += text.length + 1;
    if (first && (this.items.length >= most || this.#bytes > bytesMax)) {
      this.isFull = this.#bytes > bytesMax;
      if (!this.isFull) this.#bytes -= text.length + 1;
      return false;
    }
    this.items.push(item);
    this.#byMethod.set(method, ofMethod + 1);
    this.#most = most;
    this.isFull = this.items.length >= most;
    return true;
  }
}

/** Whether no caller waits for the call any longer. It is settled then. */
function dropped(item: Item): boolean {
  if (!item.wait.signal.aborted) return false;
  item.settle({ kind: 'returned' });
  return true;
}

/** What fits into one request: bytes, whether methods are mixed, how long an array of a method may be, and how many may leave now. */
interface Fit {
  readonly bytesMax: number;
  readonly isUnmixed: boolean;
  readonly arrayMost: (method: string) => number;
  readonly roomOf: (method: string) => number;
}

/** The bounds of one request: how many calls of a class, `waiting` of which wait, and of a rank; and the bytes that fit. */
export interface RequestCapacity extends Fit {
  readonly itemsMax: (batch: BatchClass, waiting: number) => number;
  readonly room: (rank: Rank) => number;
}
