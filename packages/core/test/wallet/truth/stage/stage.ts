import type { AddressLookupTableAccount, TransactionInstruction } from '@solana/web3.js';
import { START_SLOT, worldGates } from 'assay-sandbox/chain/gates.ts';
import { LocalChain } from 'assay-sandbox/chain/local-chain.ts';
import { PROGRAMS } from 'assay-sandbox/chain/programs.ts';
import { tokenAccountOf } from 'assay-sandbox/chain/tokens.ts';
import { decodeSigned, WIRE_BYTES_MAX, WIRE_BYTES_MAX_V1 } from 'assay-sandbox/chain/wire.ts';
import { installVenuePrograms } from 'assay-sandbox/program/install.ts';
import { type Actor, Cast } from 'assay-sandbox/world/actors.ts';
import { genesis, merchantWallet } from 'assay-sandbox/world/market/accounts.ts';
import {
  type Coin,
  coinMintAccount,
  coinOf,
  coinTokens,
  SOL_COIN,
  SUPPLY,
  USDC_COIN,
} from 'assay-sandbox/world/market/coin.ts';
import { pumpRecipients } from 'assay-sandbox/world/market/pump.ts';
import { venueSettings } from 'assay-sandbox/world/market/settings.ts';
import { DAY } from 'assay-sandbox/world/scene.ts';
import { tokenHoldingOf } from 'assay-sandbox/world/token-instructions.ts';
import { signedBytes, type TransactionDraft } from 'assay-sandbox/world/transaction.ts';
import { address } from '#solana/address.ts';
import { rentFor } from '#solana/gates/gate-schedule.ts';
import { EPOCH_SLOTS, FIRST_LAMPORTS_PER_BYTE, type Gate, gates } from '#solana/gates/gate-table.ts';
import { AUTHORITY, configAddress } from '#venues/raydium-cpmm/layout.ts';
import { chanceOf } from '../../../support/chance.ts';
import { EURC_COIN, moneyCoins, USD1_COIN, USDT_COIN } from './coins.ts';
import { putTable } from './lookup-tables.ts';
import { curvePool, productPool, soldByCurve, type TruthPool } from './pools.ts';
import { keepOf, makerPool, mintedByCurve, mintingCurve, selfOwnedPool, stagePrograms, till } from './venues.ts';

export const SOL = 1_000_000_000n;
const DOLLAR = 1_000_000n;

/** Unix seconds of the present of every chain here: a fixed day, so that a seed gives the same block times for ever. */
const ANCHOR_MS = Date.UTC(2026, 9, 1, 12);

/** Two labelled accounts: a taker of tips (Jito 1) and one of a trading bot's fees. */
export const TIPPED = address('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5');
export const BOT_FEES = address('96aFQc9qyqpjMfqdUeurZVYRrrwPJG2uPV6pceu4B1yb');

const WHALE_LAMPORTS = 200_000n * SOL;
const FRIEND_LAMPORTS = 20_000n * SOL;
const DEPTH = 1_500n * SOL;
const CURVE_LAMPORTS = 40n * SOL;
const COINS_POOLED = 200_000_000_000_000n;
const HANDED = 100_000_000_000_000n;
const SPAM_COINS = 3;
const MINTED_COINS = 2;
const DOLLARS = 500_000_000n * DOLLAR;
const DOLLARS_POOLED = 20_000_000n * DOLLAR;
/** Lamports of the deep pool: 160 dollars for a SOL. */
const DOLLAR_DEPTH = 125_000n * SOL;

/** Somebody with lamports and tokens who is no subject: gives, takes, sponsors, moves prices, or sends dust. */
export interface People {
  readonly whale: Actor;
  readonly friend: Actor;
  readonly stranger: Actor;
  /** Sends dust to everybody. */
  readonly spammer: Actor;
}

/** A transaction to be run: the payer's signature comes first. */
export interface Play {
  readonly slot: number;
  readonly payer: Actor;
  readonly signers?: readonly Actor[];
  readonly instructions: readonly TransactionInstruction[];
  readonly fails?: boolean;
  /** With it the transaction is of version 1. */
  readonly config?: TransactionDraft['config'];
}

/** A coin of the stage and where it trades; the first pool is against SOL. `makers` fill orders for it. */
export interface Listed {
  readonly coin: Coin;
  readonly pools: readonly TruthPool[];
  readonly makers: readonly TruthPool[];
}

const TOKEN_ACCOUNT_BYTES = 165;
/** Days before the present at which the first wallet may live. */
const DAYS_MAX = 110;

/**
 * The gates of a stage: those of slots as in the sample world, and of those by which rent falls some before all lives, some at
 * days between the first and the last, the others never.
 */
function gatesOf(seed: string): ReadonlyMap<Gate, number> {
  const chance = chanceOf(seed, 'rents');
  const falling = gates.filter(
    ({ lamportsPerByte = FIRST_LAMPORTS_PER_BYTE }) => lamportsPerByte < FIRST_LAMPORTS_PER_BYTE,
  );
  const before = chance.whole(0, 3);
  const crossed = falling.slice(before, before + chance.whole(0, 3));
  const days = crossed.map(() => chance.whole(1, DAYS_MAX)).sort((a, b) => b - a);
  const slots = days.map((day) => EPOCH_SLOTS * Math.floor(Stage.slot(day) / EPOCH_SLOTS));
  return new Map([
    ...[...worldGates].filter(([{ slotMs }]) => slotMs !== undefined),
    ...falling.slice(0, before).map((gate, at): [Gate, number] => [gate, EPOCH_SLOTS * (at + 1)]),
    ...crossed.map((gate, at): [Gate, number] => [gate, slots[at] ?? 0]),
  ]);
}

/** A chain with coins, pools and people, all of it known to the generator. */
export class Stage {
  readonly chain: LocalChain;
  readonly cast: Cast;
  readonly people: People;
  readonly listed: readonly Listed[];
  readonly dollars: TruthPool;
  /** Pools between SOL and coins of a currency, or two of these; the first is `dollars`. */
  readonly conversions: readonly TruthPool[];
  /** Coins that are only made by a curve. */
  readonly minted: ReadonlySet<Coin>;
  /** Coins that trade nowhere. */
  readonly spam: readonly Coin[];
  readonly #played = new Set<string>();
  readonly #makers: readonly Actor[];
  readonly #table: AddressLookupTableAccount;
  readonly #tables = new Map<Actor, AddressLookupTableAccount>();

  constructor(seed: string, coins: number) {
    const clock = { anchorMs: ANCHOR_MS, startedMs: Date.now(), finalitySlots: 0 };
    this.chain = new LocalChain({ ...clock, seed, gates: gatesOf(seed) });
    this.cast = new Cast(seed);
    const person = (name: string) => this.cast.person(name);
    this.people = {
      whale: person('whale'),
      friend: person('friend'),
      stranger: person('stranger'),
      spammer: person('spammer'),
    };
    const { whale, friend, stranger } = this.people;
    this.spam = Array.from({ length: SPAM_COINS }, (_, index) => coinOf(this.cast, `spam ${index}`));
    const creator = address(this.cast.person('creator').address);
    const pair = (a: Coin, b: Coin, x: bigint, y: bigint, config: 0 | 1) =>
      productPool({ coins: [a, b], amounts: [x, y], config, creator });
    this.dollars = pair(SOL_COIN, USDC_COIN, DOLLAR_DEPTH, DOLLARS_POOLED, 0);
    this.conversions = [
      this.dollars,
      pair(SOL_COIN, USDT_COIN, DOLLAR_DEPTH / 4n, DOLLARS_POOLED / 4n, 1),
      pair(SOL_COIN, EURC_COIN, DOLLAR_DEPTH / 4n, (DOLLARS_POOLED * 10n) / 44n, 0),
      ...[USDT_COIN, USD1_COIN].map((coin) => pair(USDC_COIN, coin, DOLLARS_POOLED / 2n, DOLLARS_POOLED / 2n, 0)),
      pair(USDC_COIN, EURC_COIN, DOLLARS_POOLED / 2n, (DOLLARS_POOLED * 10n) / 22n, 0),
    ];
    const makers = [0, 1].map((index) => this.cast.person(`maker ${index}`));
    this.#makers = makers;
    const traded = Array.from({ length: coins }, (_, index) => {
      const coin = coinOf(this.cast, `coin ${index}`);
      const main = pair(coin, SOL_COIN, COINS_POOLED, DEPTH, 0);
      const against = (money: Coin) => pair(coin, money, COINS_POOLED, 240_000n * DOLLAR, 1);
      const maker = makers[index % 2];
      const fills = maker
        ? [
            makerPool(maker, [coin, SOL_COIN], [COINS_POOLED, DEPTH]),
            makerPool(maker, [coin, USDC_COIN], [COINS_POOLED, 240_000n * DOLLAR]),
          ]
        : [];
      const listed = { coin, makers: index % 3 === 0 ? fills : [] };
      if (index % 4 === 1) return { ...listed, pools: [main, curvePool(this.cast, coin, CURVE_LAMPORTS)] };
      if (index % 4 === 2)
        return { ...listed, pools: [main, against([USDC_COIN, USDT_COIN, EURC_COIN][(index >> 2) % 3] ?? USDC_COIN)] };
      const second = pair(coin, SOL_COIN, COINS_POOLED / 2n, DEPTH / 2n + DEPTH / 40n, 1);
      if (index % 4 === 3)
        return { ...listed, pools: [main, second, against([USD1_COIN, USDC_COIN][(index >> 2) % 2] ?? USDC_COIN)] };
      return { ...listed, pools: [main, second, selfOwnedPool([coin, SOL_COIN], [COINS_POOLED / 2n, DEPTH / 2n])] };
    });
    const minted = Array.from({ length: MINTED_COINS }, (_, index) => {
      const coin = coinOf(this.cast, `minted ${index}`);
      return { coin, makers: [], pools: [mintingCurve(coin, [COINS_POOLED, DEPTH])] };
    });
    this.minted = new Set(minted.map(({ coin }) => coin));
    this.listed = [...traded, ...minted];
    const pools = [...this.conversions, ...this.listed.flatMap((one) => [...one.pools, ...one.makers])];
    const named = [...pools.flatMap(({ keys }) => keys), ...[0, 1].map(configAddress), AUTHORITY, TIPPED, BOT_FEES];
    const common = [SOL_COIN.mint, ...moneyCoins.map(({ mint }) => mint), SOL_COIN.program, PROGRAMS.associatedToken];
    const mints = this.listed.map(({ coin }) => coin.mint);
    this.#table = putTable(this.chain, this.cast.person('table').publicKey, [
      ...new Set([...named, ...common, ...mints, whale.address, friend.address, stranger.address]),
    ]);
    this.#begin();
  }

  /** Somebody whose accounts long transactions can name by a table. */
  wallet(name: string): Actor {
    const actor = this.cast.person(name);
    const coins = [SOL_COIN, ...moneyCoins, ...this.listed.map(({ coin }) => coin)];
    const accounts = coins.map((coin) => tokenHoldingOf(coin, address(actor.address)));
    this.#tables.set(actor, putTable(this.chain, this.cast.person(`table of ${name}`).publicKey, accounts));
    return actor;
  }

  /** The slot that lies so many days before the present. */
  static slot(daysAgo: number): number {
    return START_SLOT - Math.round(daysAgo * DAY);
  }

  /** Unix seconds of a slot. */
  time(slot: number): number {
    return this.chain.clock.blockTime(slot);
  }

  /** Runs a transaction and gives its signature; null where it is too long, or was run before. Throws where it ends otherwise than it was meant to. */
  play({ slot, payer, signers = [], instructions, fails = false, config }: Play): string | null {
    const draft = { payer, signers, instructions, ...(config && { config }) };
    const bytes = this.#bytesOf(draft, this.chain.blockhashes.of(slot - 1));
    // The same bytes have the same signature: a chain runs them once.
    const text = bytes && Buffer.from(bytes).toString('latin1');
    if (!text || this.#played.has(text)) return null;
    this.#played.add(text);
    const { recorded, error, logs, signature } = this.chain.execute(decodeSigned(bytes), slot, false);
    if (!recorded || (error !== null) !== fails)
      throw new Error(`a step went wrong at slot ${slot}: ${JSON.stringify({ error, logs }, null, 1)}`);
    return signature;
  }

  /** Lamports that a token account opened at the slot has to hold. */
  rentAt(slot: number): bigint {
    return rentFor(this.chain.schedule, slot, TOKEN_ACCOUNT_BYTES);
  }

  /** Lamports in somebody's account for a coin beyond those that it wraps, as the chain has them. */
  rentIn(of: Actor, coin: Coin): bigint {
    const wrapped = coin === SOL_COIN ? (this.units(of, coin) ?? 0n) : 0n;
    return this.lamports(tokenHoldingOf(coin, address(of.address))) - wrapped;
  }

  /** The lamports at an address as the chain has them. */
  lamports(at: string): bigint {
    return this.chain.account(at, 'processed')?.lamports ?? 0n;
  }

  /** The units in somebody's associated account as the chain has them; null where it is not there. */
  units(of: Actor, coin: Coin): bigint | null {
    const account = this.chain.account(tokenHoldingOf(coin, address(of.address)), 'processed');
    return tokenAccountOf(account)?.amount ?? null;
  }

  /** A trade of the whale, which moves a price. `from` and the units of it that go in. */
  stir(pool: TruthPool, from: Coin, amount: bigint, slot: number): void {
    const { whale } = this.people;
    const { out } = pool.quote(from, amount);
    const instructions = [pool.swap(address(whale.address), from, amount, out)];
    pool.settle(from, amount);
    this.play({ slot, payer: whale, instructions });
  }

  /** What is too long names the pools by a table, so that all forms of a message are read. Null where that is too long too. */
  #bytesOf(draft: TransactionDraft, blockhash: string): Uint8Array | null {
    const bytes = signedBytes(draft, blockhash);
    if (bytes.length <= (draft.config ? WIRE_BYTES_MAX_V1 : WIRE_BYTES_MAX)) return bytes;
    const tables = [
      this.#table,
      ...[draft.payer, ...(draft.signers ?? [])].flatMap((one) => this.#tables.get(one) ?? []),
    ];
    try {
      const bytes = signedBytes({ ...draft, tables }, blockhash);
      return bytes.length <= WIRE_BYTES_MAX ? bytes : null;
    } catch (error) {
      // The library's buffer for a message is as long as a packet.
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  #begin(): void {
    installVenuePrograms(this.chain, stagePrograms);
    const { whale, friend, stranger, spammer } = this.people;
    const rich: readonly (readonly [Actor, bigint])[] = [
      [whale, WHALE_LAMPORTS],
      [friend, FRIEND_LAMPORTS],
      [stranger, SOL],
      [spammer, FRIEND_LAMPORTS],
    ];
    const authority = address(friend.address);
    const of = (one: Actor, coin: Coin, amount: bigint) => coinTokens(coin, address(one.address), amount);
    const accounts = [
      ...venueSettings(),
      ...pumpRecipients(this.cast),
      ...[TIPPED, BOT_FEES].map((at) => merchantWallet(at, SOL)),
      ...rich.map(([one, lamports]) => merchantWallet(address(one.address), lamports)),
      coinMintAccount(SOL_COIN, 0n),
      ...moneyCoins.map((coin) => coinMintAccount(coin, DOLLARS * 4n, authority)),
      ...this.conversions.flatMap((pool) => pool.accounts),
      till,
      ...this.listed.flatMap(({ coin, pools }) => [
        this.minted.has(coin) ? mintedByCurve(coin, SUPPLY) : coinMintAccount(coin, SUPPLY, authority),
        keepOf(coin).account,
        ...this.#makers.map((maker) => of(maker, coin, HANDED)),
        ...pools.flatMap((pool) => pool.accounts),
        of(whale, coin, soldByCurve(CURVE_LAMPORTS) + HANDED),
        of(friend, coin, HANDED),
        of(stranger, coin, 0n),
        of(spammer, coin, HANDED),
      ]),
      ...this.spam.map((coin) => coinMintAccount(coin, 0n, address(spammer.address))),
      ...moneyCoins.flatMap((coin) => [whale, friend, ...this.#makers].map((one) => of(one, coin, DOLLARS))),
      ...moneyCoins.map((coin) => of(stranger, coin, 0n)),
      ...this.#makers.flatMap((maker) => [
        merchantWallet(address(maker.address), FRIEND_LAMPORTS),
        of(maker, SOL_COIN, FRIEND_LAMPORTS),
      ]),
      of(whale, SOL_COIN, WHALE_LAMPORTS),
    ];
    const rentOf = (bytes: number) => rentFor(this.chain.schedule, Stage.slot(DAYS_MAX), bytes);
    for (const account of accounts)
      this.chain.setGenesisAccount(account.address, { ...genesis(account, rentOf), executable: false });
  }
}
