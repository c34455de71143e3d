import type { FoundAccount, ScanReader, StateReader } from '#chain/chain-reader.ts';
import type { LiquidityPart } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { readMint } from '#lib/token/mint.ts';
import type { LiquidityPosition, PositionLayout } from '#venues/liquidity-position.ts';
import { dammV2Positions } from '#venues/meteora-damm-v2/positions.ts';
import { dlmmPositions } from '#venues/meteora-dlmm/positions.ts';
import { whirlpoolPositions } from '#venues/orca-whirlpool/positions.ts';
import { clmmPositions } from '#venues/raydium-clmm/positions.ts';
import type { Steps } from '#venues/routing/cost.ts';
import type { AccountBytes, Pool, VenueId } from '#venues/venue.ts';
import { inSlices } from '../market/time-slices.ts';
import { liquidityTaker } from './liquidity.ts';

const HOLDER_READING = 'position_holder';

/** The chain reads for positions. */
export type PositionReader = ScanReader & Pick<StateReader, 'largestAccounts' | 'snapshot'>;

const READING = 'positions';
const POSITIONS_MAX = 4_096;
/** Maximum number of positions longer than usual, which one call reads whole. */
const WIDE_MAX = 32;
/** Positions decoded a step, which takes well under a millisecond. */
const POSITIONS_PER_STEP = 4;
/** Maximum number of positions whose NFT holder is searched. */
const TRACED_MAX = 3;
/** Maximum number of owners in the result. It takes long to tell whether an owner can sign, and a pool may have thousands of small ones. */
const OWNERS_MAX = 20;
const WHOLE = 10_000n;

const layouts: readonly PositionLayout[] = [dlmmPositions, whirlpoolPositions, clmmPositions, dammV2Positions];

/** True for venues whose pools have readable positions. */
export function hasPositions(venue: VenueId): boolean {
  return layouts.some((layout) => layout.venue === venue);
}

/** The tick at which a pool trades; null where positions have no range, or the account is no pool of the venue. */
export function activeIndexOf(venue: VenueId, account: AccountBytes): number | null {
  return layouts.find((layout) => layout.venue === venue)?.activeIndex(account) ?? null;
}

/**
 * Who can withdraw the liquidity of a pool made of positions, each position valued at `activeIndex`, where the pool trades. Largest
 * part first, each owner once. Keeps the twenty largest named owners, and follows the NFT of the three largest positions that have
 * one; the rest is missing. One call finds the positions, and two more rounds find the NFT holders. A pool without positions has no
 * parts.
 */
export async function readPositions(
  pool: Pool,
  activeIndex: number | null,
  reader: PositionReader,
): Promise<Reading<readonly LiquidityPart[]>> {
  const layout = layouts.find(({ venue }) => venue === pool.venue);
  if (!layout) return missing(READING, 'not_found', `${pool.venue} has no positions`);
  const slice = { offset: 0, length: layout.headBytes };
  const found = await reader.programAccounts(layout.program, layout.filters(pool.address), slice);
  if (!found.known) return renamed(READING, found.gap);
  if (found.value.length > POSITIONS_MAX) {
    return missing(READING, 'limit_reached', `more than ${POSITIONS_MAX} positions`);
  }
  const states = await statesOf(found.value, layout, reader);
  if (!states.known) return states;
  const stakes = await inSlices(stakesOf(states.value, pool, activeIndex, layout));
  return stakes.known ? partsOfPositions(stakes.value, layout, reader) : stakes;
}

/** The value of a position; `free` is the part that can be withdrawn. */
interface Stake {
  readonly holder: LiquidityPosition['holder'];
  readonly worth: bigint;
  readonly free: bigint;
}

/** The data of positions. Long ones are read again as a whole; one that is missing was closed meanwhile. */
async function statesOf(
  accounts: readonly FoundAccount[],
  layout: PositionLayout,
  reader: PositionReader,
): Promise<Reading<readonly Uint8Array[]>> {
  const wide = accounts.filter(({ bytes }) => bytes > layout.plainBytes);
  if (wide.length > WIDE_MAX) return missing(READING, 'limit_reached', `more than ${WIDE_MAX} wide positions`);
  const plain = accounts.filter(({ bytes }) => bytes <= layout.plainBytes).map(({ data }) => data);
  if (wide.length === 0) return known(plain);
  const whole = await reader.snapshot(wide.map(({ address }) => address));
  if (!whole.known) return renamed(READING, whole.gap);
  return known([...plain, ...whole.value.value.flatMap((account) => account?.data ?? [])]);
}

/** The positions with a value, step by step, because a pool may have thousands. */
function* stakesOf(
  states: readonly Uint8Array[],
  pool: Pool,
  activeIndex: number | null,
  layout: PositionLayout,
): Steps<Reading<readonly Stake[]>> {
  const stakes: Stake[] = [];
  for (const [at, data] of states.entries()) {
    if (at % POSITIONS_PER_STEP === 0) yield;
    const position = layout.read(data);
    if (position?.pool !== pool.address) return missing(READING, 'rpc_disagrees', 'no position of the pool was found');
    if (activeIndex === null && position.range !== null) {
      return missing(READING, 'unreadable', 'the tick at which the pool trades is not known');
    }
    const worth = layout.worth(position, activeIndex ?? 0);
    if (worth > 0n) stakes.push(stakeOf(position, worth));
  }
  return known(stakes);
}

function stakeOf({ holder, liquidity, lockedLiquidity }: LiquidityPosition, worth: bigint): Stake {
  return { holder, worth, free: worth - (worth * lockedLiquidity) / liquidity };
}

type Taken = Pick<LiquidityPart, 'how' | 'owner'> & { readonly worth: bigint };

async function partsOfPositions(
  stakes: readonly Stake[],
  layout: PositionLayout,
  reader: PositionReader,
): Promise<Reading<readonly LiquidityPart[]>> {
  const total = stakes.reduce((sum, { worth }) => sum + worth, 0n);
  const free = stakes.reduce((sum, stake) => sum + stake.free, 0n);
  const followed = await follow(stakes, layout, reader);
  if (!followed.known) return followed;
  return known(
    shares([{ how: 'locked', owner: null, worth: total - free }, ...namedOwners(stakes), ...followed.value], total),
  );
}

/** The largest owners that positions name. */
function namedOwners(stakes: readonly Stake[]): readonly Taken[] {
  const byOwner = new Map<Address, bigint>();
  for (const { holder, free } of stakes) {
    if ('owner' in holder) byOwner.set(holder.owner, (byOwner.get(holder.owner) ?? 0n) + free);
  }
  return [...byOwner]
    .sort(([, a], [, b]) => (a < b ? 1 : -1))
    .slice(0, OWNERS_MAX)
    .map(([owner, worth]) => ({ how: liquidityTaker(owner), owner, worth }));
}

/** The holders of the largest positions that have an NFT. Leaves out positions whose holder is unknown; a gap if that is all of them. */
async function follow(
  stakes: readonly Stake[],
  layout: PositionLayout,
  reader: PositionReader,
): Promise<Reading<readonly Taken[]>> {
  const largest = stakes
    .flatMap(({ holder, free }) => ('nftMint' in holder && free > 0n ? [{ nftMint: holder.nftMint, worth: free }] : []))
    .sort((a, b) => (a.worth < b.worth ? 1 : -1))
    .slice(0, TRACED_MAX);
  const holders = await Promise.all(
    largest.map(({ nftMint }) => readNftHolder(nftMint, layout.frozenIsLocked, reader)),
  );
  const taken: Taken[] = [];
  let gap: Gap | null = null;
  for (const [at, { worth }] of largest.entries()) {
    const holder = holders[at];
    if (holder?.known) taken.push({ ...holder.value, worth });
    else gap ??= holder?.gap ?? null;
  }
  return taken.length === 0 && gap !== null ? renamed(READING, gap) : known(taken);
}

/** Shares in basis points, rounded down, one for each owner. */
function shares(taken: readonly Taken[], total: bigint): readonly LiquidityPart[] {
  const byOwner = new Map<string, Taken>();
  for (const one of taken) {
    const key = `${one.how} ${one.owner ?? ''}`;
    byOwner.set(key, { ...one, worth: one.worth + (byOwner.get(key)?.worth ?? 0n) });
  }
  return [...byOwner.values()]
    .map(({ how, owner, worth }) => ({ how, owner, bps: total === 0n ? 0 : Number((worth * WHOLE) / total) }))
    .filter(({ bps }) => bps > 0)
    .sort((a, b) => b.bps - a.bps);
}

/** The holder of a position. */
type PositionHolder = Pick<LiquidityPart, 'how' | 'owner'>;

/**
 * The holder of a position's NFT. A burned NFT locks the position for good, and so does a frozen one with `frozenIsLocked`.
 * `rpc_disagrees` where the list, the mint and the account contradict each other.
 */
async function readNftHolder(
  mint: Address,
  frozenIsLocked: boolean,
  reader: Pick<StateReader, 'largestAccounts' | 'snapshot'>,
): Promise<Reading<PositionHolder>> {
  const large = await reader.largestAccounts(mint);
  if (!large.known) return large;
  const account = large.value.find(({ amount }) => amount > 0n)?.account;
  const states = await reader.snapshot(account === undefined ? [mint] : [mint, account]);
  if (!states.known) return states;
  const [mintState, holding] = states.value.value;
  const token = mintState ? readMint(mintState) : null;
  if (token?.supply === 0n && token.mintAuthority === null) return known({ how: 'burned', owner: null });
  const tokenAccount = holding ? readTokenAccount(holding) : null;
  if (token?.supply !== 1n || tokenAccount?.mint !== mint || tokenAccount.amount !== 1n) {
    return missing(HOLDER_READING, 'rpc_disagrees', `${mint} is held by nobody`);
  }
  const how = tokenAccount.frozen && frozenIsLocked ? 'locked' : liquidityTaker(tokenAccount.authority);
  return known({ how, owner: tokenAccount.authority });
}
