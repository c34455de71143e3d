import { Fault } from '#lib/fault.ts';

/** A queue with turns by member: each member waits for at most one item of every other member. */
class FairLine<T> {
  /** Waiting items by member, oldest first; the next member is in front. */
  readonly #members = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(member: string, one: T): void {
    const own = this.#members.get(member);
    if (own) own.push(one);
    else this.#members.set(member, [one]);
    this.#length += 1;
  }

  /** Removes the next item and moves its member to the end. Null when empty. */
  next(): T | null {
    const [front] = this.#members;
    if (!front) return null;
    const [member, own] = front;
    const [first, ...rest] = own;
    this.#members.delete(member);
    if (rest.length > 0) this.#members.set(member, rest);
    this.#length -= 1;
    return first ?? null;
  }

  remove(member: string, one: T): void {
    const own = this.#members.get(member) ?? [];
    const at = own.indexOf(one);
    if (at < 0) return;
    own.splice(at, 1);
    if (own.length === 0) this.#members.delete(member);
    this.#length -= 1;
  }

  /** The newest item of the member with most items, if that is more than `member` would have with one more; not removed. */
  excess(member: string): T | null {
    const own = this.#members.get(member)?.length ?? 0;
    let most: readonly T[] = [];
    for (const ones of this.#members.values()) if (ones.length > most.length) most = ones;
    return most.length > own + 1 ? (most.at(-1) ?? null) : null;
  }
}

const RETRY_SECONDS = 2;

/** Concurrent work of one network, and how much may wait and how long. */
export interface FairQueueLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/** The owner of work: a member of a network, whose members take turns. */
export interface NetworkMember {
  readonly network: string;
  readonly member: string;
}

interface Waiting {
  readonly goOn: () => void;
  readonly giveUp: () => void;
}

interface Work {
  underWay: number;
  readonly waiting: FairLine<Waiting>;
}

/** Runs work by network in turns, so that a network or member with much work takes no larger share than others. */
export class FairQueue {
  readonly #bounds: FairQueueLimits;
  readonly #networks = new Map<string, Work>();

  constructor(bounds: FairQueueLimits) {
    this.#bounds = bounds;
  }

  /** Runs the work at its turn. Rejects with `rate_limited` if too much waits or it waited too long. */
  async take<T>({ network, member }: NetworkMember, work: () => Promise<T>): Promise<T> {
    const all = this.#networks.get(network) ?? { underWay: 0, waiting: new FairLine() };
    this.#networks.set(network, all);
    if (all.underWay >= this.#bounds.atOnceMax) await this.#wait(all.waiting, member);
    else all.underWay += 1;
    try {
      return await work();
    } finally {
      this.#pass(network, all);
    }
  }

  #wait(line: FairLine<Waiting>, member: string): Promise<void> {
    if (line.length >= this.#bounds.waitingMax) {
      const excess = line.excess(member);
      if (excess === null) throw tooMany();
      excess.giveUp();
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        clearTimeout(timer);
        line.remove(member, waiting);
        reject(tooMany());
      };
      const goOn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiting: Waiting = { goOn, giveUp };
      const timer = setTimeout(giveUp, this.#bounds.waitMsMax);
      line.add(member, waiting);
    });
  }

  /** Passes the free slot to a waiting item. */
  #pass(network: string, all: Work): void {
    const next = all.waiting.next();
    if (next) next.goOn();
    else all.underWay -= 1;
    if (all.underWay === 0) this.#networks.delete(network);
  }
}

function tooMany(): Fault {
  const detail =
    'Too many claims like this one, or from this network, are under way. Nothing was credited; repeat the claim.';
  return new Fault('rate_limited', detail, { retryAfterSeconds: RETRY_SECONDS });
}
