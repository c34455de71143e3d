import { Fault } from '#lib/fault.ts';

const RETRY_SECONDS = 2;

/** How much of one caller's work goes on at once, and how much more may wait for that. */
export interface TurnsBounds {
  readonly atOnceMax: number;
  readonly waitingMax: number;
}

interface Line {
  underWay: number;
  readonly waiting: (() => void)[];
}

/** Lets each caller's work go on in turn, so that whoever has much of it takes no more of what all share than others do. */
export class Turns {
  readonly #bounds: TurnsBounds;
  readonly #lines = new Map<string, Line>();

  constructor(bounds: TurnsBounds) {
    this.#bounds = bounds;
  }

  /** Does the work when it is its turn. Rejects with `rate_limited` where too much of the caller's waits already. */
  async take<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(caller) ?? { underWay: 0, waiting: [] };
    this.#lines.set(caller, line);
    if (line.underWay >= this.#bounds.atOnceMax) await this.#wait(line);
    else line.underWay += 1;
    try {
      return await work();
    } finally {
      this.#pass(caller, line);
    }
  }

  #wait({ waiting }: Line): Promise<void> {
    if (waiting.length >= this.#bounds.waitingMax) {
      const detail = 'Too many claims from this network are under way. Nothing was credited; repeat the claim.';
      throw new Fault('rate_limited', detail, { retryAfterSeconds: RETRY_SECONDS });
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  /** Whoever waits takes over the place. */
  #pass(caller: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) next();
    else line.underWay -= 1;
    if (line.underWay === 0) this.#lines.delete(caller);
  }
}
