import { ComputeBudgetProgram, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { Actor } from 'assay-sandbox/world/actors.ts';
import {
  associatedKey,
  closeAccount,
  openTokenAccount,
  pay,
  payToken,
  syncWrapped,
  WRAPPED_SOL_KEY,
} from 'assay-sandbox/world/instructions.ts';
import { type Coin, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { tokenHoldingOf } from 'assay-sandbox/world/token-instructions.ts';
import { address } from '#solana/address.ts';
import type { Amount, Deed, TruthEntry } from './deeds.ts';
import { batched, unwrapping, withdrawing } from './stage/lamport-instructions.ts';
import { across, type Swapped, type TruthPool } from './stage/pools.ts';
import { BOT_FEES, type Stage, TIPPED } from './stage/stage.ts';
import { forwarding, keepOf, settling } from './stage/venues.ts';

const SIGNATURE_FEE = 5_000n;
const UNITS_LIMIT = 600_000;
const MICRO = 1_000_000n;

const magnitude = (lamports: bigint) => (lamports < 0n ? -lamports : lamports);

/** What a wallet holds as the generator knows it: its lamports, and the units in its associated accounts by mint, where open. */
export interface MerchantWallet {
  native: bigint;
  readonly accounts: Map<string, bigint>;
}

/** A transaction of (or about) one wallet while it is written, with what it will do to the wallet. */
export class Sheet {
  readonly instructions: TransactionInstruction[] = [];
  readonly merchantWallet: MerchantWallet;
  readonly tokensIn: Amount[] = [];
  readonly tokensOut: Amount[] = [];
  readonly kept: (readonly [Coin, bigint])[] = [];
  deed: Deed = { kind: 'nothing' };
  /** Who gets what lies in a temporary account of wrapped lamports at the end; null for the wallet. */
  closesTo: Actor | null = null;
  fails = false;
  readonly #stage: Stage;
  readonly #wallet: Actor;
  readonly #payer: Actor;
  readonly #others = new Set<Actor>();
  readonly #before: MerchantWallet;
  readonly #price: bigint;
  readonly #isVersion1: boolean;
  readonly #settlements: (() => void)[] = [];
  #isTemporary = false;
  #signs = false;
  #tips = 0n;
  #platformFees = 0n;
  /** Accounts of the wallet that it opened so far, and how many rents it paid or got back, was given, and paid for others. */
  readonly #opened = new Set<Coin>();
  #rents = 0n;
  /** An account of wrapped lamports that was there before counts anew what it wraps. */
  #syncs = false;
  /** Accounts that give what they hold beyond their rent, and whether the wallet gets it. */
  readonly #withdrawn: { readonly coins: readonly Coin[]; readonly keeps: boolean }[] = [];
  #rentGifts = 0n;
  #rentsGiven = 0n;
  #gift = 0n;
  #isForwarded = false;
  #away = 0n;
  #rentsAway = 0n;
  #rate: TruthEntry['rate'] = null;

  /**
   * `price`: micro-lamports for a unit of computation; 0 for none. `version1`: its header asks for what otherwise instructions to
   * the compute budget do; with `decoy` such instructions are there too, and mean nothing. `joins`: it is a part of another's
   * transaction.
   */
  constructor(
    stage: Stage,
    wallet: Actor,
    merchantWallet: MerchantWallet,
    options: {
      readonly payer?: Actor;
      readonly price?: bigint;
      readonly version1?: boolean;
      readonly decoy?: boolean;
      readonly joins?: boolean;
    } = {},
  ) {
    this.#stage = stage;
    this.#wallet = wallet;
    this.#payer = options.payer ?? wallet;
    this.#price = options.price ?? 0n;
    this.#before = merchantWallet;
    this.merchantWallet = { native: merchantWallet.native, accounts: new Map(merchantWallet.accounts) };
    this.#isVersion1 = options.version1 === true;
    if (options.joins) return;
    if (this.#isVersion1 && options.decoy)
      this.instructions.push(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 9n }));
    if (this.#isVersion1) return;
    this.instructions.push(ComputeBudgetProgram.setComputeUnitLimit({ units: UNITS_LIMIT }));
    if (this.#price > 0n)
      this.instructions.push(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: this.#price }));
  }

  /** Units of a coin at this point; 0 where there is no account. */
  units(coin: Coin): bigint {
    return this.merchantWallet.accounts.get(coin.mint) ?? 0n;
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
    this.merchantWallet.native += lamports;
    this.#gift += lamports;
  }

  /** Opens the wallet's account for a coin unless it is there. The rent is the payer's. */
  open(coin: Coin, payer = this.#payer): void {
    if (this.merchantWallet.accounts.has(coin.mint)) return;
    this.instructions.push(openTokenAccount(payer, this.#wallet.publicKey, new PublicKey(coin.mint)));
    this.merchantWallet.accounts.set(coin.mint, 0n);
    this.#opened.add(coin);
    if (payer === this.#wallet) this.#signedBy(0n, -1n);
    else {
      this.#others.add(payer);
      this.#rentGifts += 1n;
    }
  }

  /** Closes an account of the wallet, which must be empty unless it holds wrapped lamports. */
  close(coin: Coin): void {
    const wrapped = coin === SOL_COIN ? this.units(coin) : 0n;
    this.instructions.push(closeAccount(this.#wallet, new PublicKey(coin.mint), this.#wallet.publicKey));
    this.merchantWallet.accounts.delete(coin.mint);
    // What it was opened for comes back, whatever rent has become since.
    if (this.#opened.delete(coin)) this.#signedBy(wrapped, 1n);
    else this.#signedBy(wrapped + this.#stage.rentIn(this.#wallet, coin));
  }

  /** Closes the temporary account of wrapped lamports, whose rent goes where these go. */
  #closeTemporary(): void {
    if (!this.closesTo) {
      this.close(SOL_COIN);
      return;
    }
    this.instructions.push(closeAccount(this.#wallet, WRAPPED_SOL_KEY, this.closesTo.publicKey));
    this.#away += this.units(SOL_COIN);
    this.#rentsAway += 1n;
    this.merchantWallet.accounts.delete(SOL_COIN.mint);
    this.#opened.delete(SOL_COIN);
  }

  /**
   * A program that is no venue passes lamports of the wallet on beside a trade. Beside a curve that nobody knows they may have paid for
   * the units, and are a part of the price.
   */
  forward(to: Actor, lamports: bigint): void {
    const { deed } = this;
    this.instructions.push(forwarding(address(this.#wallet.address), address(to.address), lamports));
    this.#isForwarded = true;
    if (deed.kind === 'buy' && deed.curve) this.deed = { ...deed, lamports: deed.lamports + lamports };
    else this.#away += lamports;
    this.#signedBy(-lamports);
  }

  /**
   * The program of the keeps pays for units that somebody took out there, in a transaction that does not name the wallet: to the
   * wallet, which signs, or by another.
   */
  settle(coin: Coin, units: bigint, lamports: bigint): void {
    const [wallet, by] = [address(this.#wallet.address), address(this.#payer.address)];
    this.instructions.push(settling(wallet, by, lamports));
    this.kept.push([coin, -units]);
    if (this.#payer === this.#wallet) this.#signedBy(lamports);
    else this.merchantWallet.native += lamports;
    this.deed = { kind: 'flow', flow: 'orders', lamports };
  }

  /** Somebody else fills an order of the wallet alone, and pays for it himself. */
  fill(by: Actor, coin: Coin, units: bigint, lamports: bigint): void {
    this.#others.add(by);
    this.instructions.push(keepOf(coin).fill(address(this.#wallet.address), address(by.address), units, lamports));
    this.kept.push([coin, -units]);
    this.merchantWallet.native += lamports;
    const paid = { lamports, coins: [], maker: by.address, ordered: true };
    this.deed = { kind: 'sell', mint: coin.mint, units, ...paid };
  }

  /** Makes sure of so many wrapped lamports; an account that is opened for it is closed at the end. */
  wrap(amount: bigint, keep = false): void {
    if (!this.merchantWallet.accounts.has(SOL_COIN.mint)) {
      this.open(SOL_COIN, this.#wallet);
      this.#isTemporary = !keep;
    }
    const lacking = amount - this.units(SOL_COIN);
    if (lacking <= 0n) return;
    const at = associatedKey(this.#wallet.publicKey, WRAPPED_SOL_KEY);
    this.instructions.push(pay(this.#wallet, at, lacking), syncWrapped(this.#wallet));
    this.#syncs ||= !this.#opened.has(SOL_COIN);
    this.#signedBy(-lacking);
    this.#add(SOL_COIN, lacking);
  }

  /** Lets so many wrapped lamports (`null` for all) out of the account without closing it: to the wallet, or to somebody else. */
  unwrap(lamports: bigint | null, to: Actor, inBatch: boolean): void {
    const amount = lamports ?? this.units(SOL_COIN);
    const instruction = unwrapping(this.#wallet, to.publicKey, lamports);
    this.instructions.push(inBatch ? batched([instruction]) : instruction);
    this.#add(SOL_COIN, -amount);
    if (to === this.#wallet) this.#signedBy(amount);
    else {
      this.#signedBy(0n);
      this.deed = { kind: 'flow', flow: 'transfers_out', lamports: -amount };
    }
  }

  /** Takes out of accounts what they hold beyond the rent of the slot: for the wallet, or for somebody else. */
  withdraw(coins: readonly Coin[], to: Actor, inBatch: boolean): void {
    const instructions = coins.map((coin) => withdrawing(this.#wallet, coin, to.publicKey));
    this.instructions.push(...(inBatch ? [batched(instructions)] : instructions));
    this.#withdrawn.push({ coins, keeps: to === this.#wallet });
    this.#signedBy(0n);
  }

  /** Counts anew what the wallet's account wraps, which needs nobody's signature. */
  sync(): void {
    this.instructions.push(syncWrapped(this.#wallet));
    this.#syncs = true;
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
    if (pool.maker) this.#others.add(pool.maker);
    this.instructions.push(pool.swap(address(this.#wallet.address), from, amount, minimum));
    if (!this.fails) this.#settlements.push(() => pool.settle(from, amount));
    this.#signedBy(0n);
    this.#move(pool, from, -swapped.spent);
    this.#move(pool, to, swapped.out);
    this.#noteRate(pool, from, swapped);
    return swapped;
  }

  #noteRate(pool: TruthPool, from: Coin, { spent, out }: Swapped): void {
    if (!this.#stage.conversions.includes(pool) || !pool.sides.includes(SOL_COIN)) return;
    const { mint } = from === SOL_COIN ? across(pool, from) : from;
    const [lamports, units] = from === SOL_COIN ? [spent, out] : [out, spent];
    this.#rate = { mint, lamports, units };
  }

  /** Puts units of a coin into a program's keep; takes them out of it where `units` is below 0. */
  keep(coin: Coin, units: bigint): void {
    const isIn = units > 0n;
    this.instructions.push(keepOf(coin).move(address(this.#wallet.address), isIn ? units : -units, isIn));
    this.kept.push([coin, units]);
    this.#signedBy(0n);
    this.#add(coin, -units);
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
      this.instructions.push(openTokenAccount(this.#wallet, to.publicKey, mint));
      this.#rentsGiven += 1n;
      this.#signedBy(0n, -1n);
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

  /** Runs it at a slot. Gives the entry, and the balance is the wallet's own from then on; null where it is too long to run. */
  play(slot: number): TruthEntry | null {
    return Sheet.playTogether([this], slot)?.[0] ?? null;
  }

  /**
   * Runs the sheets of several wallets as one transaction, whose payer and price are those of the first. Gives the entry of
   * each wallet; null where it is too long to run.
   */
  static playTogether(sheets: readonly Sheet[], slot: number): readonly TruthEntry[] | null {
    const [first] = sheets;
    if (!first) return [];
    for (const sheet of sheets) if (sheet.#isTemporary) sheet.#closeTemporary();
    const signers = new Set(sheets.flatMap((sheet) => sheet.#signers()));
    const fee = SIGNATURE_FEE * BigInt(signers.size) + first.#priorityFee;
    for (const sheet of sheets) sheet.#reckon(slot, sheet.#payer === sheet.#wallet ? fee : 0n);
    const { fails } = first;
    const config = first.#isVersion1 ? { priorityFee: first.#priorityFee, computeUnitLimit: UNITS_LIMIT } : null;
    const instructions = sheets.flatMap((sheet) => sheet.instructions);
    const play = { slot, payer: first.#payer, signers: [...signers], instructions, fails, ...(config && { config }) };
    const signature = first.#stage.play(play);
    if (signature === null) return null;
    return sheets.map((sheet) => {
      for (const settle of sheet.#settlements) settle();
      return sheet.#recorded(signature, slot, sheet.#payer === sheet.#wallet ? fee : 0n);
    });
  }

  #signers(): readonly Actor[] {
    return [this.#payer, ...this.#others, ...(this.#signs ? [this.#wallet] : [])];
  }

  get #priorityFee(): bigint {
    return (this.#price * BigInt(UNITS_LIMIT) + MICRO - 1n) / MICRO;
  }

  /** Books what depends on the slot and on the fee. */
  #reckon(slot: number, fee: bigint): void {
    const rent = this.#stage.rentAt(slot);
    this.#takeOut(rent);
    this.merchantWallet.native += this.#rents * rent;
    if (this.#syncs && this.merchantWallet.accounts.has(SOL_COIN.mint)) {
      this.#add(SOL_COIN, this.#stage.rentIn(this.#wallet, SOL_COIN) - rent);
    }
    if (this.fails) this.#undo();
    this.merchantWallet.native -= fee;
  }

  #recorded(signature: string, slot: number, fee: bigint): TruthEntry {
    const rent = this.#stage.rentAt(slot);
    const named = this.instructions.some(({ keys }) =>
      keys.some(({ pubkey }) => pubkey.equals(this.#wallet.publicKey)),
    );
    return {
      signature,
      slot,
      time: this.#stage.time(slot),
      failed: this.fails,
      fee,
      deed: this.deed,
      tips: this.#tips,
      platformFees: this.#platformFees,
      rentGift: this.#rentGifts * rent,
      rentGiven: this.#rentsGiven * rent,
      sees: this.#seen(),
      away: this.#away + this.#rentsAway * rent,
      isForwarded: this.#isForwarded,
      gift: this.#gift,
      tokensIn: this.tokensIn,
      tokensOut: this.tokensOut,
      rate: this.#rate,
      changed: this.#changed(),
      listed: named || this.#payer === this.#wallet,
    };
  }

  /** Books what accounts give of their rent, now that the rent of the slot is known. */
  #takeOut(rent: bigint): void {
    for (const { coins, keeps } of this.#withdrawn) {
      const lamports = coins.reduce((sum, coin) => sum + this.#stage.rentIn(this.#wallet, coin) - rent, 0n);
      if (keeps) this.merchantWallet.native += lamports;
      else this.deed = { kind: 'flow', flow: 'transfers_out', lamports: -lamports };
    }
  }

  #seen(): readonly string[] {
    const keys = new Set(this.instructions.flatMap((one) => one.keys.map(({ pubkey }) => pubkey.toBase58())));
    const coins = this.#stage.listed.filter(({ coin }) => this.#before.accounts.has(coin.mint));
    return coins.flatMap(({ coin }) =>
      keys.has(tokenHoldingOf(coin, address(this.#wallet.address))) ? [coin.mint] : [],
    );
  }

  /** What a look at the wallet before and after shows; null where both looks show the same. */
  #changed(): TruthEntry['changed'] {
    const { native, accounts } = this.merchantWallet;
    const moved = (mint: string) => (accounts.get(mint) ?? 0n) - (this.#before.accounts.get(mint) ?? 0n);
    const seen = [...new Set([...accounts.keys(), ...this.#before.accounts.keys()])];
    const isOther = seen.some((mint) => accounts.get(mint) !== this.#before.accounts.get(mint));
    const mints = seen.filter((mint) => moved(mint) !== 0n);
    const wrapped = moved(SOL_COIN.mint);
    if (native === this.#before.native && !isOther) return null;
    return { lamports: magnitude(native - this.#before.native) + magnitude(wrapped), mints };
  }

  #undo(): void {
    this.merchantWallet.native = this.#before.native;
    this.merchantWallet.accounts.clear();
    for (const [mint, units] of this.#before.accounts) this.merchantWallet.accounts.set(mint, units);
    this.deed = { kind: 'nothing' };
  }

  #send(to: string, lamports: bigint): void {
    this.instructions.push(pay(this.#wallet, new PublicKey(to), lamports));
    this.#signedBy(-lamports);
  }

  /** `rents`: how many rents of the slot come beside the lamports. */
  #signedBy(lamports: bigint, rents = 0n): void {
    this.#signs = true;
    this.merchantWallet.native += lamports;
    this.#rents += rents;
  }

  #move(pool: TruthPool, coin: Coin, amount: bigint): void {
    if (coin === SOL_COIN && pool.native) this.merchantWallet.native += amount;
    else this.#add(coin, amount);
  }

  #add(coin: Coin, amount: bigint): void {
    const after = this.units(coin) + amount;
    if (after < 0n) throw new Error(`the wallet lacks ${-after} of ${coin.mint}`);
    this.merchantWallet.accounts.set(coin.mint, after);
  }
}
