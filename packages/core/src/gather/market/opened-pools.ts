import type { StateReader } from '#chain/chain-reader.ts';
import { type FoundPools, recogniseAll, type Unread } from '#derive/market/found-pools.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { bandDepth } from '#venues/routing/band-depth.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { type Hop, type Path, priceAt } from '#venues/routing/path.ts';
import { remembering } from '#venues/routing/remembering.ts';
import type { Accounts, Clock, OpenPool, Pool, Refused } from '#venues/venue.ts';
import { isRefused, refuse } from '#venues/venue.ts';
import type { HubPools } from './hub-search.ts';
import { type Round, readTogether } from './rounds.ts';
import { inSlices } from './time-slices.ts';

/** A pool and the result of opening it. */
export interface OpenedPool {
  readonly pool: Pool;
  readonly result: OpenPool | Refused;
}

/** What opening a pool needs beside its own accounts. `known` contains configurations, mints and earlier rounds. */
export interface Opening {
  readonly reader: StateReader;
  readonly known: Accounts;
  readonly clock: Clock;
}

/** How many pools of one mint a check opens. */
const POOLS_OPENED_MAX = 64;

/** The pools and hubs that a check opens. `leftOut`: pools above the limit, each of which may be the best one. */
export interface Chosen {
  readonly pools: readonly Pool[];
  readonly hubs: readonly HubPools[];
  readonly leftOut: readonly Unread[];
}

/** The first pools of each mint, and the hubs of their stable coins. `wanted`: stable coins whose hubs are opened in any case. */
export function choosePools(
  found: readonly FoundPools[],
  hubs: readonly HubPools[],
  wanted: readonly Address[],
  max = POOLS_OPENED_MAX,
): Chosen {
  const pools = found.flatMap((one) => one.pools.slice(0, max));
  const why = refuse('not_read', `more pools than the ${max} that a check reads`);
  return {
    pools,
    hubs: hubs.filter(({ stable }) => wanted.includes(stable) || pools.some(({ other }) => other === stable)),
    leftOut: found.flatMap((one) => one.pools.slice(max).map(({ venue, address }) => ({ venue, address, why }))),
  };
}

/** The accounts of pools and of all pools of hubs, each pool's at one slot. */
export function groupsOf(pools: readonly Pool[], hubs: readonly HubPools[]): readonly (readonly Address[])[] {
  return [...pools, ...hubs.flatMap((hub) => hub.pools)].map(groupOf);
}

/** The accounts of a pool that must be read at one slot. */
function groupOf(pool: Pool): readonly Address[] {
  return [pool.address, ...pool.needs];
}

/** Opens pools with a round of their accounts. A pool that needs other accounts by now is read once more. */
export async function openPools(
  pools: readonly Pool[],
  round: Round,
  { reader, known: before, clock }: Opening,
): Promise<Reading<readonly OpenedPool[]>> {
  const accounts = new Map([...before, ...round.accounts]);
  const first = await inSlices(openEach(pools, accounts, clock));
  const moved = first.flatMap(({ pool, result }) => {
    const again = isRefused(result) && result.refused === 'not_read' ? movedTo(pool, round.accounts) : null;
    return again === null ? [] : [again];
  });
  if (moved.length === 0) return known(first);
  const second = await readTogether(reader, moved.map(groupOf));
  if (!second.known) return second;
  const newest = new Map([...accounts, ...second.value.accounts]);
  const later = await inSlices(openEach(moved, newest, clock));
  const byAddress = new Map(later.map((opened) => [opened.pool.address, opened]));
  return known(first.map((opened) => byAddress.get(opened.pool.address) ?? opened));
}

/** Opens one pool a step. Their markets cache quotes. */
function* openEach(pools: readonly Pool[], accounts: Accounts, clock: Clock): Steps<readonly OpenedPool[]> {
  const opened: OpenedPool[] = [];
  for (const one of pools) {
    const pool = { ...one, ...one.holdingsIn?.(accounts, clock) };
    const result = pool.open(accounts, clock);
    opened.push({ pool, result: isRefused(result) ? result : { ...result, market: remembering(result.market) } });
    yield;
  }
  return opened;
}

/** The pool as read in the round, if it needs an account that the round lacks; else null. */
function movedTo(pool: Pool, accounts: Accounts): Pool | null {
  const [now] = recogniseAll([pool.address], accounts, pool.mint).pools;
  return now?.needs.some((address) => !accounts.has(address)) ? now : null;
}

/** A pool that can be quoted, and its path to SOL; null where its other mint has none. */
export interface Priced {
  readonly pool: Pool;
  readonly open: OpenPool;
  readonly path: Path | null;
  /** How much of its other side trades near the price, in atomic units (`bandDepth`). */
  readonly depth: bigint;
}

/** The whole market of a mint. `unread`: accounts of venues that are no readable pool, and pools above the limit. */
export interface FoundMarket {
  readonly opened: readonly OpenedPool[];
  readonly unread: readonly Unread[];
  readonly priced: readonly Priced[];
}

/** The chosen pool between SOL and each stable coin. */
export type Hubs = ReadonlyMap<Address, Hop>;

/** The pools that can be quoted, each with its depth and its path: direct, or through the hub of its stable coin. */
export function* pricedPools(opened: readonly OpenedPool[], hubs: Hubs): Steps<readonly Priced[]> {
  const priced: Priced[] = [];
  for (const { pool, result } of opened) {
    if (isRefused(result)) continue;
    const { market } = result;
    priced.push({ pool, open: result, path: pathThrough({ pool, market }, hubs), depth: yield* bandDepth(market) });
  }
  return priced;
}

/** The path of a pool to SOL: direct, or through the hub of its stable coin; null where there is none. */
export function pathThrough(hop: Hop, hubs: Hubs): Path | null {
  if (hop.pool.other === WRAPPED_SOL) return { hops: [hop] };
  const hub = hubs.get(hop.pool.other);
  return hub ? { hops: [hub, hop] } : null;
}

/** The depth of a pool in lamports; 0 where it has no path to SOL. */
export function depthLamportsOf({ path, depth }: Priced): bigint {
  if (path === null) return 0n;
  const { numerator, denominator } = priceAt(path, path.hops.length - 1);
  return (depth * numerator) / denominator;
}
