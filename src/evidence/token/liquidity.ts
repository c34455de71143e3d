import type { LargeAccount } from '#chain/chain-reader.ts';
import type { LiquidityFacts, LiquidityPart, TokenPool } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { readMint } from '#lib/token/mint.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { meteoraDammV1 } from '#venues/meteora-damm-v1/index.ts';
import type { Accounts, OpenPool, Pool, PoolFacts } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import type { Unread } from '../market/found.ts';
import type { OpenedPool } from '../market/opened.ts';
import { depthLamportsOf, type Hubs, type Priced } from '../market/opened.ts';
import { burnOwners, isCurveVenue, lockedForGood } from './roles.ts';

const WHOLE = 10_000n;

const QUESTIONS_MAX = 3;

/** If at least this share cannot be withdrawn, less than a fifth is free, and its holders do not matter. */
const SETTLED_BPS = 8_001;

const LAMPORTS_PER_SOL = 1_000_000_000n;

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
  readonly unmeasured: LiquidityFacts['unmeasured'];
}

/** Every pool of the mint with its depth, deepest first, then those without a price. */
export function liquidityFacts(market: LiquidityInput): LiquidityFacts {
  const usdMicrosPerSol = dollarsPerSol(market);
  const open = market.priced.map((one) => openPool(one, market, usdMicrosPerSol)).sort(deeperFirst);
  const closed = market.opened.flatMap((one) => closedPool(one) ?? []);
  const unread = market.unread.map(({ venue, address, why }) => bare(venue, address, null, why.refused));
  return { pools: [...open, ...closed, ...unread], unmeasured: market.unmeasured, usdMicrosPerSol };
}

/** Millionths of a dollar for one SOL, from the hub of the dollar coin, or from the mint's own pool if the mint is that coin. */
function dollarsPerSol({ mint, dollarMint, hubs, priced }: LiquidityInput): bigint | null {
  const own = mint === dollarMint ? deepestAgainstSol(priced)?.open.market : undefined;
  const price = (own ?? hubs.get(dollarMint)?.market)?.price;
  return price && price.numerator > 0n ? (LAMPORTS_PER_SOL * price.denominator) / price.numerator : null;
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
    isCurve: isCurveVenue(pool.venue),
    creator: open.facts.creator,
    openedAtUnix: open.facts.openedAt === null ? null : Number(open.facts.openedAt),
    parts: market.partsOf(pool, open),
  };
}

function closedPool({ pool, result }: OpenedPool): TokenPool | null {
  if (!isRefused(result)) return null;
  return { ...bare(pool.venue, pool.address, pool.other, result.refused), isCurve: isCurveVenue(pool.venue) };
}

function bare(venue: TokenPool['venue'], address: Address, other: Address | null, refused: string | null): TokenPool {
  return {
    ...{ venue, address, other, refused, depthLamports: null, depthUsdMicros: null },
    ...{ isCurve: false, creator: null, openedAtUnix: null, parts: null },
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
    /** The program that owns the owner's account; null where there is none. */
    readonly program: Address | null;
    readonly tokens: bigint;
  }[];
}

/**
 * The LP mints whose holders matter: those of the first pools of which a fifth or more, or an unknown share, may be free. At most
 * three, in the order of the pools.
 */
export function lpQuestions(pools: readonly { readonly pool: Pool; readonly facts: PoolFacts }[]): readonly Address[] {
  const open = pools.filter(({ facts }) => (facts.lockedLiquidityBps ?? 0) < SETTLED_BPS);
  return [...new Set(open.flatMap(({ pool }) => pool.liquidity?.mint ?? []))].slice(0, QUESTIONS_MAX);
}

/**
 * The holders among the largest accounts of an LP mint. `accounts` contains the mint and those accounts, `owners` the accounts of
 * their owners. Null where the mint is missing.
 */
export function lpReading(
  mint: Address,
  large: readonly LargeAccount[],
  accounts: Accounts,
  owners: Accounts,
): LpReading | null {
  const account = accounts.get(mint);
  const supply = account ? (readMint(account)?.supply ?? null) : null;
  if (supply === null) return null;
  const holders = large.flatMap((listed) => {
    const state = accounts.get(listed.account);
    const tokenAccount = state ? readTokenAccount(state) : null;
    if (tokenAccount === null || tokenAccount.mint !== mint || tokenAccount.amount === 0n) return [];
    return [
      {
        owner: tokenAccount.authority,
        program: owners.get(tokenAccount.authority)?.owner ?? null,
        tokens: tokenAccount.amount,
      },
    ];
  });
  return { supply, holders };
}

/**
 * Who can withdraw a pool's liquidity, largest part first, each owner once; null where all of it is unknown. `burned`: destroyed LP
 * tokens (AMM v4, CPMM, PumpSwap: issued, and neither redeemed nor in the supply). `locked`: in the venue's program for good (DAMM
 * v1's escrows as a share of the supply, DAMM v2's permanent lock as a share of all). The holders of LP tokens share the rest. An
 * unknown burned share counts as none, which can only overstate the other parts.
 */
export function liquidityParts(pool: Pool, facts: PoolFacts, lp: LpReading | null): readonly LiquidityPart[] | null {
  if (isCurveVenue(pool.venue)) return [{ how: 'program', owner: null, bps: Number(WHOLE) }];
  const { lockedLiquidityBps: away } = facts;
  if (away === null && (lp === null || lp.supply === 0n)) return null;
  const inSupply = pool.venue === meteoraDammV1.id;
  const how = inSupply || pool.venue === 'meteora_damm_v2' ? 'locked' : 'burned';
  const sure: LiquidityPart = { how, owner: null, bps: away ?? 0 };
  const rest = lp === null ? [] : partsByHolder(lp, inSupply, BigInt(away ?? 0));
  return [sure, ...rest].filter(({ bps }) => bps > 0).sort((a, b) => b.bps - a.bps);
}

/** The parts of the LP token holders. Accounts and supply may be of two slots, so they may not add up. */
function partsByHolder(lp: LpReading, inSupply: boolean, away: bigint): readonly LiquidityPart[] {
  // DAMM v1's escrows are part of what the pool counts as locked.
  const counted = ({ program }: LpReading['holders'][number]) => inSupply && program === meteoraDammV1.program;
  const byOwner = new Map<Address, bigint>();
  for (const holder of lp.holders) {
    if (!counted(holder)) byOwner.set(holder.owner, (byOwner.get(holder.owner) ?? 0n) + holder.tokens);
  }
  const owned = [...byOwner.values()].reduce((sum, tokens) => sum + tokens, 0n);
  const free = WHOLE - away;
  // A share of the supply where locked LP tokens are part of it, else of the unlocked rest.
  const whole = inSupply ? (lp.supply * free) / WHOLE : lp.supply;
  const all = owned > whole ? owned : whole;
  if (all === 0n) return [];
  return [...byOwner].map(([owner, tokens]) => ({
    how: liquidityTaker(owner),
    owner,
    bps: Number((free * tokens) / all),
  }));
}

/** How the owner of liquidity can use it. A lock with an end that was not read may have ended, so it counts as not understood. */
export function liquidityTaker(owner: Address): LiquidityPart['how'] {
  if (burnOwners.has(owner)) return 'burned';
  if (lockedForGood.has(owner)) return 'locked';
  return isOnCurve(owner) ? 'wallet' : 'unknown';
}
