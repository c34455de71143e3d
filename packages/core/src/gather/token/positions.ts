import type { DataSlice, FoundAccount, ScanReader, StateReader } from '#chain/chain-reader.ts';
import { type Horizon, type Lock, secondsHorizon, slotsHorizon, splitBy } from '#derive/token/locks/lock.ts';
import { type Gap, ifKnown, isFailure, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import type { LiquidityPart } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { readMint } from '#solana/token/mint.ts';
import { releaseAt } from '#solana/token/release.ts';
import type { LiquidityPosition, PositionLayout, Vesting } from '#venues/liquidity-position.ts';
import { dammV2Positions } from '#venues/meteora-damm-v2/positions.ts';
import { dlmmPositions } from '#venues/meteora-dlmm/positions.ts';
import { whirlpoolPositions } from '#venues/orca-whirlpool/positions.ts';
import { clmmPositions } from '#venues/raydium-clmm/positions.ts';
import type { Steps } from '#venues/routing/cost.ts';
import type { AccountBytes, Clock, Pool, VenueId } from '#venues/venue.ts';
import { inSlices } from '../market/time-slices.ts';
import { liquidityTaker, mergedParts, type Taken, takenBy } from './liquidity.ts';
import { type HeldTokens, isPlainOwner, ownersLocks, searchLocks } from './locks/find-locks.ts';

const HOLDER_READING = 'position_holder';

/** The chain reads for positions. */
export type PositionReader = ScanReader & Pick<StateReader, 'largestAccounts' | 'snapshot'>;

const READING = 'positions';
const POSITIONS_MAX = 4_096;
/** Maximum number of positions longer than usual, which one call reads whole. */
const WIDE_MAX = 32;
const POINT_BYTES = 8;
/** Positions decoded a step, which takes well under a millisecond. */
const POSITIONS_PER_STEP = 4;
/** Maximum number of positions whose NFT holder is searched, and of those whose releases are in accounts of their own. */
const TRACED_MAX = 3;
/** Maximum number of owners in the result. Whether an owner can sign takes long to find out, and a pool may have thousands. */
const OWNERS_MAX = 20;

const layouts: readonly PositionLayout[] = [dlmmPositions, whirlpoolPositions, clmmPositions, dammV2Positions];

/** True for venues whose pools have readable positions. */
export function hasPositions(venue: VenueId): boolean {
  return layouts.some((layout) => layout.venue === venue);
}

/** A pool made of positions, with its account and the moment of the check. */
export interface PositionedPool {
  readonly pool: Pool;
  readonly account: AccountBytes;
  readonly clock: Clock;
}

/** How one pool's positions are read. */
interface Question extends PositionedPool {
  readonly layout: PositionLayout;
  /** The tick at which the pool trades; null where positions have no range, or it is not known. */
  readonly activeIndex: number | null;
  /** The horizon of the pool's own unit; null where its positions have no releases, or the unit is not known. */
  readonly horizon: Horizon | null;
}

/**
 * Who can withdraw the liquidity of a pool made of positions, each position valued where the pool trades. Largest part first, each
 * owner once. Keeps the twenty largest named owners, and follows the NFT of the three largest positions that have one; the rest is
 * missing. One round finds the positions, two more the NFT holders, a fourth the locks that hold NFTs. A pool without positions has
 * no parts.
 */
export async function readPositions(
  asked: PositionedPool,
  reader: PositionReader,
): Promise<Reading<readonly LiquidityPart[]>> {
  const { pool, account, clock } = asked;
  const layout = layouts.find(({ venue }) => venue === pool.venue);
  if (!layout) return missing(READING, 'not_found', `${pool.venue} has no positions`);
  const timing = layout.timing(account);
  const horizon = timing === null ? null : timing === 'slots' ? slotsHorizon(clock) : secondsHorizon(clock);
  const question = { ...asked, layout, activeIndex: layout.activeIndex(account), horizon };
  const found = await searchPositions(question, reader);
  if (!found.known) return found;
  const stakes = await inSlices(stakesOf(found.value, question));
  return stakes.known ? partsOfPositions(stakes.value, question, reader) : stakes;
}

/** The data of a position, with the moment from which it can be withdrawn where that was searched apart. */
interface FoundPosition {
  readonly address: Address;
  readonly data: Uint8Array;
  readonly releasePoint: bigint | null;
}

async function searchPositions(
  { pool, layout }: Question,
  reader: PositionReader,
): Promise<Reading<readonly FoundPosition[]>> {
  const { releasePointAt } = layout;
  const search = (slice: DataSlice) => reader.programAccounts(layout.program, layout.filters(pool.address), slice);
  const [found, points] = await Promise.all([
    search({ offset: 0, length: layout.headBytes }),
    releasePointAt === undefined ? null : search({ offset: releasePointAt, length: POINT_BYTES }),
  ]);
  if (!found.known) return renamed(READING, found.gap);
  if (points && isRefusedSearch(points)) return renamed(READING, points.gap);
  if (found.value.length > POSITIONS_MAX) {
    return missing(READING, 'limit_reached', `more than ${POSITIONS_MAX} positions`);
  }
  const releasePoints = new Map(
    ((points && ifKnown(points)) ?? []).flatMap(({ address, data }) =>
      data.length === POINT_BYTES ? [[address, new Bytes(data).u64(0)] as const] : [],
    ),
  );
  const states = await statesOf(found.value, layout, reader);
  if (!states.known) return states;
  return known(states.value.map((one) => ({ ...one, releasePoint: releasePoints.get(one.address) ?? null })));
}

/** A refused or failed search hides positions that may be locked. The opener of a pool can make a search contradict itself. */
function isRefusedSearch(reading: Reading<unknown>): reading is Extract<typeof reading, { readonly known: false }> {
  return !reading.known && isFailure(reading.gap) && reading.gap.cause !== 'rpc_disagrees';
}

/** The data of positions. Long ones are read again as a whole; one that is missing was closed meanwhile. */
async function statesOf(
  accounts: readonly FoundAccount[],
  layout: PositionLayout,
  reader: PositionReader,
): Promise<Reading<readonly Pick<FoundAccount, 'address' | 'data'>[]>> {
  const wide = accounts.filter(({ bytes }) => bytes > layout.plainBytes);
  if (wide.length > WIDE_MAX) return missing(READING, 'limit_reached', `more than ${WIDE_MAX} wide positions`);
  const plain = accounts.filter(({ bytes }) => bytes <= layout.plainBytes);
  if (wide.length === 0) return known(plain);
  const whole = await reader.snapshot(wide.map(({ address }) => address));
  if (!whole.known) return renamed(READING, whole.gap);
  return known([...plain, ...whole.value.value.flatMap((account) => account ?? [])]);
}

/** The value of a position. */
interface Stake extends Pick<LiquidityPosition, 'holder' | 'liquidity' | 'lockedLiquidity'> {
  readonly address: Address;
  readonly worth: bigint;
  readonly vesting: Vesting | null;
}

/** The positions with a value, step by step, because a pool may have thousands. */
function* stakesOf(found: readonly FoundPosition[], question: Question): Steps<Reading<readonly Stake[]>> {
  const { pool, layout, activeIndex } = question;
  const stakes: Stake[] = [];
  for (const [at, { address, data, releasePoint }] of found.entries()) {
    if (at % POSITIONS_PER_STEP === 0) yield;
    const position = layout.read(data);
    if (position?.pool !== pool.address) return missing(READING, 'rpc_disagrees', 'no position of the pool was found');
    if (activeIndex === null && position.range !== null) {
      return missing(READING, 'unreadable', 'the tick at which the pool trades is not known');
    }
    const worth = layout.worth(position, activeIndex ?? 0);
    if (worth > 0n) stakes.push({ ...position, address, worth, vesting: vestingOf(position, releasePoint) });
  }
  return known(stakes);
}

function vestingOf({ liquidity, vesting }: LiquidityPosition, releasePoint: bigint | null): Vesting | null {
  if (releasePoint === null) return vesting ?? null;
  return { liquidity, releases: [releaseAt(releasePoint, liquidity)], explained: liquidity };
}

async function partsOfPositions(
  stakes: readonly Stake[],
  question: Question,
  reader: PositionReader,
): Promise<Reading<readonly LiquidityPart[]>> {
  const [followed, vested] = await Promise.all([
    follow(stakes, question, reader),
    readVestings(stakes, question, reader),
  ]);
  if (!followed.known) return followed;
  if (!vested.known) return vested;
  const total = stakes.reduce((sum, { worth }) => sum + worth, 0n);
  const taken: Taken[] = [];
  const byOwner = new Map<Address, bigint>();
  for (const stake of stakes) {
    const { free, locked } = freeAndLocked(
      { ...stake, vesting: vested.value.get(stake.address) ?? stake.vesting },
      question,
    );
    taken.push(...locked.filter((one) => one.worth > 0n));
    const { holder } = stake;
    if ('owner' in holder) byOwner.set(holder.owner, (byOwner.get(holder.owner) ?? 0n) + free);
    else taken.push(...(followed.value.get(holder.nftMint) ?? []).map((one) => ({ ...one, worth: one.worth * free })));
  }
  return known(mergedParts([...taken, ...namedOwners(byOwner)], total));
}

/** The part of a position that can be withdrawn now, and the part that a lock in it keeps. */
function freeAndLocked(
  { worth, liquidity, lockedLiquidity, vesting }: Stake,
  { horizon }: Question,
): { readonly free: bigint; readonly locked: readonly Taken[] } {
  const worthOf = (part: bigint) => (worth * part) / liquidity;
  const split = vesting && horizon ? splitBy(vesting.releases, vesting.liquidity, horizon) : null;
  const { kept = 0n, soon = 0n, keptUntil = null, soonAt = null } = split ?? {};
  const locked: readonly Taken[] = [
    { how: 'locked', owner: null, worth: worthOf(lockedLiquidity) },
    { how: 'locked', owner: null, worth: worthOf(kept), ...(keptUntil !== null && { unlocksAtUnix: keptUntil }) },
    { how: 'locked', owner: null, worth: worthOf(soon), unlocksAtUnix: soonAt ?? 0 },
  ];
  return { free: locked.reduce((rest, one) => rest - one.worth, worth), locked };
}

/**
 * The releases of the largest positions that do not show all of theirs. Where they are not found, the rest counts as free; a gap where
 * endpoints refuse the search.
 */
async function readVestings(
  stakes: readonly Stake[],
  { layout }: Question,
  reader: PositionReader,
): Promise<Reading<ReadonlyMap<Address, Vesting>>> {
  const { vestings } = layout;
  if (!vestings) return known(new Map());
  const open = stakes
    .flatMap(({ address, vesting, worth }) =>
      vesting && vesting.explained < vesting.liquidity ? [{ address, vesting, worth }] : [],
    )
    .sort((a, b) => (a.worth < b.worth ? 1 : -1))
    .slice(0, TRACED_MAX);
  const searches = await Promise.all(
    open.map(async (one) => {
      const slice = { offset: 0, length: vestings.bytes };
      const accounts = await reader.programAccounts(layout.program, vestings.filters(one.address), slice);
      return { ...one, accounts };
    }),
  );
  const found = new Map<Address, Vesting>();
  for (const { address, vesting, accounts } of searches) {
    if (isRefusedSearch(accounts)) return renamed(READING, accounts.gap);
    const more = (accounts.known ? accounts.value : []).flatMap(({ data }) => vestings.read(data, address) ?? []);
    found.set(address, { ...vesting, releases: [vesting, ...more].flatMap((one) => one.releases) });
  }
  return known(found);
}

/** The largest owners that positions name. */
function namedOwners(byOwner: ReadonlyMap<Address, bigint>): readonly Taken[] {
  return [...byOwner]
    .sort(([, a], [, b]) => (a < b ? 1 : -1))
    .slice(0, OWNERS_MAX)
    .map(([owner, worth]) => ({ how: liquidityTaker(owner), owner, worth }));
}

/** Who can use the one token of a position, by its mint: parts of one. */
type NftHolders = ReadonlyMap<Address, readonly Taken[]>;

/**
 * The holders of the largest positions that have an NFT. Leaves out positions whose holder is unknown; a gap if none is known, and where
 * endpoints refuse the reads.
 */
async function follow(
  stakes: readonly Stake[],
  question: Question,
  reader: PositionReader,
): Promise<Reading<NftHolders>> {
  const largest = stakes
    .flatMap((stake) => {
      const { free } = freeAndLocked(stake, question);
      return 'nftMint' in stake.holder && free > 0n ? [{ nftMint: stake.holder.nftMint, worth: free }] : [];
    })
    .sort((a, b) => (a.worth < b.worth ? 1 : -1))
    .slice(0, TRACED_MAX);
  const found = await Promise.all(
    largest.map(async ({ nftMint }) => [nftMint, await readNftHolder(nftMint, question, reader)] as const),
  );
  const holders: NftHolders = new Map(found.flatMap(([mint, one]) => (one.known ? [[mint, one.value] as const] : [])));
  const gap = found.reduce<Gap | null>((first, [, one]) => first ?? (one.known ? null : one.gap), null);
  const refused = found.map(([, one]) => one).find(isRefusedSearch);
  if (refused) return renamed(READING, refused.gap);
  return holders.size === 0 && gap !== null ? renamed(READING, gap) : known(holders);
}

/**
 * The holder of a position's NFT. A burned NFT locks the position for good, and so does a frozen one where the program freezes it.
 * `rpc_disagrees` where the list, the mint and the account contradict each other.
 */
async function readNftHolder(
  mint: Address,
  { pool, layout, clock }: Question,
  reader: PositionReader,
): Promise<Reading<readonly Taken[]>> {
  const large = await reader.largestAccounts(mint);
  if (!large.known) return large;
  const account = large.value.find(({ amount }) => amount > 0n)?.account;
  const states = await reader.snapshot(account === undefined ? [mint] : [mint, account]);
  if (!states.known) return states;
  const [mintState, holding] = states.value.value;
  const token = mintState ? readMint(mintState) : null;
  if (token?.supply === 0n && token.mintAuthority === null) return known([{ how: 'burned', owner: null, worth: 1n }]);
  const tokenAccount = holding ? readTokenAccount(holding) : null;
  if (!account || token?.supply !== 1n || tokenAccount?.mint !== mint || tokenAccount.amount !== 1n) {
    return missing(HOLDER_READING, 'rpc_disagrees', `${mint} is held by nobody`);
  }
  const owner = tokenAccount.authority;
  if (tokenAccount.frozen && layout.frozenIsLocked) return known([{ how: 'locked', owner, worth: 1n }]);
  const held = { account, owner, mint, tokens: 1n, pool: pool.address };
  const read = await readLocksOf(held, reader);
  return mapReading(read, (locks) => takenBy({ owner, tokens: 1n, locks }, secondsHorizon(clock)));
}

/** The locks that hold an NFT; a gap where the owner's account cannot be read, and where endpoints refuse the search. */
async function readLocksOf(held: HeldTokens, reader: PositionReader): Promise<Reading<readonly Lock[]>> {
  const [searched, owner] = await Promise.all([
    searchLocks([held], reader),
    isPlainOwner(held) ? null : reader.snapshot([held.owner]),
  ]);
  const unread = searched.unread.get(held.account);
  if (unread) return renamed(HOLDER_READING, unread);
  if (owner && !owner.known) return owner;
  const account = owner?.value.value[0] ?? null;
  const locks = ownersLocks([held], new Map([[held.owner, account]]));
  return known(searched.locks.get(held.account) ?? locks.get(held.account) ?? []);
}
