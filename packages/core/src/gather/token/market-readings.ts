import type { LargeAccount } from '#chain/chain-reader.ts';
import { recogniseAll } from '#derive/market/found-pools.ts';
import type { Buyer } from '#derive/market/sale-trials.ts';
import { secondsHorizon } from '#derive/token/locks/lock.ts';
import {
  holderFacts,
  isForeignCurve,
  isLaunchReserve,
  isOwnCurve,
  marketsIn,
  ownAccount,
} from '#derive/token/roles.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { SaleQuote } from '#rules/token/evidence/sale.ts';
import type { HolderAccount, HolderFacts, LiquidityFacts } from '#rules/token/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { type Path, pathPrice, sell, type Toll } from '#venues/routing/path.ts';
import type { Accounts, RefusalCode } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { contradicted } from '../market/holders.ts';
import { depthLamportsOf, type FoundMarket, type OpenedPool, type Priced } from '../market/opened-pools.ts';
import { type PreparedSale, prepareSale } from '../market/sale.ts';
import type { LiquidityControl } from './control.ts';
import { heldTokens, inParts, liquidityFacts } from './liquidity.ts';
import { type HeldTokens, launchLocks, ownersLocks, type SearchedLocks } from './locks/find-locks.ts';
import { lockedHolders } from './locks/locked-holders.ts';
import { isReviewed } from './market-history.ts';
import { accountsOf, type RoundContext, type SecondRound } from './second-round.ts';
import { findTreasuries, type Treasuries } from './treasuries/find-treasuries.ts';

/** Number of largest accounts that an endpoint lists. An unlisted account may have doubled since. */
const LISTED_MAX = 20;

const MOVED_FACTOR = 2n;

/** A pool with less than this part of the deepest one's liquidity, and little of it, stores tokens and is no market for them. */
const SHALLOW_PARTS = 10n;

const shutBy: readonly RefusalCode[] = ['disabled', 'not_open'];

/** Where this share of a pool's liquidity cannot be withdrawn, its tokens stay for sale. */
const KEPT_BPS = 8_001;

/** The quoted sale: at most 0.1 SOL, too small to move a price, and at most a twentieth of the deepest pool. */
const SALE_LAMPORTS_MAX = 100_000_000n;

const DEPTH_PARTS = 20n;

/** 100 SOL on the other side of a pool prove liquidity, so that pools behind holders do not matter. */
const SETTLED_LAMPORTS = 100_000_000_000n;

/** A holder of less decides nothing alone. */
const DECISIVE_PARTS = 10n;

/** An owner without a key and with this part of the supply, in none of the found pools, may be another pool. */
const FOLLOWED_PARTS = 20n;

/**
 * The least amount from which a holder makes the check search pools behind holders: any where the found pools do not prove liquidity, and
 * else that of a possible other market; null for no search.
 */
export function leastFollowed(work: RoundContext, priced: readonly Priced[]): bigint | null {
  if (isSol(work)) return null;
  return isProvenBy(priced) ? work.mint.supply / FOLLOWED_PARTS : 0n;
}

/** Whether liquidity is sure without pools behind holders: one pool alone proves it, or SOL needs none. */
export function isLiquiditySure(work: RoundContext, priced: readonly Priced[]): boolean {
  return isProvenBy(priced) || isSol(work);
}

/** Prepares trial sales to the pool that pays most. */
export function prepareTrialSale(
  work: RoundContext,
  second: SecondRound,
  quote: SaleQuote | null,
): Promise<PreparedSale> {
  const taker = quote && second.opened.find(({ pool }) => pool.address === quote.pool)?.pool;
  const buyers: readonly Buyer[] = quote && taker ? [{ pool: taker, tokens: quote.tokens }] : [];
  const { large } = work.first.markets;
  const creators = second.priced.flatMap(({ open }) => open.facts.creator ?? []);
  return prepareSale({
    sold: second.sold,
    buyers,
    large,
    accounts: accountsOf(work, second),
    creators,
    reader: work.reader,
  });
}

/** What the mint takes of a transfer. */
export function tollOf({ mint, first }: RoundContext): Toll {
  const fee = mint.extensions.find((one) => one.type === 'transfer_fee')?.fee ?? null;
  return { fee, epoch: first.markets.moment.clock.epoch };
}

/** Whether one pool alone proves liquidity. */
function isProvenBy(priced: readonly Priced[]): boolean {
  return priced.some((one) => depthLamportsOf(one) >= SETTLED_LAMPORTS);
}

/** SOL's own token needs no pool, because others are sold for it. */
function isSol({ question }: RoundContext): boolean {
  return question.subject === WRAPPED_SOL;
}

/** A path to sell, and the depth of its pool in lamports. */
interface Outlet {
  readonly priced: Priced;
  readonly path: Path;
  readonly depth: bigint;
}

/**
 * Quotes a small sale through the pool that pays most. Null where no pool has a price and liquidity. If no pool buys, the quote
 * lists the refusal of each.
 */
export function* quoteSale(priced: readonly Priced[], toll: Toll): Steps<SaleQuote | null> {
  const outlets = priced.flatMap((one) => outletOf(one) ?? []).sort((a, b) => (a.depth < b.depth ? 1 : -1));
  const [deepest] = outlets;
  if (!deepest) return null;
  const share = deepest.depth / DEPTH_PARTS;
  const sizeLamports = share < SALE_LAMPORTS_MAX ? share : SALE_LAMPORTS_MAX;
  const { numerator, denominator } = pathPrice(deepest.path);
  const tokens = numerator > 0n ? (sizeLamports * denominator) / numerator : 0n;
  if (tokens === 0n) return null;
  let best: { readonly outlet: Outlet; readonly back: bigint } | null = null;
  const refused: SaleQuote['refused'][number][] = [];
  for (const outlet of outlets) {
    const leg = sell(outlet.path, tokens, toll);
    const { venue, address } = outlet.priced.pool;
    if (isRefused(leg)) refused.push({ venue, pool: address, why: leg.refused });
    else if (leg.received > 0n && (best === null || leg.received > best.back)) best = { outlet, back: leg.received };
    yield;
  }
  const taker = best?.outlet.priced.pool;
  return {
    sizeLamports,
    tokens,
    lamportsBack: best?.back ?? null,
    venue: taker?.venue ?? null,
    pool: taker?.address ?? null,
    refused,
  };
}

function outletOf(priced: Priced): Outlet | null {
  const { path } = priced;
  const depth = depthLamportsOf(priced);
  return path !== null && depth > 0n ? { priced, path, depth } : null;
}

/** What third-round reads say of the market. `owners`: of large accounts; null where these could not be read. */
interface MarketReads {
  readonly pools: FoundMarket;
  readonly owners: Accounts | null;
  readonly control: LiquidityControl;
  /** That of pools behind holders; null where there are none. */
  readonly behind: LiquidityControl | null;
}

/** The liquidity of all pools that were found, with who can withdraw it. */
export function allLiquidity(
  work: RoundContext,
  second: SecondRound,
  { pools, owners, control, behind }: MarketReads,
): LiquidityFacts {
  return liquidityFacts({
    ...pools,
    mint: work.question.subject,
    hubs: second.hubs,
    partsOf: (pool, open) => (behind ?? control).partsOf(pool, open) ?? control.partsOf(pool, open),
    unreadControl: behind?.unread ?? control.unread,
    unmeasured: owners ? unmeasuredIn(work, second, owners, pools) : [],
    stableMints: work.options.stableMints,
    dollarMint: work.options.dollarMint,
  });
}

/** The large accounts of the second round as holdings that may be locked, largest first. */
export function heldAccounts({ question, first }: RoundContext, { round }: SecondRound): readonly HeldTokens[] {
  const { large } = first.markets;
  return heldTokens(question.subject, large.known ? large.value : [], round.accounts);
}

/** The treasuries of the owners. They are searched where an owner has a tenth of the tokens outside of found pools, as that decides. */
export async function readTreasuries(work: RoundContext, second: SecondRound, owners: Accounts): Promise<Treasuries> {
  if (isReviewed(work)) return new Map();
  const { vaults } = marketsIn(second.opened.map(({ pool }) => pool));
  const held = heldAccounts(work, second).filter(({ account, owner }) => !vaults.has(account) && !vaults.has(owner));
  const pooled = heldAccounts(work, second).reduce((sum, one) => sum + (vaults.has(one.account) ? one.tokens : 0n), 0n);
  return findTreasuries(held, owners, (work.mint.supply - pooled) / DECISIVE_PARTS, work.reader);
}

/** The holders with the tokens that decoded locks keep; a gap where endpoints refuse a search for these. */
export function withLocks(
  work: RoundContext,
  second: SecondRound,
  holders: HolderFacts,
  owners: Accounts,
  searched: SearchedLocks,
): Reading<HolderFacts> {
  // Tokens under a lock that was not searched would count as a person's, or make the shares of others larger.
  const [unread] = searched.unread.values();
  if (unread) return renamed('holders', unread);
  const locks = new Map([
    ...ownersLocks(heldAccounts(work, second), owners),
    ...searched.locks,
    ...launchLocks(second.opened, accountsOf(work, second)),
  ]);
  const horizon = secondsHorizon(work.first.markets.moment.clock);
  return known({ ...holders, accounts: lockedHolders(holders.accounts, locks, horizon) });
}

/** The largest holders with their owners' roles. A gap where the list contradicts the mint or the accounts. */
export function largestHolders(
  work: RoundContext,
  second: SecondRound,
  large: readonly LargeAccount[],
  owners: Accounts,
  { opened, priced }: Pick<FoundMarket, 'opened' | 'priced'>,
): Reading<HolderFacts> {
  const contradiction = contradictionIn(work, second);
  if (contradiction !== null) return missing('holders', 'rpc_disagrees', contradiction);
  const facts = rolesIn(work, second, large, owners, opened);
  const stores = storesIn(priced);
  const money = [WRAPPED_SOL, ...work.options.stableMints];
  const trading = opened.filter((one) => {
    const { address: at, other } = one.pool;
    return !stores.has(at) && !isShut(one) && !isForeignCurve(one.pool) && (isPriced(one) || money.includes(other));
  });
  const markets = new Set(trading.flatMap(({ pool }) => [pool.address, ownAccount(pool, 'mint')]));
  const accounts = facts.accounts.flatMap((one) => inParts(one, opened));
  return known({ ...facts, accounts: accounts.map((one) => asHolder(one, markets, work.question.subject)) });
}

/** The largest accounts with the roles of their owners, by name alone. */
function rolesIn(
  { question, mint, options }: RoundContext,
  { round }: SecondRound,
  large: readonly LargeAccount[],
  owners: Accounts,
  opened: readonly OpenedPool[],
): HolderFacts {
  return holderFacts(large, round.accounts, owners, {
    mint: question.subject,
    freezeAuthority: mint.freezeAuthority,
    labels: options.labels,
    ...marketsIn(opened.map(({ pool }) => pool)),
  });
}

/** Whether a pool trades. The maker of the other coin can stop that, by a frozen vault for example, and begin again at any time. */
function isPriced({ pool, result }: OpenedPool): boolean {
  return !isRefused(result) || isOwnCurve(pool);
}

/** Whether a pool is switched off, or opens later. Its liquidity can be withdrawn meanwhile. */
function isShut({ pool, result }: OpenedPool): boolean {
  return isRefused(result) && shutBy.includes(result.refused) && !isOwnCurve(pool);
}

/**
 * Pools that store tokens instead of trading them: too shallow to sell to, or with far more tokens than the other side is worth, which
 * their owners can withdraw. These tokens count as circulating: otherwise a holder could hide them in a pool of their own.
 */
function storesIn(priced: readonly Priced[]): ReadonlySet<Address> {
  const most = priced.reduce((deepest, one) => (depthLamportsOf(one) > deepest ? depthLamportsOf(one) : deepest), 0n);
  const isShallow = (depth: bigint) => depth * SHALLOW_PARTS < most && depth < SETTLED_LAMPORTS;
  const stores = priced.filter((one) => !isOwnCurve(one.pool) && (isShallow(depthLamportsOf(one)) || isOneSided(one)));
  return new Set(stores.map(({ pool }) => pool.address));
}

/** Whether a pool whose liquidity can be withdrawn has ten times the tokens that its other side is worth. */
function isOneSided({ open: { market, facts } }: Priced): boolean {
  const { price, depth } = market;
  const isKept = (facts.lockedLiquidityBps ?? 0) >= KEPT_BPS;
  return !isKept && depth.mint * price.numerator > depth.other * price.denominator * SHALLOW_PARTS;
}

/** A name makes no market: tokens at a venue outside of the mint's own pools and reserves count as held by its program. */
function asHolder(holder: HolderAccount, markets: ReadonlySet<Address | null>, mint: Address): HolderAccount {
  const isMarket = markets.has(holder.account) || markets.has(holder.owner);
  if (!isMarket && !isOnCurve(holder.owner) && isLaunchReserve(holder, mint)) return { ...holder, role: 'curve' };
  return (holder.role === 'pool' || holder.role === 'curve') && !isMarket ? { ...holder, role: 'program' } : holder;
}

/** A contradiction between the list of holders and the mint or its accounts; null where they agree. */
function contradictionIn(work: RoundContext, second: SecondRound): string | null {
  const { question, first, mint } = work;
  const { large } = first.markets;
  const listed = large.known ? large.value : [];
  if (listed.length === 0 && mint.supply > 0n && question.subject !== WRAPPED_SOL) return 'a supply without a holder';
  const odd = contradicted(question.subject, listed, second.round.accounts);
  if (odd) return odd;
  const missed = unlistedVault(work, second);
  return missed ? `the vault ${missed} holds more than listed accounts and is not listed` : null;
}

/** A pool's vault that is large enough for the list of largest accounts and missing there. Balances may change between two reads. */
function unlistedVault({ first }: RoundContext, { opened, round }: SecondRound): Address | null {
  const { large } = first.markets;
  const listed = new Map((large.known ? large.value : []).map(({ account, amount }) => [account, amount]));
  if (listed.size === 0) return null;
  const smallest = [...listed.values()].reduce((least, amount) => (amount < least ? amount : least));
  const bound = listed.size < LISTED_MAX ? 0n : smallest * MOVED_FACTOR;
  const vaults = opened.map(({ pool }) => pool.vaults.mint).filter((vault) => !listed.has(vault));
  return (
    vaults.find((vault) => {
      const state = round.accounts.get(vault);
      return ((state ? readTokenAccount(state)?.amount : undefined) ?? 0n) > bound;
    }) ?? null
  );
}

/**
 * Large accounts of markets that belong to none of the found pools. Skips pools of other mints, which own this mint for another
 * reason than trading it.
 */
function unmeasuredIn(
  work: RoundContext,
  second: SecondRound,
  owners: Accounts,
  { opened }: Pick<FoundMarket, 'opened'>,
): LiquidityFacts['unmeasured'] {
  const { large } = work.first.markets;
  if (!large.known || contradictionIn(work, second) !== null) return [];
  const facts = rolesIn(work, second, large.value, owners, opened);
  const explained = new Set(opened.flatMap(({ pool }) => [pool.address, pool.vaults.mint]));
  return facts.accounts.flatMap(({ account, owner, tokens, role, label, program }) => {
    if ((role !== 'pool' && role !== 'curve') || tokens === 0n) return [];
    if (explained.has(account) || explained.has(owner)) return [];
    const { unread } = recogniseAll([owner], owners, work.question.subject);
    if (unread.some(({ why }) => why.refused === 'inconsistent')) return [];
    return [{ account, venue: label ?? program ?? owner, tokens }];
  });
}
