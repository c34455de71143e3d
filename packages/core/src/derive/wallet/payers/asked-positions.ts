import { createHash } from 'node:crypto';
import type { Book, BookTrade, Currency, Position } from '#rules/wallet/evidence/book.ts';
import { parseSignature, type Signature } from '#solana/address.ts';
import { drawn } from './drawn.ts';

/** Positions that are asked about: so many of those that brought most, and so many of the others. */
const TOP_MAX = 12;
const DRAWN_MAX = 20;
/** Hexadecimal digits of a hash that draw a sale: 256 bits are far more than any sum of gains. */
const HEX = 16;

/** A sale that is asked about. `received` and its `profit` in atomic units of the book. */
export interface AskedSale {
  readonly signature: Signature;
  readonly received: bigint;
  readonly profit: bigint;
}

/**
 * A position with a gain, its first purchase, and one of its sales with a profit. `gain` in atomic units of its currency. Null where the
 * book shows no purchase or no such sale, so that there are no payers to ask about.
 */
export interface AskedPosition {
  readonly mint: string;
  readonly currency: Currency;
  readonly gain: bigint;
  readonly purchase: Signature | null;
  readonly sale: AskedSale | null;
}

/** The positions whose payers are searched. Those beyond the largest are drawn, so that nobody can foresee which are left out. */
export function askedPositions(
  { positions, trades }: Pick<Book, 'positions' | 'trades'>,
  seed: string,
): readonly AskedPosition[] {
  const byMint = new Map<string, BookTrade[]>();
  for (const trade of trades) byMint.set(trade.mint, [...(byMint.get(trade.mint) ?? []), trade]);
  const gains = positions
    .filter(({ counted, state, pnl }) => counted && state !== 'open' && pnl > 0n)
    .sort((a, b) => (a.pnl === b.pnl ? a.openedAt - b.openedAt : a.pnl > b.pnl ? -1 : 1));
  const inside = (one: Position) => (byMint.get(one.mint) ?? []).filter((trade) => isInside(trade, one));
  // A position keeps its name whatever else is traded, so that one more trade does not repeat the draw.
  const nameOf = (one: Position) => firstPurchase(inside(one)) ?? one.mint;
  const others = drawn(gains.slice(TOP_MAX), DRAWN_MAX, seed, nameOf);
  return [...gains.slice(0, TOP_MAX), ...others].map((one) => asked(one, inside(one), `${seed} ${nameOf(one)}`));
}

function isInside({ time }: BookTrade, { openedAt, closedAt }: Position): boolean {
  return time >= openedAt && (closedAt === null || time <= closedAt);
}

function firstPurchase(trades: readonly BookTrade[]): string | undefined {
  return trades.find(({ kind }) => kind === 'buy')?.signature;
}

function asked({ mint, currency, pnl }: Position, trades: readonly BookTrade[], seed: string): AskedPosition {
  const purchase = parseSignature(firstPurchase(trades));
  const sale = drawnSale(trades, seed);
  return { mint, currency, gain: pnl, purchase, sale: sale?.signature === purchase ? null : sale };
}

/** One sale stands for all: it is drawn by the gain of each, so that a real one does not hide staged ones beside it. */
function drawnSale(trades: readonly BookTrade[], seed: string): AskedSale | null {
  const sales = new Map<string, { received: bigint; profit: bigint }>();
  for (const { kind, signature, amount, pnl } of trades) {
    if (kind !== 'sell') continue;
    const { received, profit } = sales.get(signature) ?? { received: 0n, profit: 0n };
    sales.set(signature, { received: received + amount, profit: profit + pnl });
  }
  const gains = [...sales].filter(([, { profit }]) => profit > 0n);
  const all = gains.reduce((sum, [, { profit }]) => sum + profit, 0n);
  if (all === 0n) return null;
  let place =
    BigInt(
      `0x${createHash('sha256')
        .update(seed)
        .digest('hex')
        .slice(0, 4 * HEX)}`,
    ) % all;
  for (const [named, sale] of gains) {
    const signature = parseSignature(named);
    if (place < sale.profit) return signature && { signature, ...sale };
    place -= sale.profit;
  }
  return null;
}
