import type { Address } from '#solana/address.ts';
import { counted, percentText } from '../../words.ts';
import { depthsOf } from '../depth.ts';
import { type LiquidityFacts, type LiquidityPart, LOCK_SECONDS_MIN, type TokenPool } from '../evidence.ts';

/** The share of a market's liquidity that decides, in basis points: AetherCore warns of one owner with half. */
export const LIQUIDITY_MAJORITY_BPS = 5_000;

/** Free liquidity that matters though it is less than half, in basis points. Own choice. */
const LIQUIDITY_PART_BPS = 2_000;

const WHOLE_BPS = 10_000;

/**
 * Control of the liquidity of all pools with a known depth, in basis points of their common depth. The free part can be withdrawn by
 * somebody; the rest up to 10,000 was not read.
 */
export interface LpControl {
  /** It was burned, or belongs to the program of its venue. */
  readonly burnedBps: number;
  readonly programBps: number;
  /** A lock keeps it for 30 days or more. */
  readonly lockedBps: number;
  /** Without a known lock: wallets can take it, or the owners of locks that end sooner, or it is not understood. */
  readonly freeBps: number;
  /** The part of it under accounts that are not understood, and that may therefore be locked. */
  readonly unclearBps: number;
  readonly unreadBps: number;
  /** The owners of the free part: the number of known ones, and the largest. */
  readonly owners: number;
  readonly largestOwner: { readonly owner: Address; readonly bps: number } | null;
  /** When the next lock ends, in Unix seconds; null where none does. */
  readonly nextUnlockUnix: number | null;
}

/** Control of the liquidity at a moment (Unix seconds, null: unknown); null if no depth is known. */
export function lpControlOf(liquidity: LiquidityFacts, now: number | null): LpControl | null {
  const depths = depthsOf(liquidity);
  const total = depths.reduce((sum, { usdMicros }) => sum + usdMicros, 0n);
  if (total === 0n) return null;
  const parts = depths.flatMap(({ pool, usdMicros }) =>
    partsOf(pool).map((part) => ({ ...part, weight: BigInt(part.bps) * usdMicros })),
  );
  const bpsOf = (some: readonly { readonly weight: bigint }[]) =>
    Number(some.reduce((sum, { weight }) => sum + weight, 0n) / total);
  const free = parts.filter((part) => isFree(part, now));
  const kept = parts.filter((part) => !isFree(part, now));
  const held = (how: LiquidityPart['how']) => bpsOf(kept.filter((part) => part.how === how));
  const ends = parts.flatMap(({ how, unlocksAtUnix }) => (how === 'locked' && unlocksAtUnix ? [unlocksAtUnix] : []));
  return {
    burnedBps: held('burned'),
    programBps: held('program'),
    lockedBps: held('locked'),
    freeBps: bpsOf(free),
    unclearBps: bpsOf(free.filter(({ how }) => how === 'unknown')),
    unreadBps: Math.max(0, WHOLE_BPS - bpsOf(parts)),
    ...ownersOf(free, total),
    nextUnlockUnix: ends.length > 0 ? Math.min(...ends) : null,
  };
}

/** The part without a proven lock, in a sentence. */
export function freeText({ freeBps, unclearBps, owners }: LpControl): string {
  const by = unclearBps === 0 ? `, by ${counted(owners, 'known owner')}` : '';
  const free = `${percentText(freeBps - unclearBps)} can be withdrawn${by}`;
  const unclear = `${percentText(unclearBps)} lies under accounts that are not understood here`;
  const parts = [...(unclearBps < freeBps ? [free] : []), ...(unclearBps > 0 ? [unclear] : [])];
  return `Of the liquidity ${parts.join(', and ')}.`;
}

/** The class of a share of free liquidity: half or more, a fifth or more, or too little to matter. */
export function levelOf(bps: number): 'most' | 'part' | null {
  if (bps >= LIQUIDITY_MAJORITY_BPS) return 'most';
  return bps >= LIQUIDITY_PART_BPS ? 'part' : null;
}

/** The parts of a pool that nobody can withdraw. An unread part may be withdrawn. */
export function keptPartsOf(pool: TokenPool, now: number): readonly LiquidityPart[] {
  return partsOf(pool).filter((part) => !isFree(part, now));
}

/** The parts of a pool's liquidity. A curve's liquidity always belongs to its program. */
function partsOf({ isCurve, parts }: TokenPool): readonly LiquidityPart[] {
  if (isCurve) return [{ how: 'program', owner: null, bps: WHOLE_BPS }];
  const read = (parts ?? []).map((part) => ({ ...part, bps: wholeBps(part.bps) }));
  // Slots differ between reads, so that parts may add up to a little more than everything.
  const sum = read.reduce((all, { bps }) => all + bps, 0);
  return sum <= WHOLE_BPS ? read : read.map((part) => ({ ...part, bps: Math.floor((part.bps * WHOLE_BPS) / sum) }));
}

function wholeBps(bps: number): number {
  return Number.isFinite(bps) ? Math.max(0, Math.min(Math.trunc(bps), WHOLE_BPS)) : 0;
}

/** Whether somebody can withdraw a part now, or within `LOCK_SECONDS_MIN`. */
function isFree({ how, unlocksAtUnix }: LiquidityPart, now: number | null): boolean {
  if (how === 'wallet' || how === 'unknown') return true;
  return how === 'locked' && unlocksAtUnix !== undefined && (now === null || unlocksAtUnix - now < LOCK_SECONDS_MIN);
}

function ownersOf(
  free: readonly { readonly owner: Address | null; readonly weight: bigint }[],
  total: bigint,
): Pick<LpControl, 'owners' | 'largestOwner'> {
  const sums = new Map<Address, bigint>();
  for (const { owner, weight } of free) {
    if (owner !== null) sums.set(owner, (sums.get(owner) ?? 0n) + weight);
  }
  const [largest] = [...sums].sort(([, a], [, b]) => (a === b ? 0 : a < b ? 1 : -1));
  return {
    owners: sums.size,
    largestOwner: largest ? { owner: largest[0], bps: Number(largest[1] / total) } : null,
  };
}
