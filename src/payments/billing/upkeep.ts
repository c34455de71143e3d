import { parseSignature } from 'assay-core/solana/address.ts';
import type { ChangeDue } from '#ledger/payments/payment-book.ts';
import type { BillingDeps, BillingLimits } from './deps.ts';
import type { Settlement } from './settlement.ts';
import { SettlementLookup } from './settlement-lookup.ts';
import { unsettledOf } from './stored.ts';

const AT_ONCE_MAX = 32;

type UpkeepDeps = Pick<BillingDeps, 'ledger' | 'payments' | 'chain' | 'freeCalls' | 'windows' | 'log'> & {
  readonly settlement: Settlement;
  readonly limits: BillingLimits;
};

/** The periodic work of billing: it resolves payments whose calls are gone, credits change, and deletes old answers. */
export class Upkeep {
  readonly #deps: UpkeepDeps;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #forgottenAt = Number.NEGATIVE_INFINITY;
  /** The payment whose change was tried last; null to begin with the oldest. */
  #lastChangeTried: Uint8Array | null = null;
  #closed = false;

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  /** Starts the rounds. The pause between two keeps no process alive. */
  start(): void {
    if (this.#closed || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#round = this.round().finally(() => {
        this.#timer = null;
        this.start();
      });
    }, this.#deps.limits.upkeepMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#round;
  }

  /** Runs every step once. Never throws: a failure is logged and tried again in the next round. */
  async round(): Promise<void> {
    await this.#attempt('unsettled payments could not be reconciled', () => this.#reconcile());
    await this.#attempt('abandoned payments could not be released', () => this.#deps.payments.releaseAbandoned());
    await this.#attempt('change could not be credited', () => this.#creditChange());
    await this.#attempt('old answers could not be forgotten', () => this.#forget());
  }

  async #attempt(message: string, part: () => Promise<unknown>): Promise<void> {
    try {
      await part();
    } catch (err) {
      this.#deps.log.warn({ err }, message);
    }
  }

  async #reconcile(): Promise<void> {
    const { payments, settlement } = this.#deps;
    const resolve = (work: () => Promise<void>): Promise<void> =>
      this.#attempt('a payment could not be reconciled', work);
    await Promise.all(settlement.outstanding.map((one) => resolve(() => this.#follow(one))));
    const open = await payments.unresolved(AT_ONCE_MAX);
    await Promise.all(
      open.map(({ messageHash }) =>
        resolve(async () => {
          if (await payments.takeOver(messageHash)) await this.#resolve(messageHash);
        }),
      ),
    );
  }

  /** Keeps the lease of a payment that this process sent, because no other process knows that it was sent. */
  async #follow(messageHash: Uint8Array): Promise<void> {
    await this.#deps.payments.renew(messageHash);
    await this.#resolve(messageHash);
  }

  async #resolve(messageHash: Uint8Array): Promise<void> {
    const { payments, chain, settlement } = this.#deps;
    const record = await payments.recall(messageHash);
    if (record?.state !== 'sent') return settlement.forget(messageHash);
    const unsettled = unsettledOf(record);
    if (unsettled === null) return;
    await settlement.book(unsettled, await new SettlementLookup(chain, unsettled).conclude(record));
  }

  async #creditChange(): Promise<void> {
    const { payments, chain } = this.#deps;
    const credit = async (messageHash: Uint8Array, text: string): Promise<void> => {
      const signature = parseSignature(text);
      const status = signature && (await chain.status(signature));
      if (!status?.known || status.value?.commitment !== 'finalized' || status.value.error !== null) return;
      await payments.creditChange(messageHash);
    };
    const due = await this.#nextChange();
    await Promise.all(
      due.map((one) => this.#attempt('change could not be credited', () => credit(one.messageHash, one.signature))),
    );
  }

  /**
   * The next payments with change, from the oldest again after the newest, so that change that cannot be credited does not block the rest.
   */
  async #nextChange(): Promise<readonly ChangeDue[]> {
    const due = await this.#deps.payments.changeDue(AT_ONCE_MAX, this.#lastChangeTried);
    this.#lastChangeTried = due.length < AT_ONCE_MAX ? null : (due.at(-1)?.messageHash ?? null);
    return due;
  }

  async #forget(): Promise<void> {
    const now = performance.now();
    if (now - this.#forgottenAt < this.#deps.limits.forgetMs) return;
    this.#forgottenAt = now;
    await this.#deps.payments.forgetOldAnswers();
    await this.#deps.payments.forgetUnused();
    await this.#deps.ledger.forgetOldAnswers();
    await this.#deps.freeCalls?.book.forgetPastDays();
    await this.#deps.windows.forgetPast();
  }
}
