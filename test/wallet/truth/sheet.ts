import { ComputeBudgetProgram, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { address } from '#lib/address.ts';
import type { Actor } from '#sandbox/world/actors.ts';
import {
  associatedAccount,
  closeAccount,
  openAccount,
  pay,
  payToken,
  syncWrapped,
  WRAPPED_SOL,
} from '#sandbox/world/instructions.ts';
import { type Coin, SOL_COIN } from '#sandbox/world/market/coin.ts';
import { holdingOf } from '#sandbox/world/token-instructions.ts';
import { across, type Swapped, type TruthPool } from './pools.ts';
import { BOT_FEES, type Stage, TIPPED } from './stage.ts';
import type { Amount, Deed, Told } from './told.ts';

/** Rent of a token account. */
const RENT = 2_039_280n;
const SIGNATURE_FEE = 5_000n;
const UNITS_LIMIT = 600_000;
const MICRO = 1_000_000n;

/** What a wallet holds as the generator knows it: its lamports, and the units in its associated accounts by mint, where open. */
export interface Purse {
  native: bigint;
  readonly accounts: Map<string, bigint>;
}

/** A transaction of (or about) one wallet while it is written, with what it will do to the wallet. */
export class Sheet {
  readonly instructions: TransactionInstruction[] = [];
  readonly purse: Purse;
  readonly tokensIn: Amount[] = [];
  readonly tokensOut: Amount[] = [];
  deed: Deed = { kind: 'nothing' };
  fails = false;
  readonly #stage: Stage;
  readonly #wallet: Actor;
  readonly #payer: Actor;
  readonly #others = new Set<Actor>();
  readonly #before: Purse;
  readonly #price: bigint;
  readonly #settlements: (() => void)[] = [];
  #isTemporary = false;
  #signs = false;
  #tips = 0n;
  #platformFees = 0n;
  #rentGift = 0n;
  #rentGiven = 0n;
  #gift = 0n;
  #rate: Told['rate'] = null;

  /** `price`: micro-lamports for a unit of computation; 0 for none. */
  constructor(
    stage: Stage,
    wallet: Actor,
    purse: Purse,
    options: { readonly payer?: Actor; readonly price?: bigint } = {},
  ) {
    this.#stage = stage;
    this.#wallet = wallet;
    this.#payer = options.payer ?? wallet;
    this.#price = options.price ?? 0n;
    this.#before = purse;
    this.purse = { native: purse.native, accounts: new Map(purse.accounts) };
    this.instructions.push(ComputeBudgetProgram.setComputeUnitLimit({ units: UNITS_LIMIT }));
    if (this.#price > 0n)
      this.instructions.push(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: this.#price }));
  }

  /** Units of a coin at this point; 0 where there is no account. */
  units(coin: Coin): bigint {
    return this.purse.accounts.get(coin.mint) ?? 0n;
  }

  tip(lamports: bigint): void {
    this.#send(TIPPED, lamports);
    this.#tips += lamports;
  }

  botFee(lamports: bigint): void {
    this.#send(BOT_FEES, lamports);
    this.#platformFees += lamports;
  }

  /** Lamports to somebody without a label. */
  give(to: Actor, lamports: bigint): void {
    this.#send(to.address, lamports);
    this.deed = { kind: 'flow', flow: 'transfers_out', lamports: -lamports };
  }

  /** Lamports from somebody else, who signs. */
  receive(from: Actor, lamports: bigint): void {
    this.#others.add(from);
    this.instructions.push(pay(from, this.#wallet.publicKey, lamports));
    this.purse.native += lamports;
    this.#gift += lamports;
  }

  /** Opens the wallet's account for a coin unless it is there. The rent is the payer's. */
  open(coin: Coin, payer = this.#payer): void {
    if (this.purse.accounts.has(coin.mint)) return;
    this.instructions.push(openAccount(payer, this.#wallet.publicKey, new PublicKey(coin.mint)));
    this.purse.accounts.set(coin.mint, 0n);
    if (payer === this.#wallet) this.#signedBy(-RENT);
    else {
      this.#others.add(payer);
      this.#rentGift += RENT;
    }
  }

  /** Closes an account of the wallet, which must be empty unless it holds wrapped lamports. */
  close(coin: Coin): void {
    const wrapped = coin === SOL_COIN ? this.units(coin) : 0n;
    this.instructions.push(closeAccount(this.#wallet, new PublicKey(coin.mint), this.#wallet.publicKey));
    this.purse.accounts.delete(coin.mint);
    this.#signedBy(RENT + wrapped);
  }

  /** Makes sure of so many wrapped lamports; an account that is opened for it is closed at the end. */
  wrap(amount: bigint, keep = false): void {
    if (!this.purse.accounts.has(SOL_COIN.mint)) {
      this.open(SOL_COIN, this.#wallet);
      this.#isTemporary = !keep;
    }
    const lacking = amount - this.units(SOL_COIN);
    if (lacking <= 0n) return;
    const at = associatedAccount(this.#wallet.publicKey, WRAPPED_SOL);
    this.instructions.push(pay(this.#wallet, at, lacking), syncWrapped(this.#wallet));
    this.#signedBy(-lacking);
    this.#add(SOL_COIN, lacking);
  }

  /**
   * Swaps so much of a coin, in no pool more than once. The accounts of both sides are seen to. Throws when the wallet lacks
   * what goes in.
   */
  swap(pool: TruthPool, from: Coin, amount: bigint): Swapped {
    const to = across(pool, from);
    const swapped = pool.quote(from, amount);
    for (const coin of [from, to]) {
      if (coin !== SOL_COIN) this.open(coin);
      else if (!pool.native) this.wrap(coin === from ? amount : 0n);
    }
    const minimum = this.fails ? swapped.out + 1n : swapped.out;
    this.instructions.push(pool.swap(address(this.#wallet.address), from, amount, minimum));
    if (!this.fails) this.#settlements.push(() => pool.settle(from, amount));
    this.#signedBy(0n);
    this.#move(pool, from, -swapped.spent);
    this.#move(pool, to, swapped.out);
    if (pool === this.#stage.dollars)
      this.#rate =
        from === SOL_COIN ? { lamports: amount, units: swapped.out } : { lamports: swapped.out, units: amount };
    return swapped;
  }

  /** Tokens from somebody else by a plain transfer. */
  tokensFrom(from: Actor, coin: Coin, units: bigint): void {
    this.#others.add(from);
    this.instructions.push(payToken(from, this.#wallet.publicKey, new PublicKey(coin.mint), units, coin.decimals));
    this.#add(coin, units);
    this.tokensIn.push([coin.mint, units]);
  }

  /** Tokens to somebody else by a plain transfer. With `opens` the wallet pays for the recipient's account. */
  tokensTo(to: Actor, coin: Coin, units: bigint, opens: boolean): void {
    const mint = new PublicKey(coin.mint);
    if (opens) {
      this.instructions.push(openAccount(this.#wallet, to.publicKey, mint));
      this.#rentGiven += RENT;
      this.#signedBy(-RENT);
    }
    this.instructions.push(payToken(this.#wallet, to.publicKey, mint, units, coin.decimals));
    this.#signedBy(0n);
    this.#add(coin, -units);
    this.tokensOut.push([coin.mint, units]);
  }

  /** Notes what an instruction that was added by hand does to units of the wallet. */
  adjust(coin: Coin, units: bigint, signer: Actor = this.#wallet): void {
    if (signer === this.#wallet) this.#signedBy(0n);
    else this.#others.add(signer);
    this.#add(coin, units);
  }

  /** Runs it at a slot. Gives what was told, and the purse is the wallet's own from then on; null where it is too long to run. */
  play(slot: number): Told | null {
    if (this.#isTemporary) this.close(SOL_COIN);
    const signers = new Set([this.#payer, ...this.#others, ...(this.#signs ? [this.#wallet] : [])]);
    const whole = SIGNATURE_FEE * BigInt(signers.size) + (this.#price * BigInt(UNITS_LIMIT) + MICRO - 1n) / MICRO;
    const fee = this.#payer === this.#wallet ? whole : 0n;
    if (this.fails) this.#undo();
    this.purse.native -= fee;
    const { instructions, fails } = this;
    const signature = this.#stage.play({ slot, payer: this.#payer, signers: [...signers], instructions, fails });
    if (signature === null) return null;
    for (const settle of this.#settlements) settle();
    const named = this.instructions.some(({ keys }) =>
      keys.some(({ pubkey }) => pubkey.equals(this.#wallet.publicKey)),
    );
    return {
      ...{ signature, slot, time: this.#stage.time(slot), failed: fails, fee, deed: this.deed },
      ...{ tips: this.#tips, platformFees: this.#platformFees, rentGift: this.#rentGift, rentGiven: this.#rentGiven },
      sees: this.#seen(),
      ...{ gift: this.#gift, tokensIn: this.tokensIn, tokensOut: this.tokensOut, rate: this.#rate },
      ...{ touches: this.#touches(), listed: named || this.#payer === this.#wallet },
    };
  }

  #seen(): readonly string[] {
    const keys = new Set(this.instructions.flatMap((one) => one.keys.map(({ pubkey }) => pubkey.toBase58())));
    const coins = this.#stage.listed.filter(({ coin }) => this.#before.accounts.has(coin.mint));
    return coins.flatMap(({ coin }) => (keys.has(holdingOf(coin, address(this.#wallet.address))) ? [coin.mint] : []));
  }

  #touches(): boolean {
    const { native, accounts } = this.purse;
    if (native !== this.#before.native || accounts.size !== this.#before.accounts.size) return true;
    return [...accounts].some(([mint, units]) => this.#before.accounts.get(mint) !== units);
  }

  #undo(): void {
    this.purse.native = this.#before.native;
    this.purse.accounts.clear();
    for (const [mint, units] of this.#before.accounts) this.purse.accounts.set(mint, units);
    this.deed = { kind: 'nothing' };
  }

  #send(to: string, lamports: bigint): void {
    this.instructions.push(pay(this.#wallet, new PublicKey(to), lamports));
    this.#signedBy(-lamports);
  }

  #signedBy(lamports: bigint): void {
    this.#signs = true;
    this.purse.native += lamports;
  }

  #move(pool: TruthPool, coin: Coin, amount: bigint): void {
    if (coin === SOL_COIN && pool.native) this.purse.native += amount;
    else this.#add(coin, amount);
  }

  #add(coin: Coin, amount: bigint): void {
    const after = this.units(coin) + amount;
    if (after < 0n) throw new Error(`the wallet lacks ${-after} of ${coin.mint}`);
    this.purse.accounts.set(coin.mint, after);
  }
}
