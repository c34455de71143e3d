import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import type { Actor, Cast } from '../actors.ts';
import { pay } from '../instructions.ts';
import { type Act, ago, DAY, MINUTE, type Sequel, SOL, type Stage } from '../scene.ts';
import { closeHolding, openHolding, tokenHoldingOf } from '../token-instructions.ts';
import { type Coin, coinOf } from './coin.ts';
import { EXCHANGES } from './exchange.ts';
import type { PlainPool, ReadAccount } from './pool.ts';
import { openCurve } from './pump.ts';

/*
 * A market in which wallets really earn and lose. A price cycle is an hour of one coin: a rich mover buys it up, and sells again half an
 * hour later. A wallet that bought before the rise and sells at the top gains the other wallets' payments; a wallet that buys at the top
 * and stays until the fall loses them.
 */

/** Coins of the market, each on a curve of its own, with 18 days between two price cycles of one. */
const COINS = 18;
/** Price cycles, one a day. The last one runs four days before the start. */
export const PRICE_CYCLES = 69;
const OLDEST_DAY = 72;
/** Minutes of a price cycle at which its steps begin. */
const AT = { early: 0, flood: 30, high: 32, ebb: 60, low: 62 } as const;
/** A wallet closes its token account after a trip in each fourth price cycle. */
const CLOSED_EVERY = 4;
/** Slots between the trades of two wallets in one step. */
const LANE = 10;
/** The least that a trade asks for: these wallets take any price, or more tokens than any coin has. */
const ANYTHING = 1n;
const BEYOND_SUPPLY = 1n << 62n;
/** An account to which transactions pay for priority, as the label table has it. */
export const TIP_ACCOUNT = address('DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL');

/** The title of everything that happens in this market. */
export const PRICE_CYCLES_TITLE = 'coins with tides';

/** The name of a coin of the market. */
export function coinName(index: number): string {
  return `a coin with tides, ${index + 1}`;
}

/** The recipient of the protocol's fees of this market, and of no other, so that this market changes no other story. */
export function priceCyclesRecipient(cast: Cast): Address {
  return address(cast.person('who gets the fees of coins with tides').address);
}

/** The maker's record; three of them made a third each. */
export function coinMaker(index: number): string {
  return `coins with tides, ${(index % 3) + 1}`;
}

const markets = new WeakMap<Cast, readonly PlainPool[]>();

/** The coins of the market on their curves. */
export function priceCycleMarket(cast: Cast): readonly PlainPool[] {
  const known = markets.get(cast);
  if (known) return known;
  const made = Array.from({ length: COINS }, (_, index) => {
    const maker = cast.person(`who made ${coinMaker(index)}`);
    return openCurve(cast, coinOf(cast, coinName(index)), address(maker.address), 0n, priceCyclesRecipient(cast));
  });
  markets.set(cast, made);
  return made;
}

/** The coin of a price cycle. */
export function marketAt(cast: Cast, priceCycle: number): PlainPool {
  const pool = priceCycleMarket(cast)[priceCycle % COINS];
  if (!pool) throw new Error(`no coin has price cycle ${priceCycle}`);
  return pool;
}

/** The slot of a step of a price cycle. */
export function priceCycleSlot(priceCycle: number, step: keyof typeof AT): number {
  return ago(OLDEST_DAY - priceCycle, 6) + AT[step] * MINUTE;
}

/** A mover's tip for priority: it is irrecoverable, which proves that he is no wallet of the seller. */
const MOVER_TIP = SOL;

/** The mover who buys a coin up in a price cycle: another one each time. */
export function priceMover(cast: Cast, priceCycle: number): Actor {
  return cast.person(`who makes tide ${priceCycle + 1}`);
}

/** The lamports that a mover needs. */
export const MOVER_LAMPORTS = 20n * SOL;

/** The purchase that raises the price in a cycle, and the sale of the same that lowers it. */
export function priceCycleActs(cast: Cast, priceCycle: number): readonly Act[] {
  const [mover, pool] = [priceMover(cast, priceCycle), marketAt(cast, priceCycle)];
  const lamports = (5n + BigInt((priceCycle * 5) % 8)) * SOL;
  const extra = [tip(cast, mover, MOVER_TIP)];
  return [
    bought(mover, pool, { slot: priceCycleSlot(priceCycle, 'flood'), lamports, extra }),
    sold(mover, pool, { slot: priceCycleSlot(priceCycle, 'ebb') }),
  ];
}

/** The part of a wallet in a price cycle: its side, its amount, and whether it pays a tip. */
export interface Trip {
  readonly priceCycle: number;
  readonly side: 'early' | 'late';
  readonly lamports: bigint;
  readonly tips?: boolean;
}

/** A wallet's purchase and sale in each of these price cycles, oldest first. `lane` keeps wallets of one price cycle apart. */
function tripActs(cast: Cast, wallet: Actor, lane: number, trips: readonly Trip[]): readonly Act[] {
  const open = new Set<PlainPool>();
  return trips.flatMap(({ priceCycle, side, lamports, tips = false }) => {
    const pool = marketAt(cast, priceCycle);
    const [from, to] = side === 'early' ? (['early', 'high'] as const) : (['high', 'low'] as const);
    const closes = priceCycle % CLOSED_EVERY === 0;
    const opens = !open.has(pool);
    if (closes) open.delete(pool);
    else open.add(pool);
    const extra = tips ? [tip(cast, wallet)] : [];
    return [
      bought(wallet, pool, { slot: priceCycleSlot(priceCycle, from) + lane * LANE, lamports, extra, opens }),
      sold(wallet, pool, { slot: priceCycleSlot(priceCycle, to) + lane * LANE, closes }),
    ];
  });
}

/** A purchase with lamports, by default into an account that it opens. `misses`: it asks for more than there is. */
export function bought(
  wallet: Actor,
  pool: PlainPool,
  plan: {
    readonly slot: number;
    readonly lamports: bigint;
    readonly extra?: readonly TransactionInstruction[];
    readonly opens?: boolean;
    readonly misses?: boolean;
  },
): Act {
  const owner = address(wallet.address);
  const { slot, lamports, extra = [], opens = true, misses = false } = plan;
  const order = {
    wallet: owner,
    side: 'buy',
    amountIn: lamports,
    minimumOut: misses ? BEYOND_SUPPLY : ANYTHING,
  } as const;
  const instructions = ({ readAccount }: Stage) => [
    ...(opens ? [openHolding(owner, owner, pool.coin)] : []),
    pool.swap(order, readAccount),
    ...extra,
  ];
  return { slot, payer: wallet, instructions, fails: misses };
}

/** Some purchase in a pool: it has every address that trades of the wallet have there. */
export function entered(wallet: Actor, pool: PlainPool): Act {
  return bought(wallet, pool, { slot: 0, lamports: SOL });
}

/** A sale of a share of what the wallet holds, everything when absent; with `closes` the empty account is closed. */
export function sold(
  wallet: Actor,
  pool: PlainPool,
  plan: { readonly slot: number; readonly percent?: bigint; readonly closes?: boolean },
): Act {
  const owner = address(wallet.address);
  const { slot, percent = 100n, closes = false } = plan;
  const instructions = ({ readAccount }: Stage) => {
    const amountIn = (heldBy(pool.coin, owner, readAccount) * percent) / 100n;
    const swap = pool.swap({ wallet: owner, side: 'sell', amountIn, minimumOut: ANYTHING }, readAccount);
    return closes ? [swap, closeHolding(pool.coin, owner)] : [swap];
  };
  return { slot, payer: wallet, instructions };
}

function heldBy(coin: Coin, owner: Address, readAccount: ReadAccount): bigint {
  const account = readAccount(tokenHoldingOf(coin, owner));
  return (account && readTokenAccount(account)?.amount) ?? 0n;
}

function tip(cast: Cast, wallet: Actor, lamports = SOL / 10_000n): TransactionInstruction {
  return pay(wallet, cast.stranger(TIP_ACCOUNT).publicKey, lamports);
}

/** A wallet with a record: its name, its withdrawal from an exchange, and its parts in price cycles. */
interface TraderPlan {
  readonly name: string;
  /** Keeps wallets of one price cycle apart. */
  readonly lane: number;
  /** 40 SOL when absent. */
  readonly lamports?: bigint;
  readonly trips: readonly Trip[];
}

/** A wallet with a record: its first money, and what follows in the market with price cycles. */
interface Trader {
  readonly wallet: Actor;
  readonly acts: readonly Act[];
  readonly record: Sequel;
}

/** The executed record of a wallet. */
export function trader(cast: Cast, plan: TraderPlan): Trader {
  const { name, lane, lamports = 40n * SOL, trips } = plan;
  const wallet = cast.person(name);
  const first = Math.min(...trips.map(({ priceCycle }) => priceCycle));
  const slot = priceCycleSlot(first, 'early') - DAY + lane;
  const record = {
    title: PRICE_CYCLES_TITLE,
    acts: () => tripActs(cast, wallet, lane, trips),
    outline: () =>
      [...new Set(trips.map(({ priceCycle }) => marketAt(cast, priceCycle)))].map((pool) => entered(wallet, pool)),
  };
  return { wallet, acts: [withdrawal(cast, wallet, slot, lamports)], record };
}

/** A withdrawal from an exchange to a wallet. */
export function withdrawal(cast: Cast, wallet: Actor, slot: number, lamports: bigint): Act {
  const payer = cast.stranger(EXCHANGES.coinbase);
  return { slot, payer, instructions: [pay(payer, wallet.publicKey, lamports)] };
}

/** Trips in the price cycles from one to another, each of half a SOL and a little: on the late side where `late` says so. */
export function tripsBetween(
  from: number,
  to: number,
  pick: (priceCycle: number) => Trip['side'] | null,
  lamports: (priceCycle: number) => bigint = (priceCycle) => SOL / 2n + BigInt(priceCycle % 7) * (SOL / 50n),
): readonly Trip[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((priceCycle) => {
    const side = pick(priceCycle);
    return side ? [{ priceCycle, side, lamports: lamports(priceCycle), tips: priceCycle % 4 === 0 }] : [];
  });
}
