import type { LargeAccount } from '#chain/chain-reader.ts';
import type { Unread } from '#derive/market/found-pools.ts';
import { accountsOfMint } from '#derive/market/found-pools.ts';
import { controllerOf, type Horizon, type Lock, splitOf } from '#derive/token/locks/lock.ts';
import { burnOwners, isCurveVenue, isOwnCurve, ownAccount } from '#derive/token/roles.ts';
import { LAMPORTS_PER_SOL } from '#lib/money.ts';
import type { Gap } from '#lib/reading.ts';
import type { HolderAccount, LiquidityFacts, LiquidityPart, TokenPool } from '#rules/token/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import { readMint } from '#solana/token/mint.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { meteoraDammV1 } from '#venues/meteora-damm-v1/index.ts';
import type { Accounts, OpenPool, Pool, PoolFacts } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { depthLamportsOf, type Hubs, type OpenedPool, type Priced } from '../market/opened-pools.ts';
import type { FoundLocks, HeldTokens } from './locks/find-locks.ts';

const WHOLE = 10_000n;

/** If at least this share cannot be withdrawn, less than a fifth is free, and its holders do not matter. */
const SETTLED_BPS = 8_001;

/** The input of the liquidity facts. */
export interface LiquidityInput {
  readonly mint: Address;
  readonly opened: readonly OpenedPool[];
  readonly priced: readonly Priced[];
  readonly unread: readonly Unread[];
  readonly hubs: Hubs;
  readonly stableMints: readonly Address[];
  readonly dollarMint: Address;
  /** Who can withdraw the liquidity of a pool; null where that was not read. */
  readonly partsOf: (pool: Pool, open: OpenPool) => readonly LiquidityPart[] | null;
  readonly unreadControl: Gap | null;
  readonly unmeasured: LiquidityFacts['unmeasured'];
}

/** Every pool of the mint with its depth, deepest first, then those without a price. */
export function liquidityFacts(market: LiquidityInput): LiquidityFacts {
  const usdMicrosPerSol = dollarsPerSol(market);
  const open = market.priced.map((one) => openPool(one, market, usdMicrosPerSol)).sort(deeperFirst);
  const closed = market.opened.flatMap((one) => closedPool(one) ?? []);
  const unread = market.unread.map(({ venue, address, why }) => bare(venue, address, null, why.refused));
  const { unmeasured, unreadControl } = market;
  return {
    pools: [...open, ...closed, ...unread],
    unmeasured,
    usdMicrosPerSol,
    ...(unreadControl && { unreadControl: unreadControl.cause }),
  };
}

/** Millionths of a dollar for one SOL, from the hub of the dollar coin, or from the mint's own pool if the mint is that coin. */
export function dollarsPerSol({
  mint,
  dollarMint,
  hubs,
  priced,
}: Pick<LiquidityInput, 'mint' | 'dollarMint' | 'hubs' | 'priced'>): bigint | null {
  const own = mint === dollarMint ? deepestAgainstSol(priced)?.open.market : undefined;
  const price = (own ?? hubs.get(dollarMint)?.market)?.price;
  return price && price.numerator > 0n ? (LAMPORTS_PER_SOL * price.denominator) / price.numerator : null;
}

/** The liquidity of pools in a shared vault, each as its own, and the rest: anybody may put tokens there and take them back. */
export function inParts(holder: HolderAccount, opened: readonly OpenedPool[]): readonly HolderAccount[] {
  const parts = opened.flatMap(({ pool: { address, shares, vaults } }) =>
    shares && vaults.mint === holder.account ? [{ ...holder, owner: address, tokens: shares.mint.tokens }] : [],
  );
  const rest = parts.reduce((left, { tokens }) => left - tokens, holder.tokens);
  return rest > 0n ? [...parts, { ...holder, tokens: rest }] : parts.length > 0 ? parts : [holder];
}

function deepestAgainstSol(priced: readonly Priced[]): Priced | undefined {
  return priced.filter(({ pool }) => pool.other === WRAPPED_SOL).sort((a, b) => (a.depth < b.depth ? 1 : -1))[0];
}

function openPool(one: Priced, market: LiquidityInput, usdMicrosPerSol: bigint | null): TokenPool {
  const { pool, open, path, depth } = one;
  const depthLamports = path && depthLamportsOf(one);
  const isStable = market.stableMints.includes(pool.other);
  const bySol = depthLamports !== null && usdMicrosPerSol !== null;
  const depthUsdMicros = isStable ? depth : bySol ? (depthLamports * usdMicrosPerSol) / LAMPORTS_PER_SOL : null;
  return {
    ...bare(pool.venue, pool.address, pool.other, null),
    depthLamports,
    depthUsdMicros,
    isCurve: isOwnCurve(pool),
    creator: open.facts.creator,
    openedAtUnix: open.facts.openedAt === null ? null : Number(open.facts.openedAt),
    parts: market.partsOf(pool, open),
    vault: ownAccount(pool, 'mint') ?? pool.address,
    tokens: open.market.depth.mint,
  };
}

function closedPool({ pool, result }: OpenedPool): TokenPool | null {
  if (!isRefused(result)) return null;
  return { ...bare(pool.venue, pool.address, pool.other, result.refused), isCurve: isOwnCurve(pool) };
}

function bare(venue: TokenPool['venue'], address: Address, other: Address | null, refused: string | null): TokenPool {
  return {
    venue,
    address,
    other,
    refused,
    depthLamports: null,
    depthUsdMicros: null,
    isCurve: false,
    creator: null,
    openedAtUnix: null,
    parts: null,
  };
}

function deeperFirst(a: TokenPool, b: TokenPool): number {
  const [x, y] = [a, b].map(({ depthUsdMicros, depthLamports }) => depthUsdMicros ?? depthLamports ?? -1n);
  return x === y || x === undefined || y === undefined ? 0 : x < y ? 1 : -1;
}

/** The LP tokens of a pool in atomic units: the supply, and its largest holders. */
export interface LpReading {
  readonly supply: bigint;
  readonly holders: readonly {
    readonly owner: Address;
    readonly tokens: bigint;
    /** The locks that keep them; empty where none is proven. */
    readonly locks: readonly Lock[];
    /** True for a lock of the pool's own program, which the pool counts as locked itself. */
    readonly isCounted: boolean;
  }[];
}

/** The pools whose LP holders matter: of which a fifth or more, or an unknown share, may be free. */
export function lpQuestions<T extends { readonly pool: Pool; readonly open: { readonly facts: PoolFacts } }>(
  pools: readonly T[],
): readonly T[] {
  return pools.filter(({ pool, open }) => pool.liquidity && (open.facts.lockedLiquidityBps ?? 0) < SETTLED_BPS);
}

/** The token accounts of a mint among its largest accounts, largest first. `accounts` contains them. */
export function heldTokens(mint: Address, large: readonly LargeAccount[], accounts: Accounts): readonly HeldTokens[] {
  return accountsOfMint(mint, large, accounts).flatMap(({ account, authority, amount }) =>
    amount > 0n ? [{ account, owner: authority, mint, tokens: amount }] : [],
  );
}

/** Who holds the LP tokens of a pool. `accounts` contains their mint. Null where it is missing. */
export function lpReading(
  pool: Pool,
  held: readonly HeldTokens[],
  { accounts, owners, locks }: { readonly accounts: Accounts; readonly owners: Accounts; readonly locks: FoundLocks },
): LpReading | null {
  const account = pool.liquidity && accounts.get(pool.liquidity.mint);
  const supply = account ? (readMint(account)?.supply ?? null) : null;
  if (supply === null) return null;
  const inEscrows = pool.venue === meteoraDammV1.id;
  const holders = held.map(({ account: at, owner, tokens }) => {
    const own = locks.get(at) ?? [];
    const isEscrow = inEscrows && own.length > 0 && owners.get(owner)?.owner === meteoraDammV1.program;
    return { owner, tokens, locks: own, isCounted: isEscrow };
  });
  return { supply, holders };
}

/**
 * Who can withdraw a pool's liquidity, largest part first, each owner once; null where all of it is unknown. `burned`: destroyed LP
 * tokens (AMM v4, CPMM, PumpSwap: issued, and neither redeemed nor in the supply). `locked`: in the venue's program for good (DAMM
 * v1's escrows as a share of the supply, DAMM v2's permanent lock as a share of all), and what other programs lock. The holders of
 * LP tokens share the rest. An unknown burned share counts as none, which can only overstate the other parts.
 */
export function liquidityParts(
  pool: Pool,
  facts: PoolFacts,
  lp: LpReading | null,
  horizon: Horizon,
): readonly LiquidityPart[] | null {
  if (isCurveVenue(pool.venue)) return [{ how: 'program', owner: null, bps: Number(WHOLE) }];
  const { lockedLiquidityBps: away } = facts;
  if (away === null && (lp === null || lp.supply === 0n)) return null;
  const inSupply = pool.venue === meteoraDammV1.id;
  const how = inSupply || pool.venue === 'meteora_damm_v2' ? 'locked' : 'burned';
  if (lp === null) return mergedParts([{ how, owner: null, worth: BigInt(away ?? 0) }], WHOLE);
  return inSupply ? partsOfSupply(lp, BigInt(away ?? 0), horizon) : partsBesideBurned(lp, BigInt(away ?? 0), horizon);
}

/** Parts where LP tokens are shares of what was not burned. Accounts and supply may be of two slots, so they may not add up. */
function partsBesideBurned({ supply, holders }: LpReading, away: bigint, horizon: Horizon): readonly LiquidityPart[] {
  const owned = holders.reduce((sum, { tokens }) => sum + tokens, 0n);
  const whole = owned > supply ? owned : supply;
  // In units of which one is a basis point of a single LP token.
  const rest = holders
    .flatMap((holder) => takenBy(holder, horizon))
    .map((one) => ({
      ...one,
      worth: one.worth * (WHOLE - away),
    }));
  return mergedParts([{ how: 'burned', owner: null, worth: away * whole }, ...rest], WHOLE * whole);
}

/**
 * Parts where LP tokens are shares of the supply, as in DAMM v1. A burn hands the burned share to the other holders. Anybody may burn the
 * tokens of a dead address, so these count for nothing. The pool counts its escrows itself.
 */
function partsOfSupply({ supply, holders }: LpReading, away: bigint, horizon: Horizon): readonly LiquidityPart[] {
  const dead = holders.reduce((sum, { owner, tokens }) => sum + (burnOwners.has(owner) ? tokens : 0n), 0n);
  const locked = (supply * away) / WHOLE;
  const free = holders.filter(({ owner, isCounted }) => !isCounted && !burnOwners.has(owner));
  const owned = free.reduce((sum, { tokens }) => sum + tokens, locked);
  const whole = owned > supply - dead ? owned : supply - dead;
  return mergedParts(
    [{ how: 'locked', owner: null, worth: locked }, ...free.flatMap((holder) => takenBy(holder, horizon))],
    whole,
  );
}

/** A part of a pool's liquidity in any unit. */
export interface Taken extends Omit<LiquidityPart, 'bps'> {
  readonly worth: bigint;
}

/** What an owner, and the locks that it is under, can do with tokens that stand for liquidity. */
export function takenBy(
  { owner, tokens, locks }: Pick<LpReading['holders'][number], 'owner' | 'tokens' | 'locks'>,
  horizon: Horizon,
): readonly Taken[] {
  if (locks.length === 0) return [{ how: liquidityTaker(owner), owner, worth: tokens }];
  const { kept, keptUntil, soon, soonAt, free } = splitOf(locks, tokens, horizon);
  const controller = controllerOf(locks) ?? owner;
  const how = liquidityTaker(controller);
  return [
    { how: 'locked' as const, owner: controller, worth: kept, ...(keptUntil !== null && { unlocksAtUnix: keptUntil }) },
    { how: 'locked' as const, owner: controller, worth: soon, unlocksAtUnix: soonAt ?? 0 },
    { how, owner: controller, worth: free },
  ].filter(({ worth }) => worth > 0n);
}

/** Shares of a whole in basis points, rounded down, largest first, one for each owner and use. */
export function mergedParts(taken: readonly Taken[], whole: bigint): readonly LiquidityPart[] {
  const merged = new Map<string, Taken>();
  for (const one of taken) {
    const key = `${one.how} ${one.owner ?? ''} ${one.unlocksAtUnix ?? ''}`;
    merged.set(key, { ...one, worth: one.worth + (merged.get(key)?.worth ?? 0n) });
  }
  return [...merged.values()]
    .map(({ worth, ...part }) => ({ ...part, bps: whole > 0n ? Number((worth * WHOLE) / whole) : 0 }))
    .filter(({ bps }) => bps > 0)
    .sort((a, b) => b.bps - a.bps);
}

/** How the owner of liquidity can use it. Liquidity of a program without a decoded lock is not understood. */
export function liquidityTaker(owner: Address): LiquidityPart['how'] {
  if (burnOwners.has(owner)) return 'burned';
  return isOnCurve(owner) ? 'wallet' : 'unknown';
}
