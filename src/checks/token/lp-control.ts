import type { Address } from '#lib/address.ts';
import { ifKnown, known } from '#lib/reading.ts';
import { counted, percentText } from '../words.ts';
import { DEPTH_LOW_USD_MICROS, depthsOf } from './depth.ts';
import {
  type HolderAccount,
  type LiquidityFacts,
  type LiquidityPart,
  LOCK_SECONDS_MIN,
  type MarketFacts,
  type TokenEvidence,
  type TokenPool,
} from './evidence.ts';

/** The share of a market's liquidity that decides, in basis points: AetherCore warns of one owner with half. */
export const LIQUIDITY_MAJORITY_BPS = 5_000;

/** Free liquidity that matters though it is less than half, in basis points. Own choice. */
const LIQUIDITY_PART_BPS = 2_000;

const WHOLE_BPS = 10_000;

/**
 * Who can withdraw the liquidity of all pools with a known depth, in basis points of the depth that they have together. What is free
 * can be taken by somebody; what is missing to 10,000 was not read.
 */
export interface LpControl {
  /** It was burned, or belongs to the program of its venue. */
  readonly burnedBps: number;
  readonly programBps: number;
  /** A lock keeps it for 30 days or more. */
  readonly lockedBps: number;
  /** Nothing is known to keep it: wallets can take it, or the owners of locks that end sooner, or it is not understood. */
  readonly freeBps: number;
  /** Of that, what lies under accounts that are not understood, so that it may be kept all the same. */
  readonly unclearBps: number;
  readonly unreadBps: number;
  /** The owners of what is free: how many are known, and the largest. */
  readonly owners: number;
  readonly largestOwner: { readonly owner: Address; readonly bps: number } | null;
  /** When the next lock ends, in Unix seconds; null where none does. */
  readonly nextUnlockUnix: number | null;
}

/** Who can withdraw the liquidity at a moment (Unix seconds, null: not known); null where no depth is known. */
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

/** What nothing is known to keep, in a sentence. */
export function freeText({ freeBps, unclearBps, owners }: LpControl): string {
  const by = unclearBps === 0 ? `, by ${counted(owners, 'known owner')}` : '';
  const free = `${percentText(freeBps - unclearBps)} can be withdrawn${by}`;
  const unclear = `${percentText(unclearBps)} lies under accounts that are not understood here`;
  const told = [...(unclearBps < freeBps ? [free] : []), ...(unclearBps > 0 ? [unclear] : [])];
  return `Of the liquidity ${told.join(', and ')}.`;
}

/** What a share of free liquidity is: half or more, a fifth or more, or too little to matter. */
export function levelOf(bps: number): 'most' | 'part' | null {
  if (bps >= LIQUIDITY_MAJORITY_BPS) return 'most';
  return bps >= LIQUIDITY_PART_BPS ? 'part' : null;
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

/** A fifth of a market's liquidity may be free without a word, so that the kept part of a pool stands for a quarter more than itself. */
const KEPT_STANDS_FOR = { numerator: 10n, denominator: 8n } as const;
/** Pools with less than this part of the deepest one are no view of their own. */
const VIEW_PARTS = 2n;

/** What of a pool is counted: all of it, what nobody can withdraw, or nothing. */
type Counted = 'all' | 'kept' | 'none';

/**
 * The evidence as it would be without liquidity that somebody can withdraw: with the kept parts of all pools, and with each pool
 * alone whose age is known. The tokens of what is left out count as one holder's. Nobody makes any of these worse by adding liquidity,
 * and each is a market that holders could still sell into, so that the mildest of them counts. Empty where nothing can be withdrawn.
 */
export function marketViews(evidence: TokenEvidence): readonly TokenEvidence[] {
  const liquidity = ifKnown(evidence.liquidity);
  const now = ifKnown(evidence.asOf)?.time ?? null;
  if (!liquidity || now === null) return [];
  const pools = depthsOf(liquidity).map(({ pool }) => pool);
  if (pools.every((pool) => keptBps(pool, now) >= WHOLE_BPS)) return [];
  const aged = new Set(marketsOf(ifKnown(evidence.market)).flatMap(({ pool }) => pool ?? []));
  const alone = pools.length > 1 ? pools.filter(({ address }) => aged.has(address)) : [];
  const views: readonly ((pool: TokenPool) => Counted)[] = [
    () => 'kept',
    ...alone.map(
      ({ address }) =>
        (pool: TokenPool): Counted =>
          pool.address === address ? 'all' : 'none',
    ),
  ];
  return views.flatMap((counted) => viewOf(evidence, liquidity, counted, now) ?? []);
}

function viewOf(
  evidence: TokenEvidence,
  liquidity: LiquidityFacts,
  counted: (pool: TokenPool) => Counted,
  now: number,
): TokenEvidence | null {
  const isPriced = ({ refused, depthLamports, depthUsdMicros }: TokenPool) =>
    refused === null && (depthLamports ?? depthUsdMicros) !== null;
  const pools = liquidity.pools.flatMap((pool) => (isPriced(pool) ? countedPool(pool, counted(pool), now) : [pool]));
  const { unreadControl: _, ...others } = liquidity;
  const view: LiquidityFacts = { ...others, pools };
  if (depthsOf(view).length === 0) return null;
  const freed = liquidity.pools
    .filter((pool) => isPriced(pool) && counted(pool) !== 'all')
    .map((pool) => ({ pool, tokens: freeTokens(pool, now) }));
  return {
    ...evidence,
    liquidity: known(view),
    holders: evidence.holders.known ? known(withFreed(evidence.holders.value, liquidity, freed)) : evidence.holders,
    market: evidence.market.known ? known(marketIn(evidence.market.value, view, now)) : evidence.market,
  };
}

/** What counts of a pool, with its parts scaled to all of it. */
function countedPool(pool: TokenPool, counted: Counted, now: number): readonly TokenPool[] {
  if (counted === 'all') return [pool];
  const bps = counted === 'kept' ? keptBps(pool, now) : 0;
  if (bps === 0) return [];
  const stands = (BigInt(bps) * KEPT_STANDS_FOR.numerator) / KEPT_STANDS_FOR.denominator;
  const share = stands < BigInt(WHOLE_BPS) ? stands : BigInt(WHOLE_BPS);
  const scaled = (depth: bigint | null) => depth && (depth * share) / BigInt(WHOLE_BPS);
  const parts = partsOf(pool)
    .filter((part) => !isFree(part, now))
    .map((part) => ({ ...part, bps: Math.ceil((part.bps * WHOLE_BPS) / bps) }));
  return [{ ...pool, depthLamports: scaled(pool.depthLamports), depthUsdMicros: scaled(pool.depthUsdMicros), parts }];
}

/** The share of a pool that nobody can withdraw. What was not read may be withdrawn. */
function keptBps(pool: TokenPool, now: number): number {
  return partsOf(pool).reduce((sum, part) => (isFree(part, now) ? sum : sum + part.bps), 0);
}

/** Tokens that somebody could have if he withdrew his liquidity, or that were not read to stay. */
interface Freed {
  readonly pool: TokenPool;
  readonly tokens: bigint;
}

function freeTokens(pool: TokenPool, now: number): bigint {
  return ((pool.tokens ?? 0n) * BigInt(WHOLE_BPS - keptBps(pool, now))) / BigInt(WHOLE_BPS);
}

type Holders = Extract<TokenEvidence['holders'], { readonly known: true }>['value'];

/**
 * The holders with what is withdrawn as one holder's: whoever withdraws may be one person behind many owners.
 * Pools that count as holders already stay as they are.
 */
function withFreed(holders: Holders, { pools }: LiquidityFacts, freed: readonly Freed[]): Holders {
  if (holders === null) return null;
  const poolOf = ({ account, owner }: HolderAccount) =>
    pools.find(({ address, vault }) => address === owner || address === account || vault === account)?.address;
  const stored = new Set(holders.accounts.flatMap((one) => (one.role === 'pool' ? [] : (poolOf(one) ?? []))));
  const moved = freed.filter(({ pool }) => !stored.has(pool.address));
  const total = moved.reduce((sum, { tokens }) => sum + tokens, 0n);
  const [largest] = [...moved].sort((a, b) => (a.tokens < b.tokens ? 1 : -1));
  if (!largest || total === 0n) return holders;
  const accounts = holders.accounts.map((one) => {
    const at = one.role === 'pool' ? poolOf(one) : undefined;
    const out = moved.reduce((sum, { pool, tokens }) => (pool.address === at ? sum + tokens : sum), 0n);
    return { ...one, tokens: one.tokens > out ? one.tokens - out : 0n };
  });
  // Under nobody's name, so that it does not matter which of his wallets holds the liquidity.
  const { address, vault } = largest.pool;
  const held: HolderAccount = {
    account: vault ?? address,
    owner: address,
    tokens: total,
    frozen: false,
    role: 'wallet',
    label: null,
    program: null,
  };
  return { ...holders, accounts: [...accounts, held] };
}

function marketsOf(market: MarketFacts | null): readonly MarketFacts[] {
  return market ? [market, ...(market.beside ?? [])] : [];
}

/** The oldest market of pools that are deep enough in this view. Prices that are known stay known. */
function marketIn(market: MarketFacts | null, view: LiquidityFacts, now: number): MarketFacts | null {
  if (market === null) return null;
  const depths = depthsOf(view);
  const most = depths[0]?.usdMicros ?? 0n;
  const half = most / VIEW_PARTS;
  const least = half < DEPTH_LOW_USD_MICROS ? half : DEPTH_LOW_USD_MICROS;
  const deep = new Set(depths.filter(({ usdMicros }) => usdMicros >= least).map(({ pool }) => pool.address));
  const [oldest] = marketsOf(market)
    .filter(({ pool }) => pool === undefined || deep.has(pool))
    .sort((a, b) => a.provenSince - b.provenSince);
  const { prices } = market;
  return oldest ? { ...oldest, prices } : { ...market, prices, provenSince: now, exact: false, proof: null };
}
