import type { StateReader } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { type Hop, type Path, priceAt } from '#venues/routing/path.ts';
import { remembering } from '#venues/routing/remembering.ts';
import type { Accounts, Clock, OpenPool, Pool, Refused } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { recogniseAll } from './found.ts';
import { type Round, readTogether } from './rounds.ts';
import { inSlices } from './time-slices.ts';

/** A pool and what came of opening it. */
export interface OpenedPool {
  readonly pool: Pool;
  readonly result: OpenPool | Refused;
}

/** What pools are opened with beside their own accounts. `known` holds configurations, mints and earlier rounds. */
export interface Opening {
  readonly reader: StateReader;
  readonly known: Accounts;
  readonly clock: Clock;
}

/** The accounts of a pool that must be of one slot. */
export function groupOf(pool: Pool): readonly Address[] {
  return [pool.address, ...pool.needs];
}

/**
 * Opens pools with a round of their accounts. A pool that moved on meanwhile, so that it needs other accounts than those
 * that were read, is read once more.
 */
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

/** Opens pools one by one. Markets keep what they were asked before. */
function* openEach(pools: readonly Pool[], accounts: Accounts, clock: Clock): Steps<readonly OpenedPool[]> {
  const opened: OpenedPool[] = [];
  for (const pool of pools) {
    const result = pool.open(accounts, clock);
    opened.push({ pool, result: isRefused(result) ? result : { ...result, market: remembering(result.market) } });
    yield;
  }
  return opened;
}

/** The pool as it stands in a later round, where it needs an account that the round does not hold; else null. */
function movedTo(pool: Pool, accounts: Accounts): Pool | null {
  const [now] = recogniseAll([pool.address], accounts, pool.mint).pools;
  return now?.needs.some((address) => !accounts.has(address)) ? now : null;
}

/** A pool of the mint that can be quoted, and the path through it; null where its other mint leads to no SOL. */
export interface Priced {
  readonly pool: Pool;
  readonly open: OpenPool;
  readonly path: Path | null;
}

/** The pool between SOL and each stable coin that is gone through. */
export type Hubs = ReadonlyMap<Address, Hop>;

/** The pools that can be quoted, each with its path: straight, or by the pool of its stable coin. */
export function pricedPools(opened: readonly OpenedPool[], hubs: Hubs): readonly Priced[] {
  return opened.flatMap(({ pool, result }) => {
    return isRefused(result) ? [] : [{ pool, open: result, path: pathOf({ pool, market: result.market }, hubs) }];
  });
}

function pathOf(hop: Hop, hubs: Hubs): Path | null {
  if (hop.pool.other === WRAPPED_SOL) return { hops: [hop] };
  const hub = hubs.get(hop.pool.other);
  return hub ? { hops: [hub, hop] } : null;
}

/** What a pool holds on its other side, in lamports; 0 where that leads to no SOL. */
export function depthLamportsOf({ path, open }: Priced): bigint {
  if (path === null) return 0n;
  const { numerator, denominator } = priceAt(path, path.hops.length - 1);
  return (open.market.depth.other * numerator) / denominator;
}
