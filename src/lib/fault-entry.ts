/** What a caller should do next with a payment or a request that was refused. */
export type RetryAction = 'resign' | 'retry_same_payment' | 'poll' | 'wait_and_retry' | 'abandon' | 'human_required';

/** What is known of the payment that came with a refused call. */
export type PaymentState = 'unused' | 'in_flight' | 'settled';

/** What the catalogue says of one refusal. */
export interface FaultEntry {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly retryAction?: RetryAction;
  readonly paymentState?: PaymentState;
  /** What it means and what to do, shown at the entry's `type` URL. */
  readonly meaning: string;
}
