import type { Figures } from './book-figures.ts';
import type { Book, Currency, Position } from './evidence/book.ts';
import { carryingMints } from './evidence/carriers.ts';
import type { MintMaker } from './evidence.ts';
import { UNBOUGHT_SECONDS_MAX } from './figures/behaviour.ts';

/** Mints that the wallet made, all of them, and those whose maker shares its first money or supplied it, as far as they are known. */
export function linkedMints({ created }: Book, makers: readonly MintMaker[]): ReadonlySet<string> {
  const linked = makers.filter(({ own, sharedFunder, supplied }) => own || sharedFunder !== null || supplied);
  return new Set([...created, ...linked.map(({ mint }) => mint)]);
}

/** The final result of one position: profit, and the proceeds of units without a known cost. */
const gainOf = ({ pnl, unmatchedProceeds }: Position) => (pnl > 0n ? pnl : 0n) + unmatchedProceeds;

/** The mints of makers with a connection to the wallet, as far as it traded them. */
export function linkedTraded(book: Book, makers: readonly MintMaker[]): ReadonlySet<string> {
  const linked = linkedMints(book, makers);
  return new Set(book.trades.flatMap(({ mint }) => (linked.has(mint) ? [mint] : [])));
}

/**
 * Gain and trades of one currency in mints of makers with a connection to the wallet; the share is in basis points of all gain in it,
 * rounded down.
 */
export function linkedGain(book: Book, makers: readonly MintMaker[], of: Currency) {
  const isOf = ({ currency }: { readonly currency: Currency }) => currency === of;
  const [positions, trades] = [book.positions.filter(isOf), book.trades.filter(isOf)];
  const mints = linkedTraded({ ...book, trades }, makers);
  const sum = (some: readonly Position[]) => some.reduce((total, position) => total + gainOf(position), 0n);
  const all = sum(positions);
  const gain = sum(positions.filter(({ mint }) => mints.has(mint)));
  return {
    mints,
    gain,
    shareBps: all > 0n ? Number((gain * 10_000n) / all) : 0,
    trades: trades.filter(({ mint }) => mints.has(mint)).length,
  };
}

/** Sales in one currency within an hour of receipt, without a purchase, of mints of such makers. */
export function linkedSales(book: Book, makers: readonly MintMaker[], of: Currency): Book['unmatchedSales'] {
  const mints = linkedMints(book, makers);
  return book.unmatchedSales.filter(
    ({ mint, currency, receivedAt, soldAt }) =>
      currency === of && mints.has(mint) && soldAt - receivedAt <= UNBOUGHT_SECONDS_MAX,
  );
}

/** How many of the mints that brought profit carry it, so that their makers should be known. */
export function makersExpected({ sample }: Figures): number {
  return carryingMints(sample).length;
}

/** How many makers are known. */
export function makersKnown(makers: readonly MintMaker[]): number {
  return makers.filter(({ creator, own }) => creator !== null || own).length;
}
