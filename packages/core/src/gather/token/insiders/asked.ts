import type { LabelTable } from '#chain/labels/label.ts';
import { type CreatorPerson, creatorAccounts, creatorOf, type Maker } from '#derive/token/creator-and-metadata.ts';
import { type Gap, gapFacts, known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import type { CreatorFacts, HolderFacts, HolderRole, TokenEvidence, UntracedHolder } from '#rules/token/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { Pool } from '#venues/venue.ts';
import type { Priced } from '../../market/opened-pools.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import { heldTokens } from '../liquidity.ts';
import { marketAccounts } from '../market-filling.ts';
import { enoughLamports, type MarketHistory, rankedPools } from '../market-history.ts';
import type { ListPage } from '../market-opening.ts';
import { YOUNG_SECONDS } from '../mint-history.ts';
import type { RoundContext, SecondRound } from '../second-round.ts';
import type { DeveloperQuestion } from './developer.ts';
import { isService } from './funding.ts';
import type { Holder } from './read-insiders.ts';
import type { IsMarket } from './token-way.ts';

/**
 * The part of the circulating supply, in percent, from which the largest holders of an older market matter as a cluster. The rules count
 * clusters from 20 percent on, but most plain tokens lie between these bounds. Questions about their holders take six rounds instead of
 * three. They find busy wallets and wallets that got their tokens from the issuer, of which one person can make as many from one holder.
 * So a smaller share, in parts that are not large alone, is not recognised as one holder's once the market is 30 days old.
 */
const CONCENTRATED_PERCENT = 40n;

/** The part of the circulating supply, in percent, from which one holder matters: a split share has several such parts. */
const LARGE_PERCENT = 2n;

/** An endpoint lists this many of the largest accounts of a mint, or all where there are fewer. */
const HOLDERS_LISTED_MAX = 20;

/** The readings. `handed`, `unfollowed`: as in `CreatorFacts`. `tokenSources`: see `Insiders`. */
export interface People extends Pick<TokenEvidence, 'launch' | 'insiders'> {
  readonly handed: bigint;
  readonly unfollowed: readonly UntracedHolder[];
  readonly tokenSources: ReadonlyMap<Address, Address>;
}

export const NO_PEOPLE: People = {
  launch: known(null),
  insiders: known(null),
  handed: 0n,
  unfollowed: [],
  tokenSources: new Map(),
};

/** The readings where one gap hides all of them. */
export function unreadPeople(gap: Gap): People {
  return { ...NO_PEOPLE, launch: renamed('launch', gap), insiders: renamed('insiders', gap) };
}

/** The same with holders that would be asked if the market were known to be young. */
export function withUnasked(people: People, { accounts, large }: LargestHolders, { cause }: Gap): People {
  const unasked = accounts
    .filter((one) => !large.includes(one))
    .map(({ owner, tokens }) => ({ wallet: owner, tokens, why: cause }));
  const insiders = mapReading(
    people.insiders,
    (facts) => facts && { ...facts, untraced: [...facts.untraced, ...unasked] },
  );
  return { ...people, insiders };
}

/** The creator with the tokens that it handed to others. */
export function withHanded(
  creator: Omit<CreatorFacts, 'handed' | 'unfollowed'> | null,
  { handed, unfollowed }: Pick<People, 'handed' | 'unfollowed'>,
): CreatorFacts | null {
  return creator && { ...creator, handed, unfollowed };
}

/** The holders; the giver of a holder's tokens controls them. */
export function withSources(holders: HolderFacts, sources: People['tokenSources']): HolderFacts {
  const accounts = holders.accounts.map((one) => {
    const source = one.role === 'wallet' || one.role === 'program' ? sources.get(one.owner) : undefined;
    return source && one.controller === undefined ? { ...one, controller: source } : one;
  });
  return { ...holders, accounts };
}

/** What is examined of a token's people. */
export interface Extent {
  /** Whether the market is not proven to be older than 30 days; a gap where that could not be read. */
  readonly young: Reading<boolean>;
  /** False where only the ways of large holders' tokens are asked. */
  readonly isWhole: boolean;
  /** False where no holder is asked about. */
  readonly isAsked: boolean;
}

/** The holders of a reviewed asset are not judged. */
export const NOBODY_ASKED: Extent = { young: known(false), isWhole: false, isAsked: false };

/** Whether the check asks about holders: in a market that is not young, only about those who have much. */
export function extentOf(young: Reading<boolean>, { large }: LargestHolders): Extent {
  const isWhole = young.known && young.value;
  return { young, isWhole, isAsked: isWhole || large.length > 0 };
}

/** The makers of a token, as far as they are known when people are asked about. */
export interface TokenMakers {
  readonly made: Reading<Maker | null>;
  /** The administrator of a creator that has no key. */
  readonly admin: Address | null;
  readonly creator: Address | null;
  /** The creator and who paid for the creation, each once. */
  readonly people: readonly Address[];
}

/** The makers. `maker`: as the third round knows it; else the payer of the creation is. */
export function namedMakers(
  maker: Maker | null,
  creation: Reading<Transaction | null>,
  person: Reading<CreatorPerson | null>,
): TokenMakers {
  const payer = creation.known ? (creation.value?.feePayer ?? null) : null;
  const admin = person.known ? (person.value?.address ?? null) : null;
  const made = maker ? known(maker) : creatorOf([], creation);
  const creator = admin ?? (made.known ? (made.value?.address ?? null) : null);
  return { made, admin, creator, people: [...new Set([creator, payer].filter((one) => one !== null))] };
}

/** What is asked about insiders. */
export function insiderQuestion(
  { question: { subject }, mint, reader, options }: RoundContext,
  { creator, people }: TokenMakers,
  { all, isMarket }: Holdings,
  { isWhole }: Extent,
) {
  const asked = isWhole ? all.accounts : all.large;
  return {
    mint: subject,
    creator,
    developers: people.map((owner) => ({ owner, accounts: creatorAccounts(owner, subject, mint.program) })),
    holders: asked.filter(({ owner }) => isOnCurve(owner)),
    programs: asked.filter(({ owner }) => !isOnCurve(owner)),
    isWhole,
    isMarket,
    reader,
    labels: options.labels,
  };
}

/** The second wallet whose record counts: the payer of the creation, where the creator did not sign it. Null where there is none. */
export function payerBeside(made: Transaction | null, creator: Address | null, labels: LabelTable): Address | null {
  const isSigner = made === null || creator === null || made.signers.includes(creator);
  return isSigner || isService(made.feePayer, labels) ? null : made.feePayer;
}

/** Whether the past of a market is young enough to count although other pools may come. */
export function showsYouth({ pool, market }: MarketHistory, now: number): boolean {
  return pool !== null && !(market.known && market.value && now - market.value.provenSince > YOUNG_SECONDS);
}

/** An owner without a key and with this part of the supply may be a pool that is found later. Own choice. */
const ELSEWHERE_PARTS = 100n;

/** Whether the market may be another one than is found so far. */
export function mayBeElsewhere(work: RoundContext, second: SecondRound): boolean {
  const { accounts } = holdingsIn(work, second, []).all;
  const { mint } = work;
  return accounts.some(({ owner, tokens }) => !isOnCurve(owner) && tokens * ELSEWHERE_PARTS >= mint.supply);
}

/** Roles of accounts whose tokens have no holder. */
const UNHELD: readonly HolderRole[] = ['burn', 'pool', 'curve', 'launch_system'];

/** The tokens that count as held by each account: neither a market's nor locked. */
export function countedTokens({ accounts }: HolderFacts): ReadonlyMap<Address, bigint> {
  const counted = accounts.filter(({ role }) => !UNHELD.includes(role));
  return new Map(counted.map(({ account, tokens, lock }) => [account, tokens - (lock?.tokens ?? 0n)]));
}

/**
 * Whether the market is not proven to be older than 30 days; the mint where there is no market. A gap where a failure of ours hides that:
 * an accusation of a young token must not hit an old one. No market is older than a mint that was made lately.
 */
export function isNotOld(market: TokenEvidence['market'], age: TokenEvidence['age'], now: number): Reading<boolean> {
  const since = market.known && market.value === null ? age : market;
  const isOld = (at: number) => now - at > YOUNG_SECONDS;
  if (since.known) return known(!since.value || !isOld(since.value.provenSince));
  const made = age.known && age.value?.proof.what === 'creation' ? age.value.provenSince : null;
  const isMadeLately = made !== null && !isOld(made);
  return gapFacts[since.gap.cause].ours && !isMadeLately ? since : known(true);
}

/** The market whose beginning counts: beside another pool, a pool that was opened lately does not date the market. */
export function onlyMarket(work: RoundContext, { hubs, priced }: SecondRound): Pool | null {
  const [main, ...others] = rankedPools(priced, enoughLamports(work, hubs, priced));
  return main && others.length === 0 ? main.pool : null;
}

/** Whether a complete list begins in the last 30 days. */
export function beginsLately(lists: readonly ListPage[], now: number): boolean {
  return lists.some((page) => {
    const oldest = page.known && page.value.length < PAGE_SIGNATURES ? page.value.at(-1) : undefined;
    return oldest?.blockTime != null && now - oldest.blockTime <= YOUNG_SECONDS;
  });
}

/** The launchpad of the mint, else the largest one. */
export function launchpadOf({ opened }: SecondRound): DeveloperQuestion['launchpad'] {
  const venues = opened.map(({ pool }) => pool.venue);
  return (['raydium_launchlab', 'meteora_dbc'] as const).find((venue) => venues.includes(venue)) ?? 'pump_curve';
}

/** The accounts of the mint that may be held by people without a label, largest first, and those of them that are large alone. */
interface LargestHolders {
  readonly accounts: readonly Holder[];
  readonly large: readonly Holder[];
  readonly circulating: bigint;
  /** Upper bound of the holders that vaults and others displace from a full list: each as much as the smallest one there. */
  displaced(held: readonly Holder[]): bigint;
}

/** The largest holders, and what counts as a market among them. */
export interface Holdings {
  readonly all: LargestHolders;
  readonly isMarket: IsMarket;
}

/** The holders beside the pools that were found first and `found`. */
export function holdingsIn(work: RoundContext, second: SecondRound, found: readonly Priced[]): Holdings {
  const isMarket = marketAccounts({ opened: [...second.opened, ...found], round: second.round });
  return { all: holdersIn(work, second, isMarket), isMarket };
}

function holdersIn(work: RoundContext, second: SecondRound, isMarket: IsMarket): LargestHolders {
  const isKept = ({ owner, account }: Holder) => isMarket(owner, account);
  const { large: found } = work.first.markets;
  const listed = heldTokens(work.question.subject, found.known ? found.value : [], second.round.accounts);
  const circulating = work.mint.supply - sumOf(listed.filter(isKept));
  const accounts = listed.filter(
    (one) => one.tokens > 0n && !isKept(one) && !(isOnCurve(one.owner) && work.options.labels.find(one.owner)),
  );
  const large = accounts.filter(({ tokens }) => tokens * 100n >= circulating * LARGE_PERCENT);
  const unlisted = (held: readonly Holder[]) => (listed.length < HOLDERS_LISTED_MAX ? 0 : listed.length - held.length);
  const displaced = (held: readonly Holder[]) => (listed.at(-1)?.tokens ?? 0n) * BigInt(unlisted(held));
  return { accounts, large, circulating, displaced };
}

/**
 * Whether these holders together could be a cluster that matters; null where only the held amounts decide, as programs may hold locked
 * tokens or be a market that is not found yet.
 */
export function mayBeConcentrated({ accounts, circulating, displaced }: LargestHolders): boolean | null {
  const wallets = accounts.filter(({ owner }) => isOnCurve(owner));
  if (isMuch(wallets, displaced(wallets), circulating)) return true;
  return isMuch(accounts, displaced(accounts), circulating) ? null : false;
}

/** The same by the held amounts. */
export function areConcentrated(
  { accounts, circulating, displaced }: LargestHolders,
  held: ReadonlyMap<Address, bigint>,
): boolean {
  const counted = accounts.map((one) => ({ ...one, tokens: held.get(one.account) ?? 0n }));
  return isMuch(counted, displaced(counted), circulating - sumOf(accounts) + sumOf(counted));
}

function isMuch(some: readonly Holder[], displaced: bigint, of: bigint): boolean {
  return (sumOf(some) + displaced) * 100n >= of * CONCENTRATED_PERCENT;
}

function sumOf(some: readonly Holder[]): bigint {
  return some.reduce((total, { tokens }) => total + tokens, 0n);
}
