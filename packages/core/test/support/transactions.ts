import { createHash } from 'node:crypto';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import type { AccountState, HistoryReader, SignatureEntry, SignaturePage, TokenHolding } from '#chain/chain-reader.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type Address, address, type Signature } from '#solana/address.ts';
import { scheduleOf } from '#solana/gates/gate-schedule.ts';
import type { Move } from '#solana/move.ts';
import type { Instruction, TokenBalance, Transaction } from '#solana/transaction.ts';

export const SYSTEM = address('11111111111111111111111111111111');
const seedOf = (name: string) => createHash('sha256').update(name).digest();

/** The key that a name stands for: the same name gives the same address. */
export const key = (name: string): Address => address(Keypair.fromSeed(seedOf(name)).publicKey.toBase58());
export const signatureOf = (name: string) =>
  bs58.encode(Buffer.concat([seedOf(name), seedOf(`${name}.`)])) as Signature;

/** What a hand-made transaction says: lamports before and after by address, the fee payer first. */
export interface Made {
  readonly name: string;
  readonly slot: number;
  readonly balances: readonly (readonly [Address, bigint, bigint])[];
  readonly moves?: readonly Move[];
  readonly signers?: readonly Address[];
  readonly preTokens?: readonly TokenBalance[];
  readonly postTokens?: readonly TokenBalance[];
  readonly instructions?: readonly Instruction[];
  readonly failed?: boolean;
  readonly index?: number;
}

/** Block times of hand-made transactions: one slot, one second. */
const timeOf = (slot: number) => 1_700_000_000 + slot;

/** A transaction whose fee is whatever its balances lose. */
export function transaction(made: Made): Transaction {
  const keys = made.balances.map(([of]) => of);
  const lost = made.balances.reduce((sum, [, before, after]) => sum + before - after, 0n);
  const feePayer = keys[0] ?? SYSTEM;
  return {
    signature: signatureOf(made.name),
    signatures: (made.signers ?? [feePayer]).map((_, n) => signatureOf(n === 0 ? made.name : `${made.name} ${n}`)),
    slot: made.slot,
    index: made.index ?? null,
    blockTime: timeOf(made.slot),
    version: 0,
    failed: made.failed ?? false,
    fee: lost,
    feePayer,
    signers: made.signers ?? [feePayer],
    keys,
    preBalances: made.balances.map(([, before]) => before),
    postBalances: made.balances.map(([, , after]) => after),
    preTokens: made.preTokens ?? [],
    postTokens: made.postTokens ?? [],
    instructions: made.instructions ?? [],
    moves: made.moves ?? [],
  };
}

const TOP = { outer: 0, inner: -1 };

export const transfer = (from: Address, to: Address, lamports: bigint, at = TOP): Move => ({
  at,
  program: SYSTEM,
  kind: 'transfer',
  from,
  to,
  lamports,
});

/** A chain of recorded transactions, read like the real one; `rounds`: calls that had to wait for earlier answers. */
export class MemoryChain implements HistoryReader {
  readonly transactions: readonly Transaction[];
  readonly accounts: ReadonlyMap<Address, AccountState>;
  readonly holdings: readonly TokenHolding[];
  readonly lost = new Set<Signature>();
  calls = 0;
  rounds = 0;
  #answered = 0;

  constructor(
    transactions: readonly Transaction[],
    accounts: readonly AccountState[] = [],
    holdings: readonly TokenHolding[] = [],
  ) {
    this.transactions = [...transactions].sort((a, b) => a.slot - b.slot);
    this.accounts = new Map(accounts.map((account) => [account.address, account]));
    this.holdings = holdings;
  }

  async #answer<T>(value: Reading<T>): Promise<Reading<T>> {
    const round = this.#answered + 1;
    this.calls += 1;
    this.rounds = Math.max(this.rounds, round);
    await new Promise((resolve) => setTimeout(resolve, 2));
    this.#answered = Math.max(this.#answered, round);
    return value;
  }

  account(of: Address) {
    const last = this.transactions.findLast(({ keys }) => keys.includes(of));
    const lamports = last?.postBalances[last.keys.indexOf(of)] ?? 0n;
    const derived = { address: of, lamports, owner: SYSTEM, executable: false, data: new Uint8Array() };
    const value = this.accounts.get(of) ?? (lamports > 0n ? derived : null);
    return this.#answer(known({ slot: 1_000_000, value }));
  }

  signatures(of: Address, { before, limit = 1_000 }: SignaturePage = {}) {
    const listed = this.transactions
      .filter(({ keys, preTokens, postTokens }) =>
        [...keys, ...[...preTokens, ...postTokens].map(({ account }) => account)].includes(of),
      )
      .reverse();
    const from = before === undefined ? 0 : listed.findIndex(({ signature }) => signature === before) + 1;
    const page: SignatureEntry[] = listed.slice(from, from + limit);
    return this.#answer(known(page));
  }

  transaction(signature: Signature) {
    const found = this.transactions.find((one) => one.signature === signature);
    const lost = !found || this.lost.has(signature);
    return this.#answer<Transaction>(lost ? missing('transaction', 'history_missing') : known(found));
  }

  passing(signature: Signature) {
    return this.transaction(signature);
  }

  tokenHoldings(owner: Address) {
    return this.#answer(known({ slot: 1_000_000, value: this.holdings.filter((holding) => holding.owner === owner) }));
  }

  async blockSignature() {
    return missing('block_signature', 'plan_refuses');
  }

  blockTime(slot: number) {
    return this.#answer(known(timeOf(slot)));
  }

  async schedule() {
    return known(scheduleOf(new Map()));
  }

  spent() {
    return { calls: this.calls, bytes: 0 };
  }
}
