import type { Address } from 'assay-core/solana/address.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import type { PaymentChain } from './chain/payment-chain.ts';
import { chainTime } from './chain/payment-chain.ts';
import type { AssetFactsSource } from './credits/asset-facts.ts';

/** A fault for the operator to mend, while the service continues. */
interface Warning {
  readonly name: 'merchant_token_account' | 'fee_payer' | 'x402_spend' | 'clock';
  readonly detail: string;
}

/** The dependencies of payments beside the RPC endpoints. `null` if not yet read. */
export interface Watch {
  readonly feePayerLamports: bigint | null;
  readonly failedSpendLamports: bigint;
  /** Whether settlements that failed cost more than the budget, so that no payment per call is taken for now. */
  readonly paused: boolean;
  warnings(): readonly Warning[];
  close(): void;
}

export interface WatchDeps {
  readonly chain: Pick<PaymentChain, 'account'>;
  readonly payments: Pick<PaymentBook, 'failedSpendLamports'>;
  /** Our own fee payer; null where a facilitator elsewhere pays. */
  readonly feePayer: Address | null;
  /** Whether payment per call is switched on: without it, credit needs neither the merchant's token account nor a budget. */
  readonly perCall: boolean;
  /** The facts of the merchant's token account. */
  readonly facts: Pick<AssetFactsSource, 'current'>;
  readonly log: (fields: object, message: string) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 15_000;

/** Enough for about a thousand settlements at 10,000 lamports each. */
const FEE_PAYER_LAMPORTS_MIN = 10_000_000n;

/** The chain's own time is an estimate that may be minutes off; a wrong time zone or a lost time server is more. */
const CLOCKS_APART_SECONDS_MAX = 600;

/**
 * The daily limit of failed settlements, at which payment per call stops. The books bound the failures of each standing, and of all
 * together, at 42,000,000 (`BUDGETS` in `src/ledger/payments/shares.ts`), so no caller reaches this limit. It protects the fee payer from
 * a fault of ours.
 */
export const FAILED_SPEND_LAMPORTS_MAX = 50_000_000n;

/** Watches the fee payer's SOL, the cost of failed settlements and the chain's clock, at once and then at intervals. */
export function openWatch(deps: WatchDeps): Watch {
  return new AccountWatch(deps);
}

class AccountWatch implements Watch {
  readonly #deps: WatchDeps;
  readonly #timer: NodeJS.Timeout;
  #checking = false;
  #reported = '';
  feePayerLamports: bigint | null = null;
  failedSpendLamports = 0n;
  /** By how much this machine's clock is ahead of the chain's. */
  #secondsAhead = 0;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#check(), deps.everyMs ?? EVERY_MS);
    this.#timer.unref();
    void this.#check();
  }

  get paused(): boolean {
    return this.failedSpendLamports > FAILED_SPEND_LAMPORTS_MAX;
  }

  warnings(): readonly Warning[] {
    return [
      ...this.#destinationWarning(),
      ...this.#feePayerWarning(),
      ...this.#spendWarning(),
      ...this.#clockWarning(),
    ];
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    const { chain, payments, feePayer, perCall } = this.#deps;
    const [sponsor, spent, time] = await Promise.all([
      feePayer && chain.account(feePayer),
      perCall ? payments.failedSpendLamports().catch(() => this.failedSpendLamports) : 0n,
      chainTime(chain),
    ]);
    if (time !== null) this.#secondsAhead = Math.round(Date.now() / 1_000) - time;
    if (sponsor?.known) this.feePayerLamports = sponsor.value?.lamports ?? 0n;
    this.failedSpendLamports = spent;
    this.#checking = false;
    this.#tell();
  }

  /** A line in the log when the warnings are others than before. */
  #tell(): void {
    const warnings = this.warnings();
    const names = warnings.map(({ name }) => name).join(' ');
    if (names === this.#reported) return;
    this.#reported = names;
    for (const { name, detail } of warnings) this.#deps.log({ warning: name, detail }, 'payments need attention');
  }

  #destinationWarning(): Warning[] {
    const facts = this.#deps.perCall ? this.#deps.facts.current() : null;
    if (facts?.destinationExists !== false) return [];
    const { payTo, destination, mint } = facts;
    const detail = `PAY_TO ${payTo} has no token account for ${mint} yet, so payments per call would fail. The first top-up by /credits/prepare creates it (${destination}), or: spl-token create-account ${mint} --owner ${payTo}`;
    return [{ name: 'merchant_token_account', detail }];
  }

  #feePayerWarning(): Warning[] {
    const { feePayer } = this.#deps;
    const lamports = this.feePayerLamports;
    if (feePayer === null || lamports === null || lamports >= FEE_PAYER_LAMPORTS_MIN) return [];
    const detail = `the fee payer ${feePayer} holds ${lamports} lamports, fewer than ${FEE_PAYER_LAMPORTS_MIN}: send it SOL`;
    return [{ name: 'fee_payer', detail }];
  }

  #spendWarning(): Warning[] {
    if (!this.paused) return [];
    const detail = `failed settlements cost ${this.failedSpendLamports} lamports within 24 hours, more than ${FAILED_SPEND_LAMPORTS_MAX}: payments per call are paused`;
    return [{ name: 'x402_spend', detail }];
  }

  #clockWarning(): Warning[] {
    const apart = Math.abs(this.#secondsAhead);
    if (apart <= CLOCKS_APART_SECONDS_MAX) return [];
    const side = this.#secondsAhead > 0 ? 'ahead of' : 'behind';
    const detail = `the clock of this machine is ${apart} seconds ${side} the chain's: set it by a time server, or look whether the endpoint stands still`;
    return [{ name: 'clock', detail }];
  }
}
