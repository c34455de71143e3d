import { sha256 } from '#ledger/accounts/api-key.ts';
import type { PassState } from '#ledger/books.ts';
import type { PaymentReservation, PaymentState, Standing } from '#ledger/payments/payment-book.ts';

/** Carries out one statement or transaction: it is sent, takes effect at once or not at all, and is answered. */
export type Connection = <T>(name: string, statement: () => T) => Promise<T>;

/** A connection without delays and losses. */
export const atOnce: Connection = async (_name, statement) => statement();

export interface Account {
  readonly id: number;
  /** Of a system account; null for a customer's. */
  readonly name: string | null;
  balance: bigint;
  held: bigint;
}

interface Key {
  readonly account: Account;
  presented: boolean;
}

export interface Pass {
  readonly id: number;
  readonly account: Account;
  readonly tier: PassState['tier'];
  readonly startsAtMs: number;
  readonly expiresAtMs: number;
  readonly included: number;
  used: number;
}

interface Movement {
  readonly kind: 'grant' | 'charge' | 'x402' | 'change';
  readonly cause: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: bigint;
}

export interface HoldRow {
  readonly id: number;
  /** Its whole name. */
  readonly holdId: string;
  readonly account: Account;
  readonly amount: bigint;
  readonly pass: Pass | null;
  readonly kind: string;
  readonly subject: string;
  readonly request: string;
  /** The requests of the whole bill, where it has a name. */
  readonly bill: string | null;
  readonly line: number;
  idempotencyKey: string | null;
  state: 'held' | 'posted' | 'voided' | 'expired';
  expiresAtMs: number;
  closedAtMs: number | null;
  finishedAtMs: number | null;
  answer: { body: string | null; readonly verdict: string; readonly createdAtMs: number } | null;
}

export interface PaymentRow extends Omit<PaymentReservation, 'identifier'> {
  identifier: string | null;
  state: PaymentState;
  signature: string | null;
  answers: string | null;
  earnedAtomic: bigint | null;
  changeKeyHash: Uint8Array | null;
  changeCreditedAtMs: number | null;
  spentLamports: bigint;
  readonly standing: Standing;
  readonly range: string;
  leasedUntilMs: number;
  createdAtMs: number;
  closedAtMs: number | null;
}

export interface PayerRow {
  failures: number;
  failedAtMs: number | null;
  prepaidUntilMs: number | null;
  settledAtMs: number | null;
  earned: bigint;
  released: number;
  releasedSinceMs: number | null;
}

/**
 * The books in memory: the rows of the database with its constraints. `now` is its clock in milliseconds. Any number of
 * ledgers and payment books work on one of these, as replicas on one database.
 */
export class MemoryBooks {
  readonly now: () => number;
  readonly accounts: Account[] = [];
  readonly keys = new Map<string, Key>();
  readonly passes: Pass[] = [];
  readonly holds = new Map<string, HoldRow>();
  readonly movements = new Map<string, Movement>();
  readonly signatures = new Set<string>();
  readonly payments = new Map<string, PaymentRow>();
  readonly payers = new Map<string, PayerRow>();
  /** Accounts whose row somebody has locked who is no process of ours, with those who wait for it. */
  readonly locked = new Map<Account, (() => void)[]>();
  /** Broken constraints: a database refuses them, and nothing may ask for them. */
  readonly refused: string[] = [];

  constructor(now: () => number) {
    this.now = now;
  }

  openAccount(keyHash: Uint8Array): Account {
    const account = this.#newAccount(null);
    this.keys.set(hex(keyHash), { account, presented: false });
    return account;
  }

  /** A system account, made when it is needed first. */
  system(name: string): Account {
    return this.accounts.find((one) => one.name === name) ?? this.#newAccount(name);
  }

  keyOf(apiKey: string): Key | undefined {
    return this.keys.get(hex(sha256(apiKey)));
  }

  move(movement: Movement): void {
    const { kind, cause, from, to, amount } = movement;
    this.constrain(amount > 0n && !this.movements.has(cause), `${kind} ${cause} moves ${amount} once`);
    this.constrain(
      from.name !== null || from.balance - amount >= 0n,
      `account ${from.id} is not overdrawn by ${cause}`,
    );
    from.balance -= amount;
    to.balance += amount;
    this.movements.set(cause, movement);
  }

  /** Changes what is held of an account. */
  hold(account: Account, amount: bigint): void {
    const held = account.held + amount;
    this.constrain(held >= 0n && held <= account.balance, `account ${account.id} holds ${held} of ${account.balance}`);
    account.held = held;
  }

  draw(pass: Pass, calls: number): void {
    const used = pass.used + calls;
    this.constrain(used >= 0 && used <= pass.included, `pass ${pass.id} has ${used} of ${pass.included} used`);
    pass.used = used;
  }

  constrain(isKept: boolean, what: string): void {
    if (isKept) return;
    this.refused.push(what);
    throw new Error(`broken constraint: ${what}`);
  }

  addPass(apiKey: string, included: number, startsInDays = 0): void {
    const account = this.keyOf(apiKey)?.account;
    if (!account) throw new Error('no account has the key');
    const startsAtMs = this.now() + startsInDays * 86_400_000;
    const expiresAtMs = startsAtMs + 30 * 86_400_000;
    const id = this.passes.length + 1;
    this.passes.push({ id, account, tier: 'traveller', startsAtMs, expiresAtMs, included, used: 0 });
  }

  #newAccount(name: string | null): Account {
    const account = { id: this.accounts.length + 1, name, balance: 0n, held: 0n };
    this.accounts.push(account);
    return account;
  }
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
