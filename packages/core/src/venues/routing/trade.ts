import { ceilDiv } from '../arithmetic.ts';
import { type CostParts, sumCosts } from './cost.ts';
import type { RoundTrip } from './round-trip.ts';

const BASIS_POINTS = 10_000n;
const MICRO = 1_000_000n;

/**
 * The network's charge for a transaction. `unitsPerSwap` is the compute budget that the runtime gives an instruction which asks for none;
 * the priority is the present market rate, in millionths of a lamport a unit.
 */
export interface NetworkTerms {
  readonly signatureLamports: bigint;
  readonly priorityMicroLamports: bigint;
  readonly unitsPerSwap: bigint;
}

/**
 * A round trip as a trader would make it, along one path or split over two; the same paths both ways. Amounts in lamports
 * but `tokens`. `cost` is what is gone in the end: size, less what came back, and the network's fees.
 */
export interface Trade {
  readonly size: bigint;
  readonly trips: readonly RoundTrip[];
  readonly tokens: bigint;
  readonly back: bigint;
  readonly network: { readonly base: bigint; readonly priority: bigint };
  readonly cost: bigint;
  /** The proceeds of an immediate sale; null if it is refused. */
  backAtOnce(): bigint | null;
  /** The charges of pools, their fees and the mint; with the network's fees they are the cost. */
  parts(): CostParts;
}

/** The trips together as one trade of the sum of their sizes: two transactions, one each way. */
export function tradeOf(trips: readonly RoundTrip[], terms: NetworkTerms): Trade {
  const sum = (of: (trip: RoundTrip) => bigint): bigint => trips.reduce((total, trip) => total + of(trip), 0n);
  const [size, back] = [sum((trip) => trip.size), sum((trip) => trip.back)];
  const network = networkOf(trips, terms);
  return {
    size,
    trips,
    tokens: sum((trip) => trip.tokens),
    back,
    network,
    cost: size - back + network.base + network.priority,
    backAtOnce() {
      const each = trips.map((trip) => trip.backAtOnce());
      return each.reduce((total, one) => (total === null || one === null ? null : total + one), 0n);
    },
    parts: () => sumCosts(trips.map((trip) => trip.parts())),
  };
}

/** The cost in basis points of the size, rounded up; at least 0. */
export function costBps({ cost, size }: Pick<Trade, 'cost' | 'size'>): bigint {
  return cost <= 0n ? 0n : ceilDiv(cost * BASIS_POINTS, size);
}

/** The cost of an immediate sale in basis points, rounded up; null if it is impossible. */
export function floorBps(trade: Trade): bigint | null {
  const { size, network } = trade;
  const back = trade.backAtOnce();
  return back === null ? null : costBps({ size, cost: size - back + network.base + network.priority });
}

/**
 * How much more than now the sale must bring for size and fees to come back, in basis points, rounded up; null where nothing
 * comes back. The price has to rise by more, for what a pool pays grows less than its price.
 */
export function breakEvenBps({ cost, size }: Pick<Trade, 'cost' | 'size'>): bigint | null {
  if (cost <= 0n) return 0n;
  return cost >= size ? null : ceilDiv(cost * BASIS_POINTS, size - cost);
}

function networkOf(trips: readonly RoundTrip[], terms: NetworkTerms): Trade['network'] {
  const swaps = trips.reduce((count, { path }) => count + path.hops.length, 0);
  const units = BigInt(swaps) * terms.unitsPerSwap;
  return { base: 2n * terms.signatureLamports, priority: 2n * ceilDiv(units * terms.priorityMicroLamports, MICRO) };
}
