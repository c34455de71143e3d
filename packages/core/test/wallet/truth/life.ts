import type { Actor } from 'assay-sandbox/world/actors.ts';
import { type Coin, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import type { Chance } from '../../support/chance.ts';
import type { TruthEntry } from './deeds.ts';
import { type MerchantWallet, Sheet } from './sheet.ts';
import { moneyCoins } from './stage/coins.ts';
import { type Listed, SOL, type Stage } from './stage/stage.ts';

/** What a wallet must keep for fees and rent. */
const RESERVE = SOL / 20n;
const MILLI = SOL / 1_000n;

/** One wallet on a stage: its holdings, its entries so far, and the chance by which it goes on. */
export class Life {
  readonly stage: Stage;
  readonly actor: Actor;
  readonly chance: Chance;
  readonly merchantWallet: MerchantWallet = { native: 0n, accounts: new Map() };
  readonly entries: TruthEntry[] = [];
  /** Units in a program's keep. */
  readonly kept = new Map<Coin, bigint>();
  /** How often strangers without an account were met; each gets a name of its own. */
  met = 0;

  constructor(stage: Stage, name: string, chance: Chance) {
    this.stage = stage;
    this.actor = stage.wallet(name);
    this.chance = chance;
  }

  /** Lamports that it can part with. */
  get spendable(): bigint {
    return this.merchantWallet.native > RESERVE ? this.merchantWallet.native - RESERVE : 0n;
  }

  /** Wrapped and other lamports that a trade can be paid with. */
  get free(): bigint {
    return this.spendable + (this.merchantWallet.accounts.get(SOL_COIN.mint) ?? 0n);
  }

  /** Coins of the stage that it holds. */
  held(): readonly Listed[] {
    return this.stage.listed.filter(({ coin }) => (this.merchantWallet.accounts.get(coin.mint) ?? 0n) > 0n);
  }

  /** One of some things; null of none. */
  oneOf<T>(things: readonly T[]): T | null {
    return things[this.chance.whole(0, things.length - 1)] ?? null;
  }

  /** So many thousandths of a SOL, with some odd lamports. */
  milli(min: number, max: number): bigint {
    return BigInt(this.chance.whole(min, max)) * MILLI + BigInt(this.chance.whole(0, 999));
  }

  /** A transaction that the wallet pays and signs; with `dressed` perhaps with a tip, a bot's fee, or another's money for the fee. */
  sheet(dressed = false): Sheet {
    const { chance, stage } = this;
    const price = BigInt(chance.pick({ 0: 5, 1: 3, 2: 2 })) * BigInt(chance.whole(1, 200_000));
    const payer = dressed && chance.happens(0.08) ? stage.people.friend : this.actor;
    const sheet = new Sheet(stage, this.actor, this.merchantWallet, { payer, price, ...this.#version() });
    if (dressed && chance.happens(0.2)) sheet.tip(this.milli(0, 3) + 1_000n);
    if (dressed && chance.happens(0.12)) sheet.botFee(this.milli(1, 8));
    return sheet;
  }

  /** A transaction that somebody else pays. */
  foreign(payer: Actor): Sheet {
    return new Sheet(this.stage, this.actor, this.merchantWallet, { payer, ...this.#version() });
  }

  #version() {
    return { version1: this.chance.happens(0.4), decoy: this.chance.happens(0.1) };
  }

  /** Runs a transaction and remembers what it did. False where it is too long to be run. */
  play(sheet: Sheet, slot: number): boolean {
    const entry = sheet.play(slot);
    if (entry) this.note(sheet, entry);
    return entry !== null;
  }

  /** Remembers what a transaction that was run did. */
  note(sheet: Sheet, entry: TruthEntry): void {
    if (!entry.failed) for (const [coin, units] of sheet.kept) this.kept.set(coin, (this.kept.get(coin) ?? 0n) + units);
    this.entries.push(entry);
    this.merchantWallet.native = sheet.merchantWallet.native;
    this.merchantWallet.accounts.clear();
    for (const [mint, units] of sheet.merchantWallet.accounts) this.merchantWallet.accounts.set(mint, units);
  }

  /** What the chain has otherwise than the generator: nothing, unless the generator is wrong. */
  differences(): readonly string[] {
    const { stage, actor, merchantWallet } = this;
    const wrong = stage.lamports(actor.address) === merchantWallet.native ? [] : [`lamports: ${merchantWallet.native}`];
    const coins = [SOL_COIN, ...stage.listed.map(({ coin }) => coin), ...moneyCoins, ...stage.spam];
    for (const coin of coins) {
      const real = stage.units(actor, coin);
      const known = merchantWallet.accounts.get(coin.mint) ?? null;
      if (real !== known) wrong.push(`${coin.mint}: ${known}, on chain ${real}`);
    }
    return wrong;
  }
}
