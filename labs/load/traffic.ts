import { type Chance, chanceOf } from '../../packages/core/test/support/chance.ts';
import type { Wallet } from '../../src/operator/demo/chain.ts';
import { PersistentCaller } from '../soak/caller.ts';
import { type Checked, KeyChecks } from '../soak/checks.ts';
import type { AccountNote, Notes } from '../soak/notes.ts';
import { PaidChecks } from '../soak/payments.ts';
import { fullWallet, TopUps } from '../soak/top-ups.ts';
import type { World } from '../soak/world.ts';
import { AgentChecks } from './mcp.ts';
import type { Measures } from './measures.ts';

/** Kinds of calls to the service, each as often as its weight says. */
export const workKinds = {
  'REST, balance': 30,
  'REST, pass': 12,
  'GraphQL, several': 12,
  'MCP, key': 12,
  'MCP, free': 10,
  claim: 4,
  x402: 20,
} as const;
export type WorkKind = keyof typeof workKinds;

const ACCOUNTS = 6;
const PASSES = 2;
const PAYERS = 16;
const CREDIT_ATOMIC = 300_000_000n;
const TOP_UP_ATOMIC = [500_000, 1_500_000] as const;

/** Buyers with accounts, passes and wallets, who ask on schedule and not after an answer. */
export class Traffic {
  readonly #world: World;
  readonly #notes: Notes;
  readonly #chance: Chance;
  readonly #topUps: TopUps;
  readonly #checks: KeyChecks;
  readonly #agents: AgentChecks;
  readonly #payments: PaidChecks;
  readonly #accounts: AccountNote[] = [];
  readonly #holders: AccountNote[] = [];
  readonly #payers: Wallet[] = [];
  #owner: Wallet | null = null;

  constructor(world: World, notes: Notes, measures: Measures, seed: string) {
    const chance = chanceOf(seed, 'traffic');
    const caller = new PersistentCaller(world, notes, chance, measures.observe);
    this.#world = world;
    this.#notes = notes;
    this.#chance = chance;
    this.#topUps = new TopUps(world, notes, caller);
    this.#checks = new KeyChecks(world.subjects, notes, caller, chance);
    this.#agents = new AgentChecks(notes, caller, chance, measures);
    this.#payments = new PaidChecks(world, notes, caller, chance);
  }

  /** Wallets, accounts and passes, bought as any customer buys them. */
  async prepare(): Promise<void> {
    this.#owner = await fullWallet(this.#world);
    this.#payers.push(...(await Promise.all(Array.from({ length: PAYERS }, () => fullWallet(this.#world)))));
    const opened = await Promise.all(Array.from({ length: ACCOUNTS + PASSES }, () => this.#open()));
    this.#holders.push(...opened.splice(0, PASSES));
    this.#accounts.push(...opened);
    for (const account of this.#holders) await this.#topUps.buyPass(this.#wallet, account);
  }

  /** One piece of work, to its end. Throws what must not be. */
  async do(kind: WorkKind): Promise<void> {
    if (kind === 'x402') return await this.#pay();
    if (kind === 'claim') return await this.#claim(this.#one(this.#accounts));
    if (kind === 'MCP, free') return await this.#free();
    const own = kind === 'REST, pass' ? this.#holders : this.#accounts;
    const account = this.#one(own);
    const checked = await this.#check(kind, account);
    if (checked === 'no money') await this.#claim(account);
    if (checked === 'no more free answers') await this.#replace(own, account);
  }

  async #check(kind: WorkKind, account: AccountNote): Promise<Checked> {
    if (kind === 'GraphQL, several') return await this.#checks.several(account);
    if (kind === 'MCP, key') return await this.#agents.withKey(account);
    return await this.#checks.one(account);
  }

  async #free(): Promise<void> {
    if ((await this.#agents.free()) === 'answered') this.#notes.count('free check');
  }

  async #pay(): Promise<void> {
    const payer = this.#one(this.#payers);
    if ((await this.#payments.one(payer)) !== 'prepaid only') return;
    const place = this.#payers.indexOf(payer);
    if (place >= 0) this.#payers[place] = await fullWallet(this.#world);
  }

  async #claim(account: AccountNote): Promise<void> {
    await this.#topUps.add(this.#wallet, account, BigInt(this.#chance.whole(...TOP_UP_ATOMIC)));
  }

  /** An account that had its share of free answers within an hour is no more use to a run. */
  async #replace(own: AccountNote[], account: AccountNote): Promise<void> {
    const place = own.indexOf(account);
    // Another call found out first.
    if (place < 0) return;
    own.splice(place, 1);
    own.push(await this.#open());
  }

  async #open(): Promise<AccountNote> {
    for (;;) {
      const account = await this.#topUps.open(this.#wallet, CREDIT_ATOMIC, false);
      if (account !== null) return account;
    }
  }

  get #wallet(): Wallet {
    if (this.#owner === null) throw new Error('nobody has a wallet yet');
    return this.#owner;
  }

  #one<T>(list: readonly T[]): T {
    const found = list[this.#chance.whole(0, list.length - 1)];
    if (found === undefined) throw new Error('nobody is there');
    return found;
  }
}
