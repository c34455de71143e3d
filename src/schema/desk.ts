import type { Chain, ChainSession } from '#chain/model.ts';
import type { Ask } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { canonical } from '#lib/canonical.ts';
import { Fault } from '#lib/fault.ts';
import { formatSol } from '#lib/money.ts';
import type { Change, Line, Receipt, ServedLine, Till } from '#payments/bill.ts';
import type { Answers } from './answers.ts';
import { deliveredFrom, type WorkedCheck, workedFrom } from './delivery.ts';
import type { Caller, Delivered } from './model.ts';

/** What checks need of the service. */
export interface DeskDeps {
  readonly till: Till;
  readonly chain: Chain;
  readonly answers: Answers;
}

/**
 * One request of one caller. Its checks stand on one bill, share the loads from the chain, and start in step; the same
 * check asked twice is worked and charged once. Close it when the request is over.
 */
export interface Operation {
  /** The paid answer of a check whose arguments are valid. Throws `Fault`. */
  check(ask: Ask): Promise<Delivered>;
  /** How many answers have been handed out, charged or free. */
  readonly delivered: number;
  /** How many different checks were asked for. */
  readonly asked: number;
  /** The settlement of the payment that came with the request, and what it was larger than what was earned. */
  readonly receipt: Receipt | null;
  readonly change: Change | null;
  close(): void;
}

/** Where a transport opens an operation for a caller. */
export interface Desk {
  /** `checks` is the number of checks where it is known: the bill is then paid without waiting for more of them. */
  open(caller: Caller, checks?: number): Operation;
}

/** The desk of a running service. */
export function openDesk(deps: DeskDeps): Desk {
  return { open: (caller, checks) => new PaidOperation(deps, caller, checks ?? Number.POSITIVE_INFINITY) };
}

/** A check on the bill, and whoever waits for it. */
interface Due {
  readonly line: Line;
  readonly ask: Ask;
  readonly deliver: (delivered: Delivered) => void;
  readonly refuse: (reason: unknown) => void;
}

/** The canonical text of what is asked: equal for equal checks, however they were written. */
function requestOf({ kind, subject, sizeLamports }: Ask): string {
  const size = sizeLamports === null ? {} : { size_sol: formatSol(sizeLamports) };
  return canonical({ kind, [kinds[kind].subject]: subject, ...size });
}

class PaidOperation implements Operation {
  readonly #deps: DeskDeps;
  readonly #caller: Caller;
  readonly #expected: number;
  readonly #checks = new Map<string, Promise<Delivered>>();
  #due: Due[] = [];
  #session: ChainSession | null = null;
  #delivered = 0;
  receipt: Receipt | null = null;
  change: Change | null = null;

  constructor(deps: DeskDeps, caller: Caller, expected: number) {
    this.#deps = deps;
    this.#caller = caller;
    this.#expected = expected;
  }

  get delivered(): number {
    return this.#delivered;
  }

  get asked(): number {
    return this.#checks.size;
  }

  check(ask: Ask): Promise<Delivered> {
    const { kind, subject } = ask;
    if (kinds[kind].state === 'planned') return Promise.reject(new Fault('kind_not_available'));
    const request = requestOf(ask);
    const before = this.#checks.get(request);
    if (before) return before;
    const line: Line = { kind, subject, request, priceAtomic: kinds[kind].priceAtomic };
    const check = new Promise<Delivered>((deliver, refuse) => {
      this.#due.push({ line, ask, deliver, refuse });
    });
    this.#checks.set(request, check);
    if (this.#due.length >= this.#expected) void this.#serve();
    // The engine asks for all checks of a level before it lets the event loop turn: then the bill is complete.
    else if (this.#due.length === 1) setImmediate(() => void this.#serve());
    return check;
  }

  close(): void {
    this.#session?.close();
  }

  async #serve(): Promise<void> {
    const due = this.#due;
    this.#due = [];
    if (due.length === 0) return;
    const ofLine = new Map(due.map((one) => [one.line.request, one]));
    const bill = { lines: due.map(({ line }) => line), credentials: this.#caller.credentials };
    try {
      const served = await this.#deps.till.serve(bill, (line, signal) => this.#work(ofLine.get(line.request), signal));
      this.receipt ??= served.receipt;
      this.change ??= served.change;
      for (const [index, one] of due.entries()) {
        const line = served.lines[index];
        if (!line) throw new Error('the till served fewer lines than the bill has');
        if ('failure' in line) one.refuse(line.failure);
        else this.#deliver(one, line);
      }
    } catch (reason) {
      for (const one of due) one.refuse(reason);
    }
  }

  async #work(due: Due | undefined, signal: AbortSignal): Promise<WorkedCheck> {
    if (!due) throw new Error('the till asked for a line that is not on the bill');
    this.#session ??= this.#deps.chain.session();
    const answered = await this.#deps.answers(due.ask, this.#session);
    signal.throwIfAborted();
    return workedFrom(answered);
  }

  #deliver(due: Due, line: ServedLine<WorkedCheck>): void {
    const { holdId } = line;
    if (holdId !== undefined) this.#caller.whenFinished(() => this.#deps.till.finish(holdId));
    this.#delivered += 1;
    due.deliver({
      ...deliveredFrom(line),
      ...(this.receipt && { receipt: this.receipt }),
      ...(this.change && { change: this.change }),
    });
  }
}
