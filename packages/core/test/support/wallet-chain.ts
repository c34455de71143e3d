import type { AccountState, At, HistoryReader, SignatureEntry, SignaturePage } from '#chain/chain-reader.ts';
import type { Effect, HeldAccount, HeldBalance } from '#derive/effects/effect-type.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import { type GateSchedule, scheduleOf } from '#solana/gates/gate-schedule.ts';
import type { Transaction } from '#solana/transaction.ts';
import { key, SYSTEM, signatureOf } from './transactions.ts';

const RENT = 2_039_280n;
const MOMENT = 1_700_000_000;

/** A change of one token account: units in or out, opened or closed with its rent, or given away. */
interface TokenChange {
  readonly account: string;
  readonly mint?: string;
  readonly units?: bigint;
  readonly close?: boolean;
}

/** One transaction: lamports in or out beside rent, tokens, and which lists name it. */
export interface ChainTransaction {
  readonly slot: number;
  readonly lamports?: bigint;
  readonly tokens?: readonly TokenChange[];
  /** False for one that only lists of token accounts name. */
  readonly listed?: boolean;
  readonly failed?: boolean;
  readonly index?: number;
  /** False for one that a stranger signed. */
  readonly signed?: boolean;
}

interface Happened {
  readonly effect: Effect;
  readonly names: ReadonlySet<string>;
}

const timeOf = (slot: number) => MOMENT + slot;
const program = key('token program');

/** The effect of nothing at all. */
function idleEffect(signature: string, slot: number): Effect {
  return {
    signature,
    slot,
    index: null,
    time: timeOf(slot),
    failed: false,
    signed: true,
    native: null,
    accounts: [],
    fee: 0n,
    tips: 0n,
    platformFees: 0n,
    rentFromOthers: 0n,
    rentForOthers: 0n,
    givenIn: 0n,
    givenOut: 0n,
    funded: [],
    plain: [],
    minted: [],
    burned: [],
    created: [],
    programs: [],
    service: null,
    deposits: [],
    onward: [],
    released: [],
    cobuyers: 0,
    poolImpactBps: null,
    joint: false,
    counterparty: null,
    rate: null,
    atMarket: false,
  };
}

/** A wallet's chain of added transactions: keeps the balances, and answers like an endpoint, honest by default. */
export class WalletChain implements HistoryReader {
  readonly subject: Address = key('wallet of the chain');
  readonly happened: Happened[] = [];
  /** Signatures that no list names, and those without a body. */
  readonly unlisted = new Set<string>();
  readonly lost = new Set<string>();
  pageMax = 1_000;
  /** The newest slot of the present; lists and bodies know what comes later as well. */
  tip: number | null = null;
  holdingsTip: number | null = null;
  /** The newest slot that lists know. */
  listTip: number | null = null;
  /** May change the answer of a page. */
  distort: (page: readonly SignatureEntry[]) => readonly SignatureEntry[] = (page) => page;
  /** Called before each answer. */
  onCall: (method: string) => Reading<never> | null = () => null;
  /** How the chain is read within a check's bounds; the tests set it. */
  part?: NonNullable<HistoryReader['part']>;
  latencyMs: number | null = null;
  calls: Record<string, number> = {};
  rounds = 0;
  underWay = 0;
  mostUnderWay = 0;
  #answered = 0;
  #places = new Map<string, number>();
  #states = new Map<string, HeldBalance & { readonly mint: string }>();
  #lamports = 0n;

  tell(transaction: ChainTransaction): string {
    const signature = signatureOf(`told ${this.happened.length}`);
    const before = this.#lamports;
    const accounts = (transaction.tokens ?? []).map((change) => this.#change(change));
    const rent =
      transaction.listed === false
        ? 0n
        : accounts.reduce((sum, { before: b, after: a }) => sum + rentOf(b) - rentOf(a), 0n);
    this.#lamports += (transaction.lamports ?? 0n) + rent;
    const native = transaction.listed === false ? null : { before, after: this.#lamports };
    const { failed = false, index = null, signed = transaction.listed !== false } = transaction;
    const facts = { native, accounts, failed, index, signed };
    const names = new Set(accounts.map(({ account }) => account));
    if (native) names.add(this.subject);
    this.#places.set(signature, this.happened.length);
    this.happened.push({ effect: { ...idleEffect(signature, transaction.slot), ...facts }, names });
    return signature;
  }

  #change({ account: name, mint: mintName = 'mint', units = 0n, close = false }: TokenChange): HeldAccount {
    const account = key(name);
    const state = this.#states.get(account);
    const before = state ? { amount: state.amount, lamports: state.lamports } : null;
    const mint = state?.mint ?? key(mintName);
    const after = close ? null : { amount: (before?.amount ?? 0n) + units, lamports: before?.lamports ?? RENT };
    if (after) this.#states.set(account, { ...after, mint });
    else this.#states.delete(account);
    return { account, mint, decimals: 6, before, after };
  }

  effectOf = ({ signature }: Transaction): Reading<Effect> => {
    const found = this.happened[this.#places.get(signature) ?? -1];
    return found ? known(found.effect) : missing('effect', 'unreadable');
  };

  async #answer<T>(method: string, make: () => Reading<T>): Promise<Reading<T>> {
    this.calls[method] = (this.calls[method] ?? 0) + 1;
    const round = this.#answered + 1;
    this.rounds = Math.max(this.rounds, round);
    const refusal = this.onCall(method);
    const answer = refusal ?? make();
    if (this.latencyMs === null) await Promise.resolve();
    else await new Promise((resolve) => setTimeout(resolve, this.latencyMs ?? 0));
    this.#answered = Math.max(this.#answered, round);
    return answer;
  }

  #until(slot: number | null) {
    return this.happened.filter(({ effect }) => slot === null || effect.slot <= slot);
  }

  #slot(tip: number | null): number {
    return tip ?? (this.happened.at(-1)?.effect.slot ?? 0) + 1;
  }

  account(of: Address) {
    return this.#answer('account', (): Reading<At<AccountState | null>> => {
      const last = this.#until(this.tip).findLast(({ effect }) => effect.native !== null);
      const lamports = last?.effect.native?.after ?? 0n;
      const state = { address: of, lamports, owner: SYSTEM, executable: false, data: new Uint8Array() };
      return known({ slot: this.#slot(this.tip), value: lamports > 0n ? state : null });
    });
  }

  signatures(of: Address, { before, until, limit = 1_000 }: SignaturePage = {}) {
    return this.#answer('signatures', () => {
      const newest = before === undefined ? this.happened.length : (this.#places.get(before) ?? 0);
      const oldest = until === undefined ? -1 : (this.#places.get(until) ?? -1);
      const page = this.happened
        .slice(oldest + 1, newest)
        .reverse()
        .filter(({ names, effect }) => names.has(of) && !this.unlisted.has(effect.signature))
        .filter(({ effect }) => this.listTip === null || effect.slot <= this.listTip)
        .slice(0, Math.min(limit, this.pageMax))
        .map(({ effect }): SignatureEntry => {
          const { signature, slot, time, failed } = effect;
          return { signature: signature as Signature, slot, blockTime: time, failed };
        });
      return known(this.distort(page));
    });
  }

  async transaction(signature: Signature): Promise<Reading<Transaction>> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    const answer = await this.#answer('body', () =>
      this.lost.has(signature)
        ? missing('transaction', 'history_missing')
        : known({ signature } as Partial<Transaction> as Transaction),
    );
    this.underWay -= 1;
    return answer;
  }

  passing(signature: Signature) {
    return this.transaction(signature);
  }

  tokenHoldings(owner: Address) {
    return this.#answer('holdings', () => {
      const tip = this.holdingsTip ?? this.tip;
      const held = new Map<string, HeldAccount>();
      for (const { effect } of this.#until(tip)) for (const one of effect.accounts) held.set(one.account, one);
      const value = [...held.values()].flatMap(({ account, mint, after }) =>
        after ? [{ account: account as Address, program, mint: mint as Address, owner, ...after }] : [],
      );
      return known({ slot: this.#slot(tip), value });
    });
  }

  async blockSignature() {
    return missing('block_signature', 'plan_refuses');
  }

  blockTime(slot: number) {
    return this.#answer('block_time', () => known(timeOf(slot)));
  }

  async schedule(): Promise<Reading<GateSchedule>> {
    return known(scheduleOf(new Map()));
  }

  spent() {
    return { calls: 0, bytes: 0 };
  }
}

/** Rent alone: what is wrapped does not occur here. */
const rentOf = (held: HeldBalance | null) => held?.lamports ?? 0n;
