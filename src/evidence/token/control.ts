import type { StateReader } from '#chain/chain-reader.ts';
import type { LiquidityPart } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import { meteoraDammV1 } from '#venues/meteora-damm-v1/index.ts';
import type { Accounts, OpenPool, Pool } from '#venues/venue.ts';
import type { Beyond } from '../market/holders.ts';
import { depthLamportsOf, type Priced } from '../market/opened.ts';
import { readApart } from '../market/rounds.ts';
import { heldTokens, type LpReading, liquidityParts, lpQuestions, lpReading } from './liquidity.ts';
import { type HeldTokens, isPlainOwner, ownersLocks, searchLocks } from './locks/find-locks.ts';
import { secondsHorizon } from './locks/lock.ts';
import { hasPositions, readPositions } from './positions.ts';
import { isCurveVenue } from './roles.ts';
import type { RoundContext, SecondRound } from './second-round.ts';

/** Who can withdraw the liquidity of a pool; null where that was not read. */
export type LiquidityControl = (pool: Pool, open: OpenPool) => readonly LiquidityPart[] | null;

const NOBODY: Accounts = new Map();

/** Pools matter, the deepest first, until those left have less than this part of all depth. */
const REST_PARTS = 10n;
/** Maximum number of pools that matter, and of those whose positions are searched. */
const POOLS_MAX = 10;
const SEARCHED_MAX = 4;
/** Locks of less than this part of a pool's listed LP tokens are not read. */
const DUST_PARTS = 100n;

/** Pools with a price, with their accounts and the largest holders of their LP tokens. */
type ControlledPools = Pick<SecondRound, 'priced' | 'lpHolders'> & {
  readonly round: Pick<SecondRound['round'], 'accounts'>;
};

/** The largest holders of the LP tokens of pools. */
export async function lpHoldersOf(
  pools: readonly Pool[],
  reader: Pick<StateReader, 'largestAccounts'>,
): Promise<SecondRound['lpHolders']> {
  const mints = [...new Set(pools.flatMap(({ liquidity }) => liquidity?.mint ?? []))].slice(0, POOLS_MAX);
  return new Map(await Promise.all(mints.map(async (mint) => [mint, await reader.largestAccounts(mint)] as const)));
}

/**
 * Reads who can withdraw the liquidity of the pools that matter: the holders of LP tokens in one round, or two where they may be
 * locks, and positions in up to four.
 */
export async function readControl(
  work: RoundContext,
  second: ControlledPools,
  mattering = decidingPools(second.priced),
): Promise<LiquidityControl> {
  const [readings, positions] = await Promise.all([
    readLpHolders(work, second, mattering),
    readAllPositions(work, second, mattering),
  ]);
  const horizon = secondsHorizon(work.look.sight.moment.clock);
  return (pool, { facts }) =>
    positions.get(pool.address) ?? liquidityParts(pool, facts, readings.get(pool.address) ?? null, horizon);
}

/** Who can withdraw the liquidity of pools behind holders; null where there are none. */
export async function readControlBehind(
  work: RoundContext,
  { opened, accounts }: Beyond,
  priced: readonly Priced[],
  lpHolders: readonly SecondRound['lpHolders'][],
): Promise<LiquidityControl | null> {
  const own = new Set(opened.map(({ pool }) => pool.address));
  const mattering = decidingPools(priced).filter(({ pool }) => own.has(pool.address));
  if (mattering.length === 0) return null;
  const pools = { priced, lpHolders: new Map(lpHolders.flatMap((one) => [...one])), round: { accounts } };
  return readControl(work, pools, mattering);
}

/** The pools whose liquidity somebody may withdraw, deepest first, that have nine tenths of all depth together. */
export function decidingPools(priced: readonly Priced[]): readonly Priced[] {
  const ranked = [...priced].sort((a, b) => (depthLamportsOf(a) < depthLamportsOf(b) ? 1 : -1));
  let rest = ranked.reduce((sum, one) => sum + depthLamportsOf(one), 0n);
  const least = rest / REST_PARTS;
  const count = ranked.findIndex((one) => {
    rest -= depthLamportsOf(one);
    return rest <= least;
  });
  return ranked.slice(0, Math.min(count + 1, POOLS_MAX)).filter(({ pool }) => !isCurveVenue(pool.venue));
}

/** The holders of LP tokens with their locks, by pool. */
async function readLpHolders(
  { reader }: RoundContext,
  { lpHolders }: ControlledPools,
  mattering: readonly Priced[],
): Promise<ReadonlyMap<Address, LpReading>> {
  const listed = lpQuestions(mattering).flatMap(({ pool }) => {
    const mint = pool.liquidity?.mint;
    const large = mint && lpHolders.get(mint);
    return mint && large?.known ? [{ pool, mint, large: large.value }] : [];
  });
  const places = listed.flatMap(({ mint, large }) => [mint, ...large.map(({ account }) => account)]);
  const round = places.length > 0 ? await readApart(reader, places) : null;
  if (!round?.known) return new Map();
  const { accounts } = round.value;
  const held = listed.map(({ pool, mint, large }) => ({
    pool,
    tokens: heldTokens(mint, large, accounts).map((one) => ({ ...one, pool: pool.address })),
  }));
  const all = held.flatMap(({ pool, tokens }) => followedHoldings(pool, tokens));
  const [searched, owners] = await Promise.all([searchLocks(all, reader), readOwners(all, reader)]);
  return new Map(
    held.flatMap(({ pool, tokens }) => {
      const locks = new Map([...ownersLocks(tokens, owners), ...searched]);
      const reading = lpReading(pool, tokens, { accounts, owners, locks });
      return reading === null ? [] : [[pool.address, reading] as const];
    }),
  );
}

/**
 * The holdings of LP tokens whose owners may be locks that matter, so that dust makes no check read further. DAMM v1 counts all of
 * its escrows as locked, so that each must be known as one.
 */
export function followedHoldings<T extends HeldTokens>(
  { venue }: Pick<Pool, 'venue'>,
  held: readonly T[],
): readonly T[] {
  if (venue === meteoraDammV1.id) return held;
  const least = held.reduce((sum, { tokens }) => sum + tokens, 0n) / DUST_PARTS;
  return held.filter(({ tokens }) => tokens >= least);
}

/** The accounts of owners that may be locks. Where they cannot be read, nothing is a lock. */
async function readOwners(held: readonly HeldTokens[], reader: StateReader): Promise<Accounts> {
  const owners = held.filter((one) => !isPlainOwner(one)).map(({ owner }) => owner);
  const round = owners.length > 0 ? await readApart(reader, owners) : known({ accounts: NOBODY, slot: 0 });
  return round.known ? round.value.accounts : NOBODY;
}

/** The parts of pools made of positions, by pool. Leaves out those that no endpoint lists. */
async function readAllPositions(
  { reader, look }: RoundContext,
  { round }: ControlledPools,
  mattering: readonly Priced[],
): Promise<ReadonlyMap<Address, readonly LiquidityPart[]>> {
  const searched = mattering.filter(({ pool }) => hasPositions(pool.venue)).slice(0, SEARCHED_MAX);
  const readings = await Promise.all(
    searched.map(async ({ pool }) => {
      const account = round.accounts.get(pool.address);
      const parts = account ? await readPositions({ pool, account, clock: look.sight.moment.clock }, reader) : null;
      return parts?.known ? [[pool.address, parts.value] as const] : [];
    }),
  );
  return new Map(readings.flat());
}
