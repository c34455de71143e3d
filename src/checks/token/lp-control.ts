import type { Address } from '#lib/address.ts';
import type { LiquidityPart, TokenPool } from './evidence.ts';

/** The share of a pool's liquidity that decides, in basis points: AetherCore warns of one owner with half. */
export const LIQUIDITY_MAJORITY_BPS = 5_000;

/** Who can withdraw the liquidity of a pool, in basis points of it. */
export interface LpControl {
  /** Nobody can: it belongs to the venue's program. */
  readonly programBps: number;
  readonly burnedBps: number;
  readonly lockedBps: number;
  /** The owner with the largest sum of parts; null where no owner is known. */
  readonly largestOwner: { readonly owner: Address; readonly bps: number } | null;
  /** The share of owners that are unknown or were not read. They may be anybody. */
  readonly unreadBps: number;
}

const WHOLE_BPS = 10_000;

/** Who can withdraw the liquidity of this pool. A curve's liquidity always belongs to its program. */
export function lpControlOf({ isCurve, parts }: Pick<TokenPool, 'isCurve' | 'parts'>): LpControl {
  if (isCurve) return { programBps: WHOLE_BPS, burnedBps: 0, lockedBps: 0, largestOwner: null, unreadBps: 0 };
  const all = parts ?? [];
  const known = all.filter(({ how, owner }) => how !== 'unknown' && (how !== 'wallet' || owner !== null));
  const held = (how: LiquidityPart['how']) => sumOf(known.filter((part) => part.how === how));
  return {
    programBps: held('program'),
    burnedBps: held('burned'),
    lockedBps: held('locked'),
    largestOwner: largestOwnerOf(all),
    unreadBps: Math.max(0, WHOLE_BPS - sumOf(known)),
  };
}

function largestOwnerOf(parts: readonly LiquidityPart[]): LpControl['largestOwner'] {
  const sums = new Map<Address, number>();
  for (const { how, owner, bps } of parts) {
    if (how === 'wallet' && owner !== null) sums.set(owner, (sums.get(owner) ?? 0) + bps);
  }
  return [...sums].reduce<LpControl['largestOwner']>(
    (most, [owner, bps]) => (most === null || bps > most.bps ? { owner, bps } : most),
    null,
  );
}

function sumOf(parts: readonly LiquidityPart[]): number {
  return parts.reduce((sum, { bps }) => sum + bps, 0);
}
