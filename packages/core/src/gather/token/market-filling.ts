import {
  burnOwners,
  curveAuthorities,
  isForeignCurve,
  launchSystems,
  poolAuthorities,
  wrappedVault,
} from '#derive/token/roles.ts';
import { isFailure, isRetryable, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { Pool } from '#venues/venue.ts';
import type { Priced } from '../market/opened-pools.ts';
import { findBeginning, holdsLamports, readAfter } from '../sources/list-beginning.ts';
import { CROWDED_PAGES, readBack } from '../sources/listing.ts';
import { ENTRIES_MAX } from './insiders/launch.ts';
import type { IsMarket } from './insiders/token-way.ts';
import {
  entriesFrom,
  entriesUntil,
  isThere,
  type Launch,
  type ListPage,
  type Past,
  reachesBeyond,
} from './market-opening.ts';
import type { SecondRound } from './second-round.ts';
import { changesOf, heldIn } from './trades/pool-trade.ts';

/**
 * Adds the moment since which the deepest pool is deep, where liquidity came in then: a pool that opens with dust is launched when it is
 * filled. `enough`: the balance of the other side that counts as deep. A gap where the transactions around it could not be listed.
 */
export async function withFilling(
  launch: Launch,
  first: Transaction | null,
  past: Past,
  enough: bigint,
): Promise<Reading<Launch>> {
  const { pool } = past.main;
  const isOpening = (body: Transaction) =>
    [launch, ...(launch.also ?? [])].some(({ opening }) => opening.signature === body.signature);
  const isFilling = (body: Transaction | null): body is Transaction => {
    const changes = body && changesOf(body, pool);
    return changes != null && changes.other > 0n && changes.mint >= 0n;
  };
  const isFound = first !== null && (isOpening(first) || isFilling(first));
  const { ended } = await past.lists.own(pool);
  const searched = isFound || !(launch.isFar || ended) ? known(first) : await searchFilling(past, enough);
  if (!searched.known) return searched;
  const filled = searched.value;
  if (launch.isFar && !filled) return missing('launch', 'limit_reached', 'what filled the pool was not found');
  // Purchases fill a pool, too, without a launch. A pool of a market that was deep before, such as a curve, is not launched by filling it.
  if (!isFilling(filled) || isOpening(filled) || (first && first.slot < filled.slot)) return known(launch);
  const after = await entriesAfter(filled, past);
  if (!after.known) return after;
  const oldest = entriesFrom(after.value, filled.slot);
  const filling = { account: pool.address, venue: pool.venue, opening: filled, oldest };
  return known({ ...launch, also: [...(launch.also ?? []), filling] });
}

/** Whether liquidity left the pool without a payment. */
function withdraws(body: Transaction, pool: Pool): boolean {
  const sides = changesOf(body, pool);
  return sides !== null && sides.mint < 0n && sides.other <= 0n;
}

/** The transaction that made the pool deep, in a list that noise fills. */
async function searchFilling(
  { main: { pool }, work, lists }: Past,
  enough: bigint,
): Promise<Reading<Transaction | null>> {
  const { of } = await lists.own(pool);
  const back = await readBack(of, work.reader, CROWDED_PAGES);
  if (!back.known) return renamed('launch', back.gap);
  const isDeep = (body: Transaction): boolean | null => {
    const held = heldIn(body, pool);
    if (held) return held.after >= enough;
    // A pool that is not there yet is not deep.
    const wrapped = wrappedVault(pool);
    if (wrapped) return holdsLamports(wrapped, enough)(body);
    return isThere(body, pool) === false ? false : null;
  };
  const found = await findBeginning(of, back.value, work.reader, isDeep);
  return found.known ? found : renamed('launch', found.gap);
}

/** The list of the pool in ascending order, from the first deposit on or from before it. */
async function entriesAfter(first: Transaction, past: Past): Promise<ListPage> {
  const { of, page } = await past.lists.own(past.main.pool);
  const { signature, slot } = first;
  if (page.known && page.value.some((entry) => entry.signature === signature)) return known(page.value.toReversed());
  const ascending = await readAfter(of, { slot, epochs: 0 }, past.work.reader, ENTRIES_MAX);
  if (ascending?.known && (!ascending.value.next || reachesBeyond(ascending.value.entries, first)))
    return known(ascending.value.entries);
  if (ascending && !ascending.known && isFailure(ascending.gap)) return renamed('launch', ascending.gap);
  const until = await entriesUntil(of, first, past.work.reader);
  if (until.known || isRetryable(until.gap)) return until;
  const back = mapReading(await readBack(of, past.work.reader, CROWDED_PAGES), ({ entries }) => entries.toReversed());
  if (!back.known || back.value.some((entry) => entry.signature === signature)) return back;
  return missing('launch', 'limit_reached', 'what followed the first deposit is not listed');
}

const sharedAuthorities = new Set([...poolAuthorities.keys(), ...curveAuthorities.keys()]);

/** The accounts that are markets of the mint. A venue's authority owns the vaults of other pools as well, which anybody may open. */
export function marketAccounts({
  opened,
  round,
}: Pick<SecondRound, 'round'> & { readonly opened: readonly Pick<Priced, 'pool'>[] }): IsMarket {
  const own = opened.flatMap(({ pool }) => {
    if (isForeignCurve(pool)) return [];
    const vault = round.accounts.get(pool.vaults.mint);
    // The vaults of some venues have an owner for each token, which gets nothing of the other side.
    const owner = vault ? readTokenAccount(vault)?.authority : null;
    return [
      { pool, at: [pool.address, pool.vaults.mint, owner && !sharedAuthorities.has(owner) ? owner : pool.address] },
    ];
  });
  const systems = [launchSystems, burnOwners];
  return (owner, account, body) => {
    const named = own.filter(({ at }) => at.includes(owner) || at.includes(account));
    const isMarket = named.length > 0 || systems.some((some) => some.has(owner));
    return isMarket && !(body && named.some(({ pool }) => withdraws(body, pool)));
  };
}
