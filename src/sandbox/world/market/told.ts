import type { Address } from '#lib/address.ts';
import type { Fee, Quote } from '#venues/model.ts';
import type { ToldTrade } from '../../program/venues/concentrated.ts';
import { writesBetween } from '../../program/venues/trade.ts';
import type { Coin } from './coin.ts';
import { type QuotedOrder, walletSides } from './pool.ts';

/** A trade that says what it leaves in an account of the venue: `after` for `before`. */
export function told(
  order: QuotedOrder,
  coins: readonly [Coin, Coin],
  changes: readonly { readonly account: Address; readonly before: Uint8Array; readonly after: Uint8Array }[],
): ToldTrade {
  const writes = changes.flatMap(({ account, before, after }) => writesBetween(account, before, after));
  return { ...walletSides(order, ...coins), amountOut: order.quote.received, writes };
}

/** The square root of the price (Q64.64, token 1 for one token 0) that a quote leaves. */
export function sqrtPriceAfter(quote: Quote, coinIsZero: boolean): bigint {
  const { price } = quote.afterwards();
  return root(coinIsZero ? price.numerator : price.denominator);
}

/** What a quote takes as a fee in all, and what of it the protocol gets. */
export function feesOf(quote: Quote): { readonly all: bigint; readonly protocol: bigint } {
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
