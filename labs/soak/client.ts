import type { Chance } from '../../packages/core/test/support/chance.ts';
import type { Wallet } from '../../src/operator/demo/chain.ts';
import { PersistentCaller } from './caller.ts';
import { type Checked, KeyChecks } from './checks.ts';
import type { Gate } from './gate.ts';
import type { AccountNote, Notes } from './notes.ts';
import { PaidChecks } from './payments.ts';
import { fullWallet, TopUps } from './top-ups.ts';
import type { World } from './world.ts';

const weights = {
  check: 46,
  several: 8,
  pay: 22,
  'top up': 10,
  open: 4,
  'open at once': 4,
  'buy pass': 3,
  steal: 3,
} as const;
export type Work = keyof typeof weights;

/** Everything once, so that the shortest run has done it all; then as chance has it. */
const firstWorks: readonly Work[] = ['open at once', 'pay', 'check', 'several', 'buy pass', 'check', 'top up', 'steal'];

/** One buyer with a wallet and the account that it opened last. Works until the gate says that the run is over. */
export class Client {
  readonly #world: World;
  readonly #notes: Notes;
  readonly #chance: Chance;
  readonly #topUps: TopUps;
  readonly #checks: KeyChecks;
  readonly #payments: PaidChecks;
  readonly #without: readonly Work[];
  #wallet: Wallet;
  #account: AccountNote | null = null;
  /** A transaction that was credited, and one that settled a payment per call. */
  #credited: string | null = null;
  #settled: string | null = null;

  /** `without`: the check on its key instead. */
  constructor(world: World, notes: Notes, chance: Chance, wallet: Wallet, without: readonly Work[] = []) {
    this.#without = without;
    const caller = new PersistentCaller(world, notes, chance);
    this.#world = world;
    this.#notes = notes;
    this.#chance = chance;
    this.#wallet = wallet;
    this.#topUps = new TopUps(world, notes, caller);
    const samples = world.subjects.filter(({ kind }) => kind === 'funder');
    this.#checks = new KeyChecks(samples, notes, caller, chance);
    this.#payments = new PaidChecks(world, notes, caller, chance);
  }

  async run(gate: Gate): Promise<void> {
    for (let n = 0; await gate.enter(); n += 1) {
      const picked = firstWorks[n] ?? this.#chance.pick(weights);
      const work = this.#without.includes(picked) ? 'check' : picked;
      await this.#do(work).catch((error: unknown) => this.#notes.violated(`${work}: ${String(error)}`));
    }
  }

  async #do(work: Work): Promise<void> {
    if (work === 'open' || work === 'open at once') return await this.#open(work === 'open at once');
    if (work === 'pay') return await this.#pay();
    if (work === 'steal') return await this.#steal();
    const account = this.#account;
    if (account === null) return await this.#open(false);
    if (work === 'buy pass') return await this.#topUps.buyPass(this.#wallet, account);
    if (work === 'top up') return await this.#topUp(account);
    const checked = work === 'check' ? await this.#checks.one(account) : await this.#checks.several(account);
    await this.#after(checked, account);
  }

  async #after(checked: Checked, account: AccountNote): Promise<void> {
    if (checked === 'no money') await this.#topUp(account);
    if (checked === 'no more free answers') this.#account = null;
  }

  async #open(atOnce: boolean): Promise<void> {
    this.#account = (await this.#topUps.open(this.#wallet, this.#amount(), atOnce)) ?? this.#account;
  }

  async #topUp(account: AccountNote): Promise<void> {
    this.#credited = (await this.#topUps.add(this.#wallet, account, this.#amount())) ?? this.#credited;
  }

  #amount(): bigint {
    return BigInt(this.#chance.whole(500_000, 1_500_000));
  }

  async #pay(): Promise<void> {
    const paid = await this.#payments.one(this.#wallet);
    if (paid === 'prepaid only') this.#wallet = await fullWallet(this.#world);
    if (typeof paid === 'object') this.#settled = paid.transaction;
  }

  async #steal(): Promise<void> {
    if (this.#credited !== null) {
      await this.#topUps.steal(this.#wallet, this.#credited);
      this.#notes.count('second claim by a stranger');
    }
    if (this.#settled !== null) {
      await this.#topUps.steal(this.#wallet, this.#settled);
      this.#notes.count('claim of an x402 settlement');
    }
  }
}
