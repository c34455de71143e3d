import type { CheckPlace } from './past-checks-model.ts';

/** Money that was given back; `already` when an earlier call did it and this one moved nothing. */
export interface Refunded {
  readonly outcome: 'refunded';
  readonly already: boolean;
  /** The customer's account: it was credited, or debited where the money goes back to the chain. */
  readonly accountId: bigint;
  readonly amountAtomic: bigint;
  /** What the account can spend now. */
  readonly balanceAtomic: bigint;
  /** Present when a new account was made; shown once. */
  readonly apiKey?: string;
}

/** Why nothing was given back. */
export interface NotRefunded {
  readonly outcome:
    | 'unknown'
    /** It is older than what is kept, and became a sum. */
    | 'too_old'
    /** A call on a pass took no money. */
    | 'on_pass'
    /** The transfer bought a pass, so that it is not on the balance. */
    | 'bought_pass'
    | 'key_unknown';
}

/** More was asked for than is unspent of a transfer, or nothing is. */
export interface TooMuch {
  readonly outcome: 'too_much';
  readonly availableAtomic: bigint;
}

/**
 * Money back by an operator's decision: once for each charge, payment and transfer, and never more than it was. Every method
 * is one transaction and throws the fault not_ready while the database cannot be reached.
 */
export interface RefundBook {
  /** The whole price of a charge, to the account that paid it. */
  charge(place: CheckPlace): Promise<Refunded | NotRefunded>;
  /** What a payment per call earned, to the account of a key or to a new one. */
  payment(signature: string, apiKey?: string): Promise<Refunded | NotRefunded>;
  /**
   * Debits what a transfer credited, all that is unspent of it or `amountAtomic`, for the operator to send back on chain. The
   * books count it as having left by the transfer's own account.
   */
  topUp(signature: string, amountAtomic?: bigint): Promise<Refunded | NotRefunded | TooMuch>;
}
