/** An account as its client knows it. */
export interface AccountNote {
  /** The key that worked last. */
  key: string;
}

/** A transfer by ticket that the service says it credited. `tier` of the pass that it bought. */
export interface ClaimNote {
  readonly account: AccountNote;
  readonly signature: string;
  readonly ticket: string;
  readonly amountAtomic: bigint;
  readonly tier: 'traveller' | null;
}

/** A check on a key that was answered. `identifier` is its Idempotency-Key. */
export interface CheckNote {
  readonly account: AccountNote;
  readonly subject: string;
  readonly identifier: string | null;
  /** Null for a free answer, which has none. */
  readonly attestation: string | null;
}

/** A payment per call that came to its end: delivered with its transaction, or refused for good. */
export interface PaymentNote {
  readonly headerHash: string;
  readonly subject: string;
  readonly payer: string;
  readonly priceAtomic: bigint;
  readonly delivered: { readonly transaction: string; readonly attestation: string } | null;
}

const counted = [
  'top-up',
  'pass',
  'claim on both replicas at once',
  'check on a balance',
  'check on a pass',
  'check by x402',
  'operation of several checks',
  'free check',
  'retry with an Idempotency-Key after the answer',
  'retry of a payment after the answer',
  'x402 payment refused for good',
  'top-up given up',
  'second claim by a stranger',
  'claim of an x402 settlement',
  'connection refused',
  'connection lost',
  'answered again after a lost connection',
  'hold open at a crash',
  'charge at a crash whose response was not finished',
  'claim at a crash whose key was not presented',
  'payment reserved at a crash',
  'payment worked at a crash',
  'payment sent at a crash',
] as const;

/** Counts, so that a run cannot pass by doing nothing. */
export type Counted = (typeof counted)[number];

/** The notes of all clients, and the violations. */
export class Notes {
  readonly claims: ClaimNote[] = [];
  readonly checks: CheckNote[] = [];
  readonly payments: PaymentNote[] = [];
  readonly violations: string[] = [];
  readonly counts: Record<Counted, number>;

  constructor() {
    this.counts = Object.fromEntries(counted.map((name) => [name, 0])) as Record<Counted, number>;
  }

  count(what: Counted, times = 1): void {
    this.counts[what] += times;
  }

  violated(what: string): void {
    this.violations.push(what);
  }
}
