import type { FeeShare } from '../venue.ts';
import { type Leg, type LegSwap, type Path, priceAt } from './path.ts';

/**
 * Where lamports went, all at least 0. Fees that were taken in tokens are valued at the price before the trade, rounded
 * down; the price impact is what is left, so that the parts add up to the loss.
 */
export interface CostParts {
  readonly priceImpact: bigint;
  readonly lpFees: bigint;
  readonly protocolFees: bigint;
  readonly creatorFees: bigint;
  readonly transferFees: bigint;
}

const NO_COST: CostParts = {
  priceImpact: 0n,
  lpFees: 0n,
  protocolFees: 0n,
  creatorFees: 0n,
  transferFees: 0n,
};

/** The loss of a leg or round trip in lamports, split by its causes. */
export function costPartsOf(path: Path, legs: readonly Leg[], loss: bigint): CostParts {
  const paid = { lp: 0n, protocol: 0n, creator: 0n };
  let transferFees = 0n;
  for (const leg of legs) {
    transferFees += valueAt(path, path.hops.length, leg.toll);
    for (const swap of leg.swaps) {
      for (const fee of swap.quote.fees()) paid[fee.share] += valueAt(path, levelOf(path, swap, fee.of), fee.amount);
    }
  }
  return settled({ ...paid, transferFees }, loss);
}

/** The sum of costs of several parts of one trade. */
export function sumCosts(parts: readonly CostParts[]): CostParts {
  return parts.reduce(
    (sum, part) => ({
      priceImpact: sum.priceImpact + part.priceImpact,
      lpFees: sum.lpFees + part.lpFees,
      protocolFees: sum.protocolFees + part.protocolFees,
      creatorFees: sum.creatorFees + part.creatorFees,
      transferFees: sum.transferFees + part.transferFees,
    }),
    NO_COST,
  );
}

type Paid = Readonly<Record<FeeShare, bigint>> & { readonly transferFees: bigint };

/**
 * Fees of the second leg are valued at the price before the first one, and may then exceed the total loss; the excess is taken off the
 * largest part, so that no part is invented.
 */
function settled({ lp, protocol, creator, transferFees }: Paid, loss: bigint): CostParts {
  const named = lp + protocol + creator + transferFees;
  if (loss >= named) {
    return { priceImpact: loss - named, lpFees: lp, protocolFees: protocol, creatorFees: creator, transferFees };
  }
  const total = loss > 0n ? loss : 0n;
  const scaled = (part: bigint): bigint => (named === 0n ? 0n : (part * total) / named);
  const rest = { protocolFees: scaled(protocol), creatorFees: scaled(creator), transferFees: scaled(transferFees) };
  const lpFees = total - rest.protocolFees - rest.creatorFees - rest.transferFees;
  return { priceImpact: 0n, lpFees, ...rest };
}

/** How many hops away from SOL the asset of a fee is. */
function levelOf(path: Path, { hop, side }: LegSwap, of: 'input' | 'output'): number {
  const index = path.hops.findIndex(({ pool }) => pool.address === hop.pool.address);
  const outward = (side === 'buy') === (of === 'output');
  return outward ? index + 1 : index;
}

function valueAt(path: Path, level: number, amount: bigint): bigint {
  const { numerator, denominator } = priceAt(path, level);
  return (amount * numerator) / denominator;
}

/** Work in short steps: the caller may let other work run between them. The result does not depend on that. */
export type Steps<T> = Generator<void, T, void>;
