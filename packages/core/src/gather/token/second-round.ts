import type { AccountState, HistoryReader, LargeAccount, ScanReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { SoldMint } from '#derive/market/sale-trials.ts';
import { authorityAddresses } from '#derive/token/authorities.ts';
import { creatorAccounts } from '#derive/token/creator-and-metadata.ts';
import type { IssuerTable } from '#derive/token/issuers/issuer-table.ts';
import { programAddresses } from '#derive/token/programs/program-addresses.ts';
import { isOwnCurve } from '#derive/token/roles.ts';
import type { Reading } from '#lib/reading.ts';
import type { TokenEvidence } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import type { FullMint } from '#solana/token/decoded-mint.ts';
import { canonicalPool } from '#venues/pumpswap/layout.ts';
import type { Pool } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import type { FirstRound } from '../market/first-round.ts';
import type { MarketOptions, MarketQuestion, MarketReader } from '../market/market-question.ts';
import type { Hubs, OpenedPool, Priced } from '../market/opened-pools.ts';
import type { Round } from '../market/rounds.ts';

const ACCOUNTS_PER_GROUP = 100;

/** The shared input of the rounds after the first one. */
export interface RoundContext {
  readonly question: MarketQuestion;
  readonly mint: FullMint;
  readonly first: FirstRound;
  readonly reader: TokenReader;
  readonly options: TokenOptions;
}

/** The largest accounts of each LP mint, where an endpoint lists them. */
export type LpHolders = ReadonlyMap<Address, Reading<readonly LargeAccount[]>>;

/** The results of the second round. */
export interface SecondRound {
  readonly round: Round;
  readonly opened: readonly OpenedPool[];
  readonly hubs: Hubs;
  readonly priced: readonly Priced[];
  readonly lpHolders: LpHolders;
  readonly sold: SoldMint;
  /** The creators that launchpad pools name. */
  readonly creators: readonly Address[];
}

/** The time of the first round, in Unix seconds. */
export function nowOf({ first }: RoundContext): number {
  return first.markets.moment.asOf.time ?? 0;
}

/** The accounts that are read beside the pools: the largest holders, every authority of the mint, and what named creators hold. */
export function addressesBeside(
  { question: { subject }, mint, first: { markets } }: RoundContext,
  named: readonly Address[],
  { hook }: SoldMint,
): readonly (readonly Address[])[] {
  return inGroups([
    ...(markets.large.known ? markets.large.value.map(({ account }) => account) : []),
    ...authorityAddresses(mint),
    ...programAddresses({ ...mint, address: subject }, markets.accounts),
    ...(hook ? [hook.list] : []),
    ...named.flatMap((creator) => creatorAccounts(creator, subject, mint.program)),
  ]);
}

/** Pools that open with the accounts of the first round, as curves do, name the creator one round earlier. */
export function namedCreators(pools: readonly Pool[], { first: { markets, configurations } }: RoundContext) {
  const accounts = new Map([...configurations, ...markets.accounts]);
  return creatorsIn(pools.map((pool) => ({ pool, result: pool.open(accounts, markets.moment.clock) })));
}

/** The creators that launchpads' own pools name. */
export function creatorsIn(opened: readonly OpenedPool[]): readonly Address[] {
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
export function accountsOf({ first }: RoundContext, { round }: SecondRound): ReadonlyMap<Address, AccountState | null> {
  return new Map([...first.markets.accounts, ...round.accounts]);
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
