import { ifKnown, known } from '#lib/reading.ts';
import { DEPTH_LOW_USD_MICROS, depthsOf } from '../depth.ts';
import type { HolderAccount, LiquidityFacts, MarketFacts, TokenEvidence, TokenPool } from '../evidence.ts';
import { keptPartsOf } from './lp-control.ts';

const WHOLE_BPS = 10_000;

/** A fifth of a market's liquidity may be free without a word, so that the kept part of a pool stands for a quarter more than itself. */
const KEPT_STANDS_FOR = { numerator: 10n, denominator: 8n } as const;
/** Pools with less than this part of the deepest one are no view of their own. */
const VIEW_PARTS = 2n;

/** The counted part of a pool: all of it, the part that nobody can withdraw, or none. */
type Counted = 'all' | 'kept' | 'none';

/**
 * The evidence as it would be without withdrawable liquidity: with the kept parts of all pools, and with each pool of known age alone. The
 * tokens of the left-out part count as one holder's. Added liquidity makes none of these worse, and each is a market that holders could
 * still sell into, so the mildest counts. Empty without withdrawable liquidity.
 */
export function marketViews(evidence: TokenEvidence): readonly TokenEvidence[] {
  const liquidity = ifKnown(evidence.liquidity);
  const now = ifKnown(evidence.asOf)?.time ?? null;
  if (!liquidity || now === null) return [];
  const pools = depthsOf(liquidity).map(({ pool }) => pool);
  if (pools.every((pool) => keptBps(pool, now) >= WHOLE_BPS)) return [];
  const aged = new Set(marketsOf(ifKnown(evidence.market)).flatMap(({ pool }) => pool ?? []));
  const alone = pools.length > 1 ? pools.filter(({ address }) => aged.has(address)) : [];
  return [null, ...alone].flatMap((only) => {
    const counted = (pool: TokenPool): Counted => (only === null ? 'kept' : pool === only ? 'all' : 'none');
    return viewOf(evidence, liquidity, counted, now) ?? [];
  });
}

function viewOf(
  evidence: TokenEvidence,
  liquidity: LiquidityFacts,
  counted: (pool: TokenPool) => Counted,
  now: number,
): TokenEvidence | null {
  const priced = new Set(depthsOf(liquidity).map(({ pool }) => pool));
  const pools = liquidity.pools.flatMap((pool) => (priced.has(pool) ? countedPool(pool, counted(pool), now) : [pool]));
  const { unreadControl: _, ...others } = liquidity;
  const view: LiquidityFacts = { ...others, pools };
  if (depthsOf(view).length === 0) return null;
  const freed = liquidity.pools
    .filter((pool) => priced.has(pool) && counted(pool) !== 'all')
    .map((pool) => ({ pool, tokens: freeTokens(pool, now) }));
  return {
    ...evidence,
    liquidity: known(view),
    holders: evidence.holders.known ? known(withFreed(evidence.holders.value, liquidity, freed)) : evidence.holders,
    market: evidence.market.known ? known(marketIn(evidence.market.value, view, now)) : evidence.market,
  };
}

/** The counted part of a pool, with its parts scaled to the whole. */
function countedPool(pool: TokenPool, counted: Counted, now: number): readonly TokenPool[] {
  if (counted === 'all') return [pool];
  const bps = counted === 'kept' ? keptBps(pool, now) : 0;
  if (bps === 0) return [];
  const stands = (BigInt(bps) * KEPT_STANDS_FOR.numerator) / KEPT_STANDS_FOR.denominator;
  const share = stands < BigInt(WHOLE_BPS) ? stands : BigInt(WHOLE_BPS);
  const scaled = (depth: bigint | null) => depth && (depth * share) / BigInt(WHOLE_BPS);
  const parts = keptPartsOf(pool, now).map((part) => ({ ...part, bps: Math.ceil((part.bps * WHOLE_BPS) / bps) }));
  return [{ ...pool, depthLamports: scaled(pool.depthLamports), depthUsdMicros: scaled(pool.depthUsdMicros), parts }];
}

function keptBps(pool: TokenPool, now: number): number {
  return keptPartsOf(pool, now).reduce((sum, { bps }) => sum + bps, 0);
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
 * The holders with the withdrawn part as one holder's: its withdrawer may be one person behind many owners. Pools that count as holders
 * already stay as they are.
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
  // Without an owner's name, so that the result does not depend on which wallet holds the liquidity.
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
  return oldest ? { ...oldest, prices: market.prices } : { ...market, provenSince: now, exact: false, proof: null };
}
