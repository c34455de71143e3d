import type { LargeAccount, StateReader } from '#chain/chain-reader.ts';
import type { LiquidityPart } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import type { Accounts, OpenPool, Pool } from '#venues/venue.ts';
import { depthLamportsOf, type Priced } from '../market/opened.ts';
import { readApart } from '../market/rounds.ts';
import { type LpReading, liquidityParts, lpQuestions, lpReading } from './liquidity.ts';
import { activeIndexOf, hasPositions, readPositions } from './positions.ts';
import type { RoundContext, SecondRound } from './second-round.ts';

/** Who can withdraw the liquidity of a pool; null where that was not read. */
export type LiquidityControl = (pool: Pool, open: OpenPool) => readonly LiquidityPart[] | null;

const NOBODY: Accounts = new Map();
/** Liquidity in this many pools of this many venues, none with more than half of it, counts as spread. */
const SPREAD = { pools: 3, venues: 2 } as const;

/**
 * Reads who can withdraw liquidity: the holders of LP tokens, in one round, or two where they may be escrows; and the positions of
 * the deepest pool where it has some, in up to three rounds.
 */
export async function readControl(work: RoundContext, second: SecondRound): Promise<LiquidityControl> {
  const [readings, positions] = await Promise.all([readLpHolders(work, second), readMainPositions(work, second)]);
  return (pool, { facts }) => {
    if (positions?.pool === pool.address) return positions.parts;
    return liquidityParts(pool, facts, (pool.liquidity && readings.get(pool.liquidity.mint)) ?? null);
  };
}

async function readLpHolders(
  { reader }: RoundContext,
  { priced, lpHolders }: SecondRound,
): Promise<ReadonlyMap<Address, LpReading>> {
  // Deepest first, so that dust pools do not use up the questions.
  const ranked = [...priced].sort(deeperFirst);
  const wanted = lpQuestions(ranked.map(({ pool, open }) => ({ pool, facts: open.facts })));
  const listed = wanted.flatMap((mint) => {
    const large = lpHolders.get(mint);
    return large?.known ? [{ mint, large: large.value }] : [];
  });
  const places = listed.flatMap(({ mint, large }) => [mint, ...large.map(({ account }) => account)]);
  const round = places.length > 0 ? await readApart(reader, places) : null;
  const readings = new Map<Address, LpReading>();
  if (!round?.known) return readings;
  const owners = await readEscrows(listed, round.value.accounts, priced, reader);
  for (const { mint, large } of listed) {
    const reading = lpReading(mint, large, round.value.accounts, owners);
    if (reading !== null) readings.set(mint, reading);
  }
  return readings;
}

/** Reads the owners of DAMM v1 LP tokens that are no wallets, because only the owning program identifies an escrow. */
async function readEscrows(
  listed: readonly { readonly mint: Address; readonly large: readonly LargeAccount[] }[],
  accounts: Accounts,
  priced: readonly Priced[],
  reader: StateReader,
): Promise<Accounts> {
  const escrowed = new Set(
    priced.flatMap(({ pool }) => (pool.venue === 'meteora_damm_v1' && pool.liquidity ? [pool.liquidity.mint] : [])),
  );
  const owners = listed
    .filter(({ mint }) => escrowed.has(mint))
    .flatMap(({ large }) => large)
    .flatMap(({ account }) => {
      const state = accounts.get(account);
      const owner = state ? readTokenAccount(state)?.authority : undefined;
      return owner && !isOnCurve(owner) ? [owner] : [];
    });
  if (owners.length === 0) return NOBODY;
  const round = await readApart(reader, owners);
  return round.known ? round.value.accounts : NOBODY;
}

interface Positions {
  readonly pool: Address;
  readonly parts: readonly LiquidityPart[];
}

/** The positions of the deepest pool; null where it has none, where other pools decide, or where no endpoint lists them. */
async function readMainPositions({ reader }: RoundContext, { priced, round }: SecondRound): Promise<Positions | null> {
  const [main] = [...priced].sort(deeperFirst);
  const account = main && round.accounts.get(main.pool.address);
  if (!main || !account || !hasPositions(main.pool.venue) || isSpread(priced)) return null;
  const parts = await readPositions(main.pool, activeIndexOf(main.pool.venue, account), reader);
  return parts.known ? { pool: main.pool.address, parts: parts.value } : null;
}

function deeperFirst(a: Priced, b: Priced): number {
  return depthLamportsOf(a) < depthLamportsOf(b) ? 1 : -1;
}

function isSpread(priced: readonly Priced[]): boolean {
  const depths = priced.map(depthLamportsOf).filter((depth) => depth > 0n);
  const sum = depths.reduce((total, depth) => total + depth, 0n);
  const venues = new Set(priced.map(({ pool }) => pool.venue));
  return depths.length >= SPREAD.pools && venues.size >= SPREAD.venues && depths.every((depth) => depth * 2n <= sum);
}
