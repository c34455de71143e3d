import type { StateReader } from '#chain/chain-reader.ts';
import { secondsHorizon } from '#derive/token/locks/lock.ts';
import { isCurveVenue } from '#derive/token/roles.ts';
import { type Gap, gapFacts, known, type Reading } from '#lib/reading.ts';
import type { LiquidityPart } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { meteoraDammV1 } from '#venues/meteora-damm-v1/index.ts';
import type { Accounts, OpenPool, Pool } from '#venues/venue.ts';
import type { PoolsBehind } from '../market/holders.ts';
import { depthLamportsOf, type Priced } from '../market/opened-pools.ts';
import { readApart } from '../market/rounds.ts';
import { heldTokens, type LpReading, liquidityParts, lpQuestions, lpReading } from './liquidity.ts';
import { type HeldTokens, isPlainOwner, ownersLocks, searchLocks, withLaunches } from './locks/find-locks.ts';
import { hasPositions, readPositions } from './positions.ts';
import type { LpHolders, RoundContext, SecondRound } from './second-round.ts';

/**
 * The parties that can withdraw the liquidity of a pool; null where they were not read. `unread`: a failure of ours that left out a part
 * of them; null where there is none.
 */
export interface LiquidityControl {
  readonly partsOf: (pool: Pool, open: OpenPool) => readonly LiquidityPart[] | null;
  readonly unread: Gap | null;
}

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

/** LP mints whose holders are read before it is known which pools matter. */
export const LP_MINTS_MAX = 16;

/** The largest holders of the LP tokens of pools. */
export async function lpHoldersOf(
  pools: readonly Pool[],
  reader: Pick<StateReader, 'largestAccounts'>,
  max = POOLS_MAX,
): Promise<LpHolders> {
  const mints = [...new Set(pools.flatMap(({ liquidity }) => liquidity?.mint ?? []))].slice(0, max);
  return new Map(await Promise.all(mints.map(async (mint) => [mint, await reader.largestAccounts(mint)] as const)));
}

/**
 * Reads who can withdraw the liquidity of the pools that matter: the holders of LP tokens in one round, or two where they may be locks,
 * and positions in up to four.
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
  const horizon = secondsHorizon(work.first.markets.moment.clock);
  return {
    partsOf: (pool, { facts }) => {
      const own = positions.get(pool.address);
      if (own?.known) return own.value;
      // The figures of the pool alone may count as locked what its positions show to be free.
      if (own && ourFailure([own.gap])) return null;
      return liquidityParts(pool, facts, readings.of.get(pool.address) ?? null, horizon);
    },
    unread: ourFailure([...readings.gaps, ...gapsIn([...positions.values()])]),
  };
}

/** The first gap that is a failure of ours; null where there is none. */
function ourFailure(gaps: readonly Gap[]): Gap | null {
  return gaps.find(({ cause }) => gapFacts[cause].ours) ?? null;
}

function gapsIn(readings: readonly Reading<unknown>[]): readonly Gap[] {
  return readings.flatMap((one) => (one.known ? [] : [one.gap]));
}

/** Who can withdraw the liquidity of pools behind holders, and of these alone; null where there are none. */
export async function readControlBehind(
  work: RoundContext,
  { opened, accounts }: PoolsBehind,
  priced: readonly Priced[],
  lpHolders: LpHolders,
): Promise<LiquidityControl | null> {
  const own = new Set(opened.map(({ pool }) => pool.address));
  const mattering = decidingPools(priced).filter(({ pool }) => own.has(pool.address));
  if (mattering.length === 0) return null;
  const pools = { priced, lpHolders, round: { accounts } };
  const { partsOf, unread } = await readControl(work, pools, mattering);
  return { partsOf: (pool, open) => (own.has(pool.address) ? partsOf(pool, open) : null), unread };
}

/** Pools with this depth are markets by themselves, whatever lies beside them. Own choice. */
const MATTERING_LAMPORTS = 10_000_000_000n;

/**
 * The pools with liquidity that can be withdrawn, deepest first: those that have nine tenths of all depth together, and others that are
 * deep enough to remain as the market when these are left.
 */
export function decidingPools(priced: readonly Priced[]): readonly Priced[] {
  const ranked = [...priced].sort((a, b) => (depthLamportsOf(a) < depthLamportsOf(b) ? 1 : -1));
  let rest = ranked.reduce((sum, one) => sum + depthLamportsOf(one), 0n);
  const least = rest / REST_PARTS;
  const count = ranked.findIndex((one) => {
    rest -= depthLamportsOf(one);
    return rest <= least;
  });
  return ranked
    .filter((one, at) => at <= count || depthLamportsOf(one) >= MATTERING_LAMPORTS)
    .slice(0, POOLS_MAX)
    .filter(({ pool }) => !isCurveVenue(pool.venue));
}

/** What was read of LP tokens, by pool, and the gaps in it. */
interface LpReadings {
  readonly of: ReadonlyMap<Address, LpReading>;
  readonly gaps: readonly Gap[];
}

/** The holders of LP tokens with their locks, by pool. Leaves out holders whose locks could not be read. */
async function readLpHolders(
  { reader }: RoundContext,
  { lpHolders: asked }: ControlledPools,
  mattering: readonly Priced[],
): Promise<LpReadings> {
  const questions = lpQuestions(mattering);
  // Small pools of strangers may have come before them.
  const late = questions.flatMap(({ pool }) => (pool.liquidity && !asked.has(pool.liquidity.mint) ? [pool] : []));
  const lpHolders = new Map([...asked, ...(await lpHoldersOf(late, reader))]);
  const listed = questions.flatMap(({ pool }) => {
    const mint = pool.liquidity?.mint;
    const large = mint && lpHolders.get(mint);
    return mint && large?.known ? [{ pool, mint, large: large.value }] : [];
  });
  const unlisted = gapsIn(
    questions.flatMap(({ pool }) => (pool.liquidity && lpHolders.get(pool.liquidity.mint)) ?? []),
  );
  const addresses = listed.flatMap(({ mint, large }) => [mint, ...large.map(({ account }) => account)]);
  const round = addresses.length > 0 ? await readApart(reader, addresses) : null;
  if (!round?.known) return { of: new Map(), gaps: round ? [...unlisted, round.gap] : unlisted };
  const { accounts } = round.value;
  const held = listed.map(({ pool, mint, large }) => ({
    pool,
    tokens: heldTokens(mint, large, accounts).map((one) => ({ ...one, pool: pool.address, launched: pool.mint })),
  }));
  const all = held.flatMap(({ pool, tokens }) => followedHoldings(pool, tokens));
  const [searched, owners] = await Promise.all([searchLocks(all, reader), readOwners(all, reader)]);
  const isUnread = (one: HeldTokens) => searched.unread.has(one.account) || (!owners.known && !isPlainOwner(one));
  const read = owners.known ? owners.value : NOBODY;
  const of = held.flatMap(({ pool, tokens }) => {
    const locks = new Map([...ownersLocks(tokens, read), ...searched.locks]);
    const readable = tokens.filter((one) => !isUnread(one));
    const reading = lpReading(pool, readable, { accounts, owners: read, locks });
    return reading === null ? [] : [[pool.address, reading] as const];
  });
  return { of: new Map(of), gaps: [...unlisted, ...searched.unread.values(), ...gapsIn([owners])] };
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

/** The accounts of owners that may be locks. */
async function readOwners(held: readonly HeldTokens[], reader: StateReader): Promise<Reading<Accounts>> {
  const owners = held.filter((one) => !isPlainOwner(one)).map(({ owner }) => owner);
  if (owners.length === 0) return known(NOBODY);
  const round = await readApart(reader, owners);
  return round.known ? withLaunches(held, round.value.accounts, reader) : round;
}

/** The parts of pools made of positions, by pool. */
async function readAllPositions(
  { reader, first }: RoundContext,
  { round }: ControlledPools,
  mattering: readonly Priced[],
): Promise<ReadonlyMap<Address, Reading<readonly LiquidityPart[]>>> {
  const searched = mattering.filter(({ pool }) => hasPositions(pool.venue)).slice(0, SEARCHED_MAX);
  const readings = await Promise.all(
    searched.map(async ({ pool }) => {
      const account = round.accounts.get(pool.address);
      const parts = account ? await readPositions({ pool, account, clock: first.markets.moment.clock }, reader) : null;
      return parts ? [[pool.address, parts] as const] : [];
    }),
  );
  return new Map(readings.flat());
}
