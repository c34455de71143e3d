import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import { Fault } from '#lib/fault.ts';
import { faults } from '#lib/fault-catalogue.ts';
import type { Bill, Progress, Served, Work, Worked } from '../bill.ts';
import { requestHashOf, totalOf, withIgnored } from '../bill.ts';
import type { Payment } from '../x402/payment.ts';
import { openChangeKeys } from './change.ts';
import { holdBill, serveHolds } from './credit.ts';
import { type BillingDeps, billingLimits, type PaidCall, type RunningBilling } from './deps.ts';
import { FreeTier } from './free-tier.ts';
import { PaymentRun } from './payment-run.ts';
import { Redelivery } from './redelivery.ts';
import { inFlight, RefusedPayments } from './refusals.ts';
import { Settlement } from './settlement.ts';
import { UnpaidWork, unpaidCallerOf } from './unpaid-work.ts';
import { Upkeep } from './upkeep.ts';

/** How often a call tries to run a payment that others release and reserve again. */
const RUNS_MAX = 3;

/** Opens the billing of a service. `start` begins its upkeep. */
export function openBilling(deps: BillingDeps): RunningBilling {
  const limits = { ...billingLimits, ...deps.limits };
  const settlement = new Settlement({ ...deps, limits });
  const changeKeys = openChangeKeys(deps);
  const upkeep = new Upkeep({ ...deps, settlement, limits });
  const redelivery = new Redelivery({ ...deps, settlement, changeKeys, limits });
  const { facilitator, now = () => performance.now() } = deps;
  const unpaidWork = new UnpaidWork(deps);
  const refused = new RefusedPayments(now);
  const run =
    facilitator && new PaymentRun({ ...deps, facilitator, settlement, changeKeys, unpaidWork, refused, limits });
  const freeTier = new FreeTier({ ...deps, unpaidWork });
  const routes = new Routes(deps, { redelivery, run, freeTier, unpaidWork });
  return {
    serve: (bill, work, progress) => routes.serve(bill, work, progress),
    finish: (holdId) => deps.ledger.finish(holdId),
    freeCalls: (address) => freeTier.today(address),
    get freeTally() {
      return freeTier.tally;
    },
    start: () => upkeep.start(),
    close: () => upkeep.close(),
  };
}

/** Dependencies of billing, and the limits of unpaid work. */
interface Means {
  readonly redelivery: Redelivery;
  readonly run: PaymentRun | null;
  readonly freeTier: FreeTier;
  readonly unpaidWork: UnpaidWork;
}

/**
 * Decides what pays a bill: a payment that is known, then a key that covers it, then a new payment. Free calls serve only a call
 * without key and payment, so that a refused key or payment never seems to have been taken.
 */
class Routes {
  readonly #deps: BillingDeps;
  readonly #redelivery: Redelivery;
  readonly #run: PaymentRun | null;
  readonly #freeTier: FreeTier;
  readonly #unpaidWork: UnpaidWork;

  constructor(deps: BillingDeps, { redelivery, run, freeTier, unpaidWork }: Means) {
    this.#deps = deps;
    this.#redelivery = redelivery;
    this.#run = run;
    this.#freeTier = freeTier;
    this.#unpaidWork = unpaidWork;
  }

  async serve<W extends Worked>(bill: Bill, work: Work<W>, progress?: Progress<W>): Promise<Served<W>> {
    const { payments } = this.#deps;
    const { apiKey, freeCalls } = bill.credentials;
    if (freeCalls && apiKey === null && bill.credentials.payment === null && this.#freeTier.isOffered) {
      return await this.#freeTier.serve(bill, work, progress);
    }
    const payment = this.#read(bill);
    if (payment !== null && !(payment instanceof Fault)) {
      const known = await payments.recall(payment.messageHash);
      if (known !== null && known.state !== 'released') return await this.#pay(bill, payment, work, known);
    }
    const served = apiKey === null ? null : await this.#onKey(bill, apiKey, work, progress);
    if (served !== null && !(served instanceof Fault)) return served;
    if (payment instanceof Fault) throw payment;
    if (payment !== null) return await this.#pay(bill, payment, work, null);
    const words = withIgnored(faults.payment_required.meaning, bill.credentials);
    throw served ?? new Fault('payment_required', words, { priceAtomic: totalOf(bill.lines) });
  }

  /** Pays from a key. A refusal that another means of payment makes up for is returned. */
  async #onKey<W extends Worked>(
    bill: Bill,
    apiKey: string,
    work: Work<W>,
    progress?: Progress<W>,
  ): Promise<Served<W> | Fault> {
    const { ledger } = this.#deps;
    const unpaid = await this.#unpaidWork.open(unpaidCallerOf(bill.credentials), bill);
    return await unpaid.during(work, async (counted): Promise<Served<W> | Fault> => {
      const holds = await holdBill(ledger, bill, apiKey);
      return holds instanceof Fault ? holds : await serveHolds(ledger, bill, holds, counted, unpaid.progress(progress));
    });
  }

  /** The payment that came with the bill. A fault of reading it is returned, because a key that covers the bill makes up for it. */
  #read(bill: Bill): Payment | Fault | null {
    const presented = bill.credentials.payment;
    if (presented === null || this.#run === null) return null;
    try {
      return this.#deps.readPayment(presented, bill);
    } catch (error) {
      if (error instanceof Fault) return error;
      throw error;
    }
  }

  async #pay<W extends Worked>(
    bill: Bill,
    payment: Payment,
    work: Work<W>,
    first: PaymentRecord | null,
  ): Promise<Served<W>> {
    const call: PaidCall<W> = { bill, payment, requestHash: requestHashOf(bill), work };
    let known = first;
    for (let runs = 0; this.#run !== null && runs < RUNS_MAX; runs += 1) {
      const again = known && (await this.#redelivery.answer(call, known));
      if (again !== null) return again;
      const ran = await this.#run.run(call);
      if (!('known' in ran)) return ran;
      known = ran.known;
    }
    throw inFlight({ payment, payer: known?.payer ?? '' }, null);
  }
}
