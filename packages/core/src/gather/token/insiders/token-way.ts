import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { Hand } from '#derive/token/insiders/clusters.ts';
import { curveAuthorities, lockers } from '#derive/token/roles.ts';
import { REALMS_PROGRAMS } from '#derive/token/treasuries/realms.ts';
import { allKnown, type Gap, isFailure, known, type Reading } from '#lib/reading.ts';
import type { UntracedHolder } from '#rules/token/evidence.ts';
import { type Address, address, isOnCurve } from '#solana/address.ts';
import { mainnetSchedule, rentFor } from '#solana/gates/gate-schedule.ts';
import type { Move } from '#solana/move.ts';
import { GOVERNANCE_PROGRAMS } from '#solana/token/powers/governance.ts';
import { SQUADS_V3, SQUADS_V4 } from '#solana/token/powers/upgrade-multisig.ts';
import { isTokenProgram, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { TokenBalance, Transaction } from '#solana/transaction.ts';
import { CROWDED_PAGES, PAGE_SIGNATURES, readBack, readChanges } from '../../sources/listing.ts';
import { amountAfter, amountBefore, holdingsAround, isMoney } from '../../sources/token-credit.ts';
import { isService } from './funding.ts';

/** Transactions of a token account that are read: its oldest ones, and its newest ones where there are more. */
const OLDEST_MAX = 6;
const NEWEST_MAX = 2;

/**
 * Transactions that are read where those at the ends of a token account's list do not explain its balance: anybody can name it in any
 * number of others. An arrival that matters is a twentieth of that.
 */
const CROWDED_BODIES = 48;
const ARRIVAL_PARTS = 20n;

/** Transactions after the launch in which a buyer's sales are searched. */
const WAY_BODIES_MAX = 12;

/** Credits that were read explain a balance if they are at least this part of it. */
const EXPLAINED_PARTS = 2n;

/** A market's account gains at least so many lamports in a sale (0.001 SOL); less may be rent. */
const PAID_LAMPORTS_MIN = 1_000_000n;

/** A buyer pays an unknown program at least 0.1 SOL each time, or 10 dollars. */
const PRICE_LAMPORTS_MIN = 100_000_000n;

/** True for an account of the mint that is a market's, a curve's, a launch system's or burned; not for one that `body` takes liquidity from. */
export type IsMarket = (owner: Address, account: Address, body?: Transaction) => boolean;

/** The mint, and which of its accounts are markets. */
export interface WayQuestion {
  readonly mint: Address;
  readonly isMarket: IsMarket;
  readonly labels: LabelTable;
  readonly reader: Pick<HistoryReader, 'transaction'>;
}

/**
 * The arrival of most tokens of an account. `giver`: who gave them, or paid for them in the owner's absence; null for a purchase of the
 * owner. `giverAccount`: the account that they came from, null where they were made or bought. `giverHad`: its balance before.
 */
export interface TokenArrival {
  readonly giver: Address | null;
  readonly giverAccount: Address | null;
  readonly tokens: bigint;
  readonly giverHad: bigint;
  readonly hand: Hand;
}

/** An arrival, or why it is not known. */
export type ArrivalReading = { readonly arrival: TokenArrival } | { readonly why: UntracedHolder['why'] };

type Page = Reading<readonly SignatureEntry[]>;

/** An account with its owner and its balance. */
interface Held {
  readonly account: Address;
  readonly owner: Address;
  readonly tokens: bigint;
}

/** What an arrival is read with. */
interface ArrivalQuestion extends WayQuestion {
  readonly reader: Pick<HistoryReader, 'signatures' | 'transaction'>;
}

/**
 * Finds how the tokens of an account arrived, from its newest page, in one round; where others crowd its list, in up to ten more. Credits
 * that are not read must not be most of `tokens`: otherwise a small purchase would hide what was given later.
 */
export async function readArrival(of: Held, page: Page, question: ArrivalQuestion): Promise<ArrivalReading> {
  if (!page.known) return { why: page.gap.cause };
  const isFull = page.value.length >= PAGE_SIGNATURES;
  const listed = isFull
    ? await readBack(of.account, question.reader, CROWDED_PAGES)
    : known({ entries: page.value, whole: true });
  if (!listed.known) return { why: listed.gap.cause };
  if (!listed.value.whole) return { why: 'limit_reached' };
  const oldestFirst = listed.value.entries.filter(({ failed }) => !failed).toReversed();
  const isShort = oldestFirst.length <= OLDEST_MAX + NEWEST_MAX;
  const wanted = isShort ? oldestFirst : [...oldestFirst.slice(0, OLDEST_MAX), ...oldestFirst.slice(-NEWEST_MAX)];
  const read = allKnown(await Promise.all(wanted.map(({ signature }) => question.reader.transaction(signature))));
  if (!read.known) return { why: read.gap.cause };
  const found = mainArrival(read.value, of, question);
  if (!('why' in found) || found.why !== 'limit_reached') return found;
  if (isShort) return { why: 'history_missing' };
  const changes = await readChanges(
    {
      entries: oldestFirst,
      ends: OLDEST_MAX,
      most: CROWDED_BODIES,
      heldIn: (body) => holdingsAround(body, of.account),
      outside: { before: 0n, after: of.tokens },
      isQuiet: (change) => change * ARRIVAL_PARTS < of.tokens,
    },
    question.reader,
  );
  return changes.known ? mainArrival(changes.value.bodies, of, question) : { why: changes.gap.cause };
}

/** How most tokens arrived in these transactions, oldest first; `limit_reached` where they do not explain what is held. */
function mainArrival(read: readonly Transaction[], of: Held, question: WayQuestion): ArrivalReading {
  const [oldest] = read;
  // The account was empty before its first transaction; else the list lacks a part.
  if (oldest && amountBefore(oldest, of.account) > 0n) return { why: 'history_missing' };
  const arrivals = read.flatMap((body) => arrivalIn(body, of, question) ?? []);
  const seen = arrivals.reduce((sum, { tokens }) => sum + tokens, 0n);
  if (seen * EXPLAINED_PARTS < of.tokens) return { why: 'limit_reached' };
  const arrival = largestGift(arrivals);
  return arrival ? { arrival } : { why: 'history_missing' };
}

/** The giver of most, with all that it gave; null without arrivals. */
function largestGift(arrivals: readonly TokenArrival[]): TokenArrival | null {
  const byGiver = new Map<string, TokenArrival>();
  for (const one of arrivals) {
    const key = `${one.giver} ${one.hand === 'unknown_sale'}`;
    const before = byGiver.get(key);
    byGiver.set(key, {
      giver: one.giver,
      giverAccount: before?.giverAccount ?? one.giverAccount,
      tokens: (before?.tokens ?? 0n) + one.tokens,
      giverHad: before && before.giverHad > one.giverHad ? before.giverHad : one.giverHad,
      hand: before?.hand === 'wallet' || one.hand === 'program' ? (before?.hand ?? one.hand) : one.hand,
    });
  }
  return [...byGiver.values()].reduce<TokenArrival | null>(
    (most, one) => (most === null || one.tokens > most.tokens ? one : most),
    null,
  );
}

/** What a transaction brought to the account; null where nothing arrived. */
function arrivalIn(
  body: Transaction,
  { account, owner }: { readonly account: Address; readonly owner: Address },
  question: WayQuestion,
): TokenArrival | null {
  const { mint, labels } = question;
  const tokens = amountAfter(body, account) - amountBefore(body, account);
  if (tokens <= 0n) return null;
  const changes = changesOf(body, mint).filter((one) => one.owner !== owner);
  const giver = changes.reduce<Change | null>((most, one) => (one.tokens < (most?.tokens ?? 0n) ? one : most), null);
  const none = { giverAccount: null, tokens, giverHad: 0n, hand: 'wallet' } as const;
  if (giver === null) {
    const made = body.moves.find((move) => move.kind === 'mint_tokens' && move.mint === mint && move.to === account);
    if (made?.kind !== 'mint_tokens' || made.authority === owner) return { giver: null, ...none };
    return { giver: made.authority, ...none, hand: programHand(body, made, made.authority, labels) ?? 'minter' };
  }
  const by = handOver(body, owner, giver, question);
  if (by.giver !== giver.owner) return { ...none, ...by, giver: by.giver === owner ? null : by.giver };
  return { ...by, giverAccount: giver.account, tokens, giverHad: giver.before };
}

/** The person behind tokens of another owner: the payer, for whom they are a purchase or a gift, else that owner. */
function handOver(body: Transaction, owner: Address, had: Change, { isMarket, labels }: WayQuestion) {
  const by = (giver: Address, how: Hand) => ({ giver, hand: how });
  const given = body.moves.find((move) => move.kind === 'token_transfer' && move.from === had.account);
  const hand = given?.kind === 'token_transfer' ? programHand(body, given, had.owner, labels) : null;
  const isTaker = !isOnCurve(had.owner) && isPaid(body, had.owner);
  const signer = body.signers.includes(owner) ? owner : body.feePayer;
  const isSale = isTaker && (hand === 'program' || signer !== owner);
  if (isSale || isMarket(had.owner, had.account, body)) return by(signer, 'wallet');
  if (isMarket(had.owner, had.account)) return by(had.owner, 'liquidity');
  const buyer = [owner, body.feePayer].find((one) => isBuyer(body, one));
  if (buyer && (isTaker || hand === 'unknown_program')) return by(buyer, 'unknown_program');
  return by(had.owner, isTaker ? 'unknown_sale' : (hand ?? 'wallet'));
}

/** Programs that sign for people: gifts from their accounts are gifts of those people. */
const FOR_PEOPLE: ReadonlySet<Address> = new Set([
  ...[SQUADS_V3, SQUADS_V4, ...REALMS_PROGRAMS, ...GOVERNANCE_PROGRAMS.keys()],
  // Smart accounts of Squads (Squads-Protocol/smart-account-program)
  address('SMRTzfY6DfH5ik3TKiyLFfXexV8uSG3d2UksSCYdunG'),
  // Smart wallets of Goki and Swig, which the label table lists among other programs
  ...['GokivDYuQXPZCWRkwMhdH2h91KpDQXBEmpgBgs55bnpH', 'swigypWHEksbC64pWKwah1WTeh9JXwx8H1rJHLdbQMB'].map(address),
]);

/**
 * The program that signed for tokens by its own rules: a derived address did, inside an instruction of a program that has no part for
 * people; null for all others. All programs of the instruction must be known, because an unknown one can call a known one or be called by
 * it. The address must have the tokens itself: an owner of tokens can let a known program take them.
 */
function programHand(
  { instructions }: Transaction,
  { authority, at }: Extract<Move, { readonly kind: 'mint_tokens' | 'token_transfer' }>,
  owner: Address,
  labels: LabelTable,
): Hand | null {
  const around = instructions.filter((one) => one.at.outer === at.outer).map(({ program }) => program);
  const outer = instructions.find((one) => one.at.outer === at.outer && one.at.inner === -1)?.program;
  const isOfPeople = outer === undefined || isTokenProgram(outer) || around.some((one) => FOR_PEOPLE.has(one));
  if (isOnCurve(authority) || isOfPeople) return null;
  return authority === owner && around.every((one) => isKnown(one, labels)) ? 'program' : 'unknown_program';
}

/** True for a program that locks tokens, and for one with a label that is not weak, if it hides nobody and is no thief's. */
function isKnown(program: Address, labels: LabelTable): boolean {
  const kind = labels.find(program)?.fundingClass;
  return lockers.has(program) || (isService(program, labels) && (kind === 'program' || kind === 'bridge'));
}

/** What happened to an owner's balance of the mint. `account`: the one that changed most. */
interface Change {
  readonly owner: Address;
  readonly account: Address;
  readonly tokens: bigint;
  readonly before: bigint;
}

function changesOf(body: Transaction, mint: Address): readonly Change[] {
  const all = [...body.preTokens, ...body.postTokens].filter((balance) => balance.mint === mint);
  const owners = new Map(all.flatMap(({ account, owner }) => (owner ? [[account, owner] as const] : [])));
  const byOwner = new Map<Address, Change>();
  for (const [account, owner] of owners) {
    const before = amountBefore(body, account);
    const tokens = amountAfter(body, account) - before;
    const own = byOwner.get(owner);
    const isMain = own === undefined || tokens * tokens > own.tokens * own.tokens;
    byOwner.set(owner, {
      owner,
      tokens: (own?.tokens ?? 0n) + tokens,
      before: (own?.before ?? 0n) + before,
      account: isMain ? account : own.account,
    });
  }
  return [...byOwner.values()];
}

/** Whether the owner of a vault took money in the transaction, as a market does that sells. */
function isPaid(body: Transaction, owner: Address): boolean {
  if (moneyOf(body.postTokens, owner) > moneyOf(body.preTokens, owner)) return true;
  const at = body.keys.indexOf(owner);
  return at >= 0 && (body.postBalances[at] ?? 0n) - (body.preBalances[at] ?? 0n) >= PAID_LAMPORTS_MIN;
}

/** Whether a wallet lost a price in money, beside the fee and the rent of accounts that it made. */
function isBuyer({ moves, ...body }: Transaction, wallet: Address): boolean {
  const at = body.keys.indexOf(wallet);
  const made = moves.filter((move) => move.kind === 'create_account').filter(({ from }) => from === wallet);
  const rent = made.reduce((sum, { space }) => sum + rentFor(mainnetSchedule, body.slot, Number(space)), 0n);
  const had = (body.preBalances[at] ?? 0n) + moneyOf(body.preTokens, wallet, 10n);
  const has = (body.postBalances[at] ?? 0n) + moneyOf(body.postTokens, wallet, 10n);
  return had - has - rent - (wallet === body.feePayer ? body.fee : 0n) >= PRICE_LAMPORTS_MIN;
}

/**
 * Whether a launch curve gave money in the transaction, as it does for its own coin. A completed curve may be unknown, and anybody can open
 * one that gives another coin instead.
 */
function isCurvePaying(body: Transaction, owner: Address): boolean {
  return curveAuthorities.has(owner) && moneyOf(body.postTokens, owner) < moneyOf(body.preTokens, owner);
}

/** `dollar`: lamports that a millionth of a dollar counts as. */
function moneyOf(balances: readonly TokenBalance[], of: Address, dollar = 1n): bigint {
  const money = balances.filter(({ owner, mint }) => owner === of && isMoney(mint));
  return money.reduce((sum, { mint, amount }) => sum + amount * (mint === WRAPPED_SOL ? 1n : dollar), 0n);
}

/** Somebody who got tokens in the launch, and in which accounts. */
export interface Receiver {
  readonly owner: Address;
  readonly tokens: bigint;
  readonly accounts: readonly Address[];
}

/**
 * The tokens that the receiver is proven to have sold to markets or burned, in atomic units. Reads the oldest transactions of the
 * accounts' newest pages, in one round. Unread transactions count as no sale: they may have moved tokens to other wallets of one person. A
 * gap where endpoints fail. `openings`: the transactions that opened the market, which sell nothing.
 */
export async function readSold(
  receiver: Receiver,
  pages: readonly Page[],
  openings: ReadonlySet<string>,
  question: WayQuestion,
): Promise<Reading<bigint>> {
  const entries = pages.flatMap((page) => (page.known && page.value.length < PAGE_SIGNATURES ? page.value : []));
  const wanted = entries
    .filter(({ failed, signature }) => !failed && !openings.has(signature))
    .sort((a, b) => a.slot - b.slot)
    .slice(0, WAY_BODIES_MAX);
  const unique = [...new Set(wanted.map(({ signature }) => signature))];
  const bodies = await Promise.all(unique.map((signature) => question.reader.transaction(signature)));
  const failed = failureIn([...pages, ...bodies]);
  if (failed) return { known: false, gap: failed };
  return known(
    bodies.reduce((sum, body) => sum + (body.known ? soldIn(body.value, receiver.owner, question) : 0n), 0n),
  );
}

/** The first gap that endpoints left, though the chain has the data; null where there is none. */
function failureIn(read: readonly Reading<unknown>[]): Gap | null {
  return read.flatMap((one) => (one.known ? [] : [one.gap])).find(isFailure) ?? null;
}

/** What an owner gave to markets, or burned, in a transaction. */
export function soldIn(
  body: Transaction,
  owner: Address,
  { mint, isMarket }: Pick<WayQuestion, 'mint' | 'isMarket'>,
): bigint {
  const changes = changesOf(body, mint);
  const lost = -(changes.find((one) => one.owner === owner)?.tokens ?? 0n);
  if (body.failed || lost <= 0n) return 0n;
  const gains = changes.filter((one) => one.owner !== owner && one.tokens > 0n);
  const toOthers = gains
    .filter((one) => !isMarket(one.owner, one.account) && !isCurvePaying(body, one.owner))
    .reduce((sum, { tokens }) => sum + tokens, 0n);
  return lost > toOthers ? lost - toOthers : 0n;
}

/** The tokens that a wallet got in transactions, by their signatures. */
export interface Made extends Pick<Receiver, 'owner' | 'accounts'> {
  readonly arrivals: readonly { readonly transaction: string; readonly tokens: bigint }[];
}

/**
 * The tokens that a developer got: new ones, or those of others. Reads the oldest transactions of its accounts, in two rounds. A gap where
 * endpoints fail. An account that is unreadable otherwise counts as one that got none: the launch itself is read beside it.
 */
export async function readMade(
  { owner, accounts }: Pick<Receiver, 'owner' | 'accounts'>,
  question: WayQuestion & { readonly reader: Pick<HistoryReader, 'signatures' | 'transaction'> },
): Promise<Reading<Made>> {
  const pages = await Promise.all(accounts.map((account) => question.reader.signatures(account)));
  const oldest = pages.flatMap((page) =>
    page.known ? page.value.filter(({ failed }) => !failed).slice(-OLDEST_MAX) : [],
  );
  const bodies = await Promise.all(oldest.map(({ signature }) => question.reader.transaction(signature)));
  const failed = failureIn([...pages, ...bodies]);
  if (failed) return { known: false, gap: failed };
  const arrivals = bodies.flatMap((body) => {
    if (!body.known) return [];
    const { value } = body;
    return accounts.flatMap((account) => {
      const arrival = arrivalIn(value, { account, owner }, question);
      return arrival ? [{ transaction: value.signature, tokens: arrival.tokens }] : [];
    });
  });
  return known({ owner, accounts, arrivals });
}
