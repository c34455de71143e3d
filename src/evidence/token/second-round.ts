import type { AccountState, HistoryReader, LargeAccount, ScanReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { TokenEvidence } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { FullMint } from '#lib/token/decoded-mint.ts';
import { canonicalPool } from '#venues/pumpswap/layout.ts';
import type { Accounts, Pool } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import type { Unread } from '../market/found.ts';
import { openHubs } from '../market/hubs.ts';
import type { FirstLook } from '../market/look.ts';
import type { MarketOptions, MarketQuestion, MarketReader } from '../market/market-question.ts';
import {
  choosePools,
  groupsOf,
  type Hubs,
  type OpenedPool,
  type Opening,
  openPools,
  type Priced,
  pricedPools,
} from '../market/opened.ts';
import { type Round, readTogether } from '../market/rounds.ts';
import { type SoldMint, soldMint } from '../market/sale-trials.ts';
import { inSlices } from '../market/time-slices.ts';
import { authorityPlaces, hookProgramOf } from './authorities.ts';
import { creatorAccounts } from './creator-and-metadata.ts';
import type { IssuerTable } from './issuers/issuer-table.ts';
import { programPlaces } from './programs/program-places.ts';
import { isOwnCurve } from './roles.ts';

/** Maximum number of LP mints whose holders are read. */
const LP_MINTS_MAX = 16;
const ACCOUNTS_PER_GROUP = 100;

/** The shared input of the rounds after the first one. */
export interface RoundContext {
  readonly question: MarketQuestion;
  readonly mint: FullMint;
  readonly look: FirstLook;
  readonly reader: TokenReader;
  readonly options: TokenOptions;
}

/** The largest accounts of each LP mint, where an endpoint lists them. */
type LpHolders = ReadonlyMap<Address, Reading<readonly LargeAccount[]>>;

/** The results of the second round. */
export interface SecondRound {
  readonly round: Round;
  readonly opening: Opening;
  readonly opened: readonly OpenedPool[];
  readonly hubs: Hubs;
  readonly priced: readonly Priced[];
  readonly lpHolders: LpHolders;
  readonly sold: SoldMint;
  /** The creators that launchpad pools name. */
  readonly creators: readonly Address[];
  /** Pools above the limit of opened pools. */
  readonly leftOut: readonly Unread[];
}

/** Reads one round: the accounts of pools and hubs, the largest holders, every authority of the mint, and the holders of LP tokens. */
export async function readSecond(work: RoundContext): Promise<Reading<SecondRound>> {
  const { question, mint, look, reader, options } = work;
  const { sight } = look;
  const subject = question.subject;
  const { pools, hubs, leftOut } = choosePools([sight.found], sight.hubs, [options.dollarMint]);
  const before: Accounts = new Map([...look.configurations, ...sight.accounts]);
  const early = namedCreators(pools, before, work);
  const sold = soldMint(subject, mint, hookProgramOf(mint));
  const apart = [
    ...(sight.large.known ? sight.large.value.map(({ account }) => account) : []),
    ...authorityPlaces(mint),
    ...programPlaces({ ...mint, address: subject }, sight.accounts),
    ...(sold.hook ? [sold.hook.list] : []),
    ...early.flatMap((creator) => creatorAccounts(creator, subject, mint.program)),
  ];
  const lpMints = [...new Set(pools.flatMap(({ liquidity }) => liquidity?.mint ?? []))].slice(0, LP_MINTS_MAX);
  const [round, lpHolders] = await Promise.all([
    readTogether(reader, [...groupsOf(pools, hubs), ...inGroups(apart)]),
    Promise.all(lpMints.map(async (lpMint) => [lpMint, await reader.largestAccounts(lpMint)] as const)),
  ]);
  if (!round.known) return round;
  const opening = { reader, known: before, clock: sight.moment.clock };
  const opened = await openPools(pools, round.value, opening);
  if (!opened.known) return opened;
  const deepest = await openHubs({ hubs, round: round.value, opening, size: question.sizeLamports }, options.memory);
  return known({
    ...{ round: round.value, opening, opened: opened.value, hubs: deepest, sold },
    creators: [...new Set([...early, ...creatorsIn(opened.value)])],
    priced: await inSlices(pricedPools(opened.value, deepest)),
    lpHolders: new Map(lpHolders),
    leftOut,
  });
}

/** Pools that open with the accounts of the first round, as curves do, name the creator one round earlier. */
function namedCreators(pools: readonly Pool[], accounts: Accounts, { look }: RoundContext): readonly Address[] {
  const { clock } = look.sight.moment;
  return creatorsIn(pools.map((pool) => ({ pool, result: pool.open(accounts, clock) })));
}

function creatorsIn(opened: readonly OpenedPool[]): readonly Address[] {
  return opened.flatMap(({ pool, result }) => {
    return namesDeveloper(pool) && !isRefused(result) && result.facts.creator ? [result.facts.creator] : [];
  });
}

/** Anybody can create a pool of a token, and name anybody in it; a launchpad's own pool names the developer. */
function namesDeveloper(pool: Pool): boolean {
  const { venue, address, mint, other } = pool;
  return isOwnCurve(pool) || (venue === 'pumpswap' && address === canonicalPool(mint, other));
}

function inGroups(addresses: readonly Address[]): readonly (readonly Address[])[] {
  const unique = [...new Set(addresses)];
  const groups: Address[][] = [];
  for (let at = 0; at < unique.length; at += ACCOUNTS_PER_GROUP) groups.push(unique.slice(at, at + ACCOUNTS_PER_GROUP));
  return groups;
}

/** All accounts that both rounds read. */
export function accountsOf({ look }: RoundContext, { round }: SecondRound): ReadonlyMap<Address, AccountState | null> {
  return new Map([...look.sight.accounts, ...round.accounts]);
}

/** The chain reads of a token check: its market, the history of the mint and of wallets, and account searches. */
export type TokenReader = MarketReader & HistoryReader & ScanReader;

/** The options of token evidence. */
export interface TokenOptions extends MarketOptions {
  readonly labels: LabelTable;
  /** The stable coin whose price counts as one US dollar; one of `stableMints`, which all have six decimals. */
  readonly dollarMint: Address;
  /** The depth that counts as enough, and the price of SOL where the chain shows none; both in millionths of a US dollar. */
  readonly enoughDepth: { readonly usdMicros: bigint; readonly usdMicrosPerSol: bigint };
  readonly issuers: IssuerTable;
  /** Whether the answer about evidence without holders is free, whatever launch and insiders show. Absent: they are always read. */
  readonly isFreeWithoutLaunch?: (evidence: TokenEvidence) => boolean;
}
