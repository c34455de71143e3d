import type { TransferFee } from '#solana/token/decoded-mint.ts';
import { feeTerm, transferFeeOf } from '#solana/token/transfer-fee.ts';
import type { Market, Pool, Price, Quote, Refused, Side } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';

/** A fee of a mint that leaves nothing. */
const EVERYTHING_BPS = 10_000n;

/** A pool that a trade goes through. */
export interface Hop {
  readonly pool: Pool;
  readonly market: Market;
}

/**
 * The way between SOL and a mint: the first hop trades against SOL, each further one against the mint of the one before,
 * the last one trades the mint.
 */
export interface Path {
  readonly hops: readonly Hop[];
}

/** The mint's own charge on a transfer of its tokens, at the epoch of the quote. */
export interface Toll {
  readonly fee: TransferFee | null;
  readonly epoch: bigint;
}

/** One pool's part of a leg. */
export interface LegSwap {
  readonly hop: Hop;
  readonly side: Side;
  readonly quote: Quote;
}

/**
 * An amount moved along a path. `received` arrives at the owner; `unspent` is the part of the input that the first program did not take;
 * `toll` is the mint's charge, in atomic units of the mint.
 */
export interface Leg {
  readonly side: Side;
  readonly received: bigint;
  readonly unspent: bigint;
  readonly toll: bigint;
  readonly swaps: readonly LegSwap[];
  /** The path as this leg leaves it; worked out when asked for. */
  afterwards(): Path;
}

/** A leg that cannot be made: which pool refuses, and why. */
export interface LegRefused extends Refused {
  readonly side: Side;
  readonly pool: Pool;
}

/** Spends lamports for tokens of the mint. A purchase of which the mint leaves nothing is refused. */
export function buy(path: Path, lamports: bigint, toll: Toll): Leg | LegRefused {
  const moved = move(path.hops, 'buy', lamports);
  if (isRefused(moved)) return moved;
  const taken = transferFeeOf(toll.fee, moved.out, toll.epoch);
  const last = path.hops.at(-1);
  if (taken === moved.out && last) return { ...allTaken(moved.out, toll), side: 'buy', pool: last.pool };
  return { ...legOf('buy', moved), received: moved.out - taken, toll: taken };
}

/** Of a single atomic unit every fee takes all, for fees are rounded up: then the amount is too small and not the fee too high. */
function allTaken(amount: bigint, { fee, epoch }: Toll): Refused {
  const isTotal = fee !== null && feeTerm(fee, epoch).basisPoints >= EVERYTHING_BPS;
  const detail = `the mint keeps all of the ${amount} atomic units that would arrive, as its transfer fee`;
  return refuse(isTotal ? 'fee_takes_all' : 'amount_too_small', detail);
}

/** Sells atomic units of the mint for lamports. */
export function sell(path: Path, tokens: bigint, toll: Toll): Leg | LegRefused {
  const taken = transferFeeOf(toll.fee, tokens, toll.epoch);
  const moved = move([...path.hops].reverse(), 'sell', tokens - taken);
  if (isRefused(moved)) return moved;
  return { ...legOf('sell', moved), received: moved.out, toll: taken };
}

/** Lamports for one atomic unit of the mint at the margin, before fees. */
export function pathPrice(path: Path): Price {
  return priceOf(path.hops);
}

/** The price of what the first `level` hops lead to, in lamports; level 0 is SOL itself. */
export function priceAt(path: Path, level: number): Price {
  return priceOf(path.hops.slice(0, level));
}

interface Moved {
  readonly out: bigint;
  readonly unspent: bigint;
  readonly swaps: readonly LegSwap[];
}

function legOf(side: Side, { unspent, swaps }: Moved): Pick<Leg, 'side' | 'unspent' | 'swaps' | 'afterwards'> {
  const outward = side === 'buy' ? swaps : [...swaps].reverse();
  const afterwards = (): Path => ({
    hops: outward.map(({ hop, quote }) => ({ pool: hop.pool, market: quote.afterwards() })),
  });
  return { side, unspent, swaps, afterwards };
}

/** Through the hops in the order of travel. Input that a later program does not take is lost to the trader. */
function move(hops: readonly Hop[], side: Side, amount: bigint): Moved | LegRefused {
  const swaps: LegSwap[] = [];
  let amountIn = amount;
  for (const hop of hops) {
    const quote = hop.market.quote(side, amountIn);
    if (isRefused(quote)) return { ...quote, side, pool: hop.pool };
    swaps.push({ hop, side, quote });
    amountIn = quote.received;
  }
  return { out: amountIn, unspent: swaps[0] ? amount - swaps[0].quote.spent : 0n, swaps };
}

function priceOf(hops: readonly Hop[]): Price {
  let [numerator, denominator] = [1n, 1n];
  for (const { market } of hops) {
    numerator *= market.price.numerator;
    denominator *= market.price.denominator;
  }
  return { numerator, denominator };
}
