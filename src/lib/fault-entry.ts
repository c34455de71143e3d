/** What each `retry_action` asks of a caller who was refused. */
export const retryActions = {
  resign: 'Sign a new payment by the requirements in the answer and send the call with it.',
  retry_same_payment: 'Send the same call again with the same payment header; a new payment could pay twice.',
  poll: 'Ask again from time to time until it is settled; send nothing new.',
  wait_and_retry: 'Wait as long as retry_after_seconds says, then send the same call again.',
  abandon: 'Do not send this call again: it cannot succeed as it is.',
  human_required: 'No repeat helps by itself: whoever holds the money or the key has to act first.',
} as const;

/** What each `payment_state` says of the payment that came with a refused call. */
export const refusedPaymentStates = {
  unused: 'It was not used and will not be: nothing was paid.',
  in_flight: 'Whether it was paid is not known yet: send the same call with the same payment.',
  settled: 'It was paid, for the call that it belongs to.',
} as const;

/** What a caller should do next with a payment or a request that was refused. */
export type RetryAction = keyof typeof retryActions;

/** What is known of the payment that came with a refused call. */
export type RefusedPaymentState = keyof typeof refusedPaymentStates;

/** What the catalogue says of one refusal. */
export interface FaultEntry {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly retryAction?: RetryAction;
  readonly paymentState?: RefusedPaymentState;
  /** How long to wait where the refusal itself does not say; every 429 and 503 has it. */
  readonly retryAfterSeconds?: number;
  /** What it means and what to do, shown at the entry's `type` URL. */
  readonly meaning: string;
}
