import { Fault } from '#lib/fault.ts';

/** A line in which members take turns: however many of one stand there, each other member waits for one of them at most. */
class FairLine<T> {
  /** What stands there of each member, oldest first and one at least; whoever is next in front. */
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

  /** Takes out the one whose turn it is; the rest of its member goes behind all others. Null where none is there. */
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

  /** The newest of whoever has most there, where that is more than `member` would have with one more; it stays there. */
  excess(member: string): T | null {
    const own = this.#members.get(member)?.length ?? 0;
    let most: readonly T[] = [];
    for (const ones of this.#members.values()) if (ones.length > most.length) most = ones;
    return most.length > own + 1 ? (most.at(-1) ?? null) : null;
  }
}

const RETRY_SECONDS = 2;

/** How much of one network's work goes on at once, how much more may wait for that, and how long. */
export interface FairQueueLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/** Whose work it is: that of one of those in a network, who take turns there. */
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

/**
 * Lets each network's work go on in turn, so that whoever has much of it takes no more of what all share than others do, nor
 * shuts out his neighbours.
 */
export class FairQueue {
  readonly #bounds: FairQueueLimits;
  readonly #networks = new Map<string, Work>();

  constructor(bounds: FairQueueLimits) {
    this.#bounds = bounds;
  }

  /** Does the work when it is its turn. Rejects with `rate_limited` where too much waits already or it has waited too long. */
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

  /** Whoever waits takes over the place. */
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
