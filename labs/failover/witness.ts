import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { callHttp, memberAt } from '../../src/operator/demo/calls.ts';
import { PersistentCaller } from '../soak/caller.ts';
import { KeyChecks } from '../soak/checks.ts';
import type { Gate } from '../soak/gate.ts';
import type { AccountNote, Notes } from '../soak/notes.ts';
import { fullWallet, TopUps } from '../soak/top-ups.ts';
import type { World } from '../soak/world.ts';

const CREDIT_ATOMIC = 200_000_000n;
const PRICE_ATOMIC = 50_000n;
const READ_EVERY_MS = 100;

/** For how long something did not happen. */
class Silence {
  #last = performance.now();
  #longestMs = 0;

  broken(): void {
    this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#last);
    this.#last = performance.now();
  }

  /** The longest in seconds since this was asked before. */
  longest(): string {
    const text = (Math.max(this.#longestMs, performance.now() - this.#last) / 1_000).toFixed(1);
    this.#longestMs = 0;
    this.#last = performance.now();
    return text;
  }
}

/**
 * A customer who pays for one check after the other and reads his balance from each replica meanwhile. Nobody tops his account up: a
 * balance that is higher than what his checks left of it was read from an older state of the books.
 */
export class Witness {
  /** Balances that were older than what was known when they were asked for. */
  readonly stale: string[] = [];
  reads = 0;
  readonly #world: World;
  readonly #notes: Notes;
  readonly #checks: KeyChecks;
  readonly #account: AccountNote;
  readonly #charges = new Silence();
  readonly #answers: readonly Silence[];
  #charged = 0;
  #over = false;

  private constructor(world: World, notes: Notes, checks: KeyChecks, account: AccountNote) {
    this.#world = world;
    this.#notes = notes;
    this.#checks = checks;
    this.#account = account;
    this.#answers = world.urls.map(() => new Silence());
  }

  static async open(world: World, notes: Notes, chance: Chance): Promise<Witness> {
    const caller = new PersistentCaller(world, notes, chance);
    const account = await new TopUps(world, notes, caller).open(await fullWallet(world), CREDIT_ATOMIC, false);
    if (account === null) throw new Error('the witness has no account');
    return new Witness(world, notes, new KeyChecks([], notes, caller, chance), account);
  }

  async run(gate: Gate): Promise<void> {
    const reading = this.#world.urls.map((url, replica) => this.#read(url, replica));
    while (await gate.enter()) {
      const answered = await this.#checks.one(this.#account).catch((error: unknown) => {
        this.#notes.violated(`witness: ${String(error)}`);
      });
      if (answered === 'no money') throw new Error('the witness has no money left');
    }
    this.#over = true;
    await Promise.all(reading);
  }

  /** The events since the last call. */
  silences(): string {
    const replicas = this.#answers.map((silence, n) => `replica ${n + 1} for ${silence.longest()} s`);
    return `no charge for ${this.#charges.longest()} s, no answer from ${replicas.join(', from ')}`;
  }

  /** Those of all customers. */
  #watchCharges(): void {
    const { checks, payments } = this.#notes;
    if (checks.length + payments.length > this.#charged) this.#charges.broken();
    this.#charged = checks.length + payments.length;
  }

  async #read(url: string, replica: number): Promise<void> {
    const headers = { 'X-API-Key': this.#account.key };
    for (; !this.#over; await pause(READ_EVERY_MS)) {
      const paid = this.#notes.checks.filter(
        ({ account, attestation }) => account === this.#account && attestation !== null,
      );
      const known = CREDIT_ATOMIC - PRICE_ATOMIC * BigInt(paid.length);
      const answer = await callHttp(`${url}/credits/balance`, { headers }).catch(() => null);
      if (answer?.status !== 200) continue;
      const balance = BigInt(String(memberAt(answer.body, 'balance_atomic')));
      if (balance > known) this.stale.push(`replica ${replica + 1} said ${balance} after ${known} was known`);
      this.reads += 1;
      this.#answers[replica]?.broken();
      this.#watchCharges();
    }
  }
}
