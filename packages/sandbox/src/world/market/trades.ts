import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import type { AccountBytes, Fee, Market, Quote, Refused, Side, Venue } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { associatedTokenAddress } from '#chain/derivation.ts';
import type { QuotedSwap } from '#program/venues/concentrated.ts';
import { writesBetween } from '#program/venues/trade.ts';
import type { Actor, Cast } from '../actors.ts';
import { openTokenAccount, pay, syncWrapped, WRAPPED_SOL_KEY } from '../instructions.ts';
import { type Act, type Endowment, MINUTE, SOL, type Stage, USDC, usdcFromFaucet } from '../scene.ts';
import { type Coin, USDC_COIN } from './coin.ts';
import { type QuotedOrder, type ReadAccount, type SamplePool, walletSides } from './pool.ts';

/** A trade to be made: a purchase for so much of the other mint, or a sale of a share of what the trader holds. */
export interface TradePlan {
  readonly who: string;
  readonly slot: number;
  readonly buy?: bigint;
  readonly sellPercent?: bigint;
  /** True when the trader asks for more than the pool pays, so that the trade fails. */
  readonly asksTooMuch?: boolean;
}

/** What a trader brings along. */
const TRADER_LAMPORTS = 60n * SOL;
const WRAPPED = 40n * SOL;
const DOLLARS = 20_000n * USDC.one;
/** Slots between the opening of a trader's accounts and the first trade. */
const AHEAD = 4 * MINUTE;
const BPS = 10_000n;

/** Trades in a pool, each quoted when its turn comes, with what traders need before. `known`: traders who are somebody else, too. */
export function trades(
  cast: Cast,
  pool: SamplePool,
  plans: readonly TradePlan[],
  known: Readonly<Record<string, Actor>> = {},
) {
  const names = [...new Set(plans.map(({ who }) => who))];
  const traderOf = (name: string): Actor => known[name] ?? cast.person(`trader: ${name}`);
  const endowments: Endowment[] = names.map((name) => ({ to: traderOf(name), lamports: TRADER_LAMPORTS }));
  const openings = names.flatMap((name) => {
    const first = plans.find(({ who }) => who === name);
    return first ? opening(cast, traderOf(name), pool, first.slot - AHEAD) : [];
  });
  const acts = plans.map((plan): Act => {
    const payer = traderOf(plan.who);
    const instructions = (stage: Stage) => [swapOf(pool, plan, address(payer.address), stage)];
    return { slot: plan.slot, payer, instructions, fails: plan.asksTooMuch ?? false };
  });
  return { endowments, acts: [...openings, ...acts] };
}

/** Somebody who buys in a pool, and what of its own lamports it spends. */
export interface Purchase {
  readonly buyer: Actor;
  readonly slot: number;
  readonly lamports: bigint;
}

/** Purchases by people with lamports of their own, in a pool against wrapped SOL or lamports, a transaction each. */
export function purchases(cast: Cast, pool: SamplePool, buyers: readonly Purchase[]): readonly Act[] {
  return buyers.map(({ buyer, slot, lamports }) => {
    const before = opening(cast, buyer, pool, slot, lamports).flatMap(({ instructions }) =>
      typeof instructions === 'function' ? [] : instructions,
    );
    const swap = (stage: Stage) => swapOf(pool, { who: '', slot, buy: lamports }, address(buyer.address), stage);
    return { slot, payer: buyer, instructions: (stage: Stage) => [...before, swap(stage)] };
  });
}

/** The sale of all that somebody holds of a coin, for wrapped SOL. */
export function sale(pool: SamplePool, seller: Actor, slot: number): Act {
  const plan = { who: '', slot, sellPercent: 100n };
  return {
    slot,
    payer: seller,
    instructions: (stage: Stage) => [
      openTokenAccount(seller, seller.publicKey, WRAPPED_SOL_KEY),
      swapOf(pool, plan, address(seller.address), stage),
    ],
  };
}

/** The accounts that a trader needs, and what it pays with: wrapped SOL, or dollars. */
function opening(cast: Cast, trader: Actor, pool: SamplePool, slot: number, lamports = WRAPPED): readonly Act[] {
  const { coin, other, isNative } = pool;
  const own = openTokenAccount(trader, trader.publicKey, new PublicKey(coin.mint), new PublicKey(coin.program));
  if (isNative) return [{ slot, payer: trader, instructions: [own] }];
  if (other === USDC_COIN)
    return [
      { slot: slot - 1, ...usdcFromFaucet(cast, trader.publicKey, DOLLARS) },
      { slot, payer: trader, instructions: [own] },
    ];
  const wrapped = new PublicKey(associatedTokenAddress(address(trader.address), other.mint, other.program));
  const wrap = [
    openTokenAccount(trader, trader.publicKey, WRAPPED_SOL_KEY),
    pay(trader, wrapped, lamports),
    syncWrapped(trader),
  ];
  return [{ slot, payer: trader, instructions: [own, ...wrap] }];
}

function swapOf(pool: SamplePool, plan: TradePlan, wallet: Address, stage: Stage): TransactionInstruction {
  const side: Side = plan.buy === undefined ? 'sell' : 'buy';
  const amountIn = plan.buy ?? (balanceOf(pool.coin, wallet, stage.readAccount) * (plan.sellPercent ?? 0n)) / 100n;
  const quote = quoteOf(pool, side, side === 'sell' ? kept(pool.coin, amountIn) : amountIn, stage);
  const received = side === 'buy' ? kept(pool.coin, quote.received) : quote.received;
  const minimumOut = (received * (plan.asksTooMuch ? BPS + 100n : BPS - 100n)) / BPS;
  return pool.swap({ wallet, side, amountIn, minimumOut, quote }, stage.readAccount);
}

/** The venue's quote at this moment. `amountIn` is what reaches the vault. */
export function quoteOf({ venue, address: at, coin }: SamplePool, side: Side, amountIn: bigint, stage: Stage): Quote {
  const market = presentMarket(venue, at, coin.mint, stage);
  const quote = isRefused(market) ? market : market.quote(side, amountIn);
  if (isRefused(quote)) throw new Error(`${at} does not ${side}: ${quote.refused}, ${quote.detail}`);
  return quote;
}

/** The market of a pool at this moment, as the service would open it. */
export function presentMarket(venue: Venue, at: Address, mint: Address, stage: Stage): Market | Refused {
  const account = stage.readAccount(at);
  if (!account) throw new Error(`nothing is at ${at}`);
  const pool = venue.recognise(account, mint);
  const open = isRefused(pool) ? pool : pool.open(new Live(stage.readAccount), stage.clock);
  return isRefused(open) ? open : open.market;
}

function balanceOf({ mint, program }: Coin, owner: Address, readAccount: ReadAccount): bigint {
  const account = readAccount(associatedTokenAddress(owner, mint, program));
  return (account && readTokenAccount(account)?.amount) ?? 0n;
}

/** The rest of an amount after a transfer. */
function kept({ powers: { fee = 0 } }: Coin, amount: bigint): bigint {
  return amount - (amount * BigInt(fee) + BPS - 1n) / BPS;
}

/** All accounts of the chain, read one by one when they are asked for. */
class Live extends Map<Address, AccountBytes | null> {
  readonly #readAccount: ReadAccount;

  constructor(readAccount: ReadAccount) {
    super();
    this.#readAccount = readAccount;
  }

  override has(): boolean {
    return true;
  }

  override get(at: Address): AccountBytes | null {
    return this.#readAccount(at);
  }
}

/** A trade that says what it leaves in an account of the venue: `after` for `before`. */
export function quotedSwap(
  order: QuotedOrder,
  coins: readonly [Coin, Coin],
  changes: readonly { readonly account: Address; readonly before: Uint8Array; readonly after: Uint8Array }[],
): QuotedSwap {
  const writes = changes.flatMap(({ account, before, after }) => writesBetween(account, before, after));
  return { ...walletSides(order, ...coins), amountOut: order.quote.received, writes };
}

/** The square root of the price (Q64.64, token 1 for one token 0) that a quote leaves. */
export function sqrtPriceAfter(quote: Quote, coinIsZero: boolean): bigint {
  const { price } = quote.afterwards();
  return root(coinIsZero ? price.numerator : price.denominator);
}

/** The total fee of a quote, and the protocol's part of it. */
export function feeTotals(quote: Quote): { readonly all: bigint; readonly protocol: bigint } {
  const sum = (some: readonly Fee[]) => some.reduce((total, { amount }) => total + amount, 0n);
  const fees = quote.fees();
  return { all: sum(fees), protocol: sum(fees.filter(({ share }) => share === 'protocol')) };
}

/** A copy of an account's data to change. */
export function copied(data: Uint8Array): Buffer {
  return Buffer.from(data);
}

/** Writes a u128, little-endian. */
export function putU128(data: Buffer, at: number, value: bigint): void {
  data.writeBigUInt64LE(value & 0xffff_ffff_ffff_ffffn, at);
  data.writeBigUInt64LE(value >> 64n, at + 8);
}

/** Adds to a u64. */
export function addU64(data: Buffer, at: number, amount: bigint): void {
  data.writeBigUInt64LE(data.readBigUInt64LE(at) + amount, at);
}

/** The whole square root. */
function root(value: bigint): bigint {
  let high = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (high + value / high) >> 1n;
    if (next >= high) return high;
    high = next;
  }
}
