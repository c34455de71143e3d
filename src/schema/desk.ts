import type { Chain, ChainSession } from '#chain/model.ts';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import type { HoldRequest, Ledger } from '#ledger/model.ts';
import type { Address } from '#lib/address.ts';
import { canonical } from '#lib/canonical.ts';
import { Fault } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import { type Charged, chargeFor, type Worked } from '#payments/till.ts';
import type { Answered, Answers } from './answers.ts';
import type { Caller, Delivered } from './model.ts';
import { Muster } from './muster.ts';

/** What checks need of the service. */
export interface DeskDeps {
  readonly ledger: Ledger;
  readonly chain: Chain;
  readonly answers: Answers;
}

/**
 * One request of one caller. Its checks share the loads from the chain; the same check asked twice is worked and charged
 * once. Close it when the request is over.
 */
export interface Operation {
  /** The paid answer of a check whose arguments are valid. Throws `Fault`. */
  check(kind: Kind['name'], subject: Address): Promise<Delivered>;
  /** How many answers have been handed out, charged or free. */
  readonly delivered: number;
  close(): void;
}

/** Where a transport opens an operation for a caller. */
export interface Desk {
  open(caller: Caller): Operation;
}

/** The desk of a running service. */
export function openDesk(deps: DeskDeps): Desk {
  return { open: (caller) => new PaidOperation(deps, caller) };
}

class PaidOperation implements Operation {
  readonly #deps: DeskDeps;
  readonly #caller: Caller;
  readonly #checks = new Map<string, Promise<Delivered>>();
  readonly #muster = new Muster();
  #session: ChainSession | null = null;
  #delivered = 0;

  constructor(deps: DeskDeps, caller: Caller) {
    this.#deps = deps;
    this.#caller = caller;
  }

  get delivered(): number {
    return this.#delivered;
  }

  check(kind: Kind['name'], subject: Address): Promise<Delivered> {
    const request = canonical({ kind, [kinds[kind].subject]: subject });
    const before = this.#checks.get(request);
    if (before) return before;
    const check = this.#charge(kinds[kind], subject, request);
    this.#checks.set(request, check);
    return check;
  }

  close(): void {
    this.#session?.close();
  }

  async #charge(kind: Kind, subject: Address, request: string): Promise<Delivered> {
    const hold = this.#holdFor(kind, subject, request);
    this.#muster.enrol();
    let held = false;
    try {
      const charged = await chargeFor(this.#deps.ledger, hold, async (signal) => {
        held = true;
        await this.#muster.arrive();
        this.#session ??= this.#deps.chain.session();
        const answered = await this.#deps.answers(kind.name, subject, this.#session);
        signal.throwIfAborted();
        return workedFrom(answered);
      });
      this.#delivered += 1;
      return deliveredFrom(charged);
    } finally {
      if (!held) this.#muster.strike();
    }
  }

  #holdFor(kind: Kind, subject: Address, request: string): HoldRequest {
    if (kind.state === 'planned') throw new Fault('kind_not_available');
    const { apiKey } = this.#caller;
    const { priceAtomic } = kind;
    if (apiKey === null) throw new Fault('payment_required', undefined, { priceAtomic });
    return { apiKey, kind: kind.name, subject, request, priceAtomic };
  }
}

interface WorkedCheck extends Worked {
  readonly answered: Answered;
}

function workedFrom(answered: Answered): WorkedCheck {
  const { document, free } = answered;
  return { answer: { body: JSON.stringify(document), verdict: document.verdict }, free, answered };
}

function deliveredFrom({ route, chargedAtomic, balanceAtomic, worked }: Charged<WorkedCheck>): Delivered {
  const { document, retryAfterSeconds } = worked.answered;
  return {
    document,
    billing: { route, charged_usdc: formatUsdc(chargedAtomic), balance_usdc: formatUsdc(balanceAtomic) },
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  };
}
