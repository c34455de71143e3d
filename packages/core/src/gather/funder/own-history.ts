import type { SignatureEntry, TokenHolding } from '#chain/chain-reader.ts';
import { effectOf } from '#derive/effects/effect.ts';
import type { EffectWorld } from '#derive/effects/effect-scene.ts';
import { tokensOf } from '#derive/effects/effect-type.ts';
import { allKnown, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import {
  type FirstTouch,
  type FirstTrade,
  type FunderEvidence,
  type Funding,
  SMALL_CREDIT_LAMPORTS,
} from '#rules/funder/evidence.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import { creditedLamports, placeOf } from '../sources/account-facts.ts';
import { lamportCredits } from '../sources/lamport-credits.ts';
import { type FullListing, OLDEST_MAX, OLDEST_PER_ROUND, readFullListing } from '../sources/listing.ts';
import { type Soundness, soundnessOfAll } from '../sources/sound-list.ts';
import { amountAfter, amountBefore, tokenCreditOf } from '../sources/token-credit.ts';
import { readEarly, walkFunding } from '../sources/walk.ts';
import type { Listed } from './first-week.ts';
import type { SourceTools } from './hop.ts';

/** Maximum number of token accounts whose histories are read, and of full pages of each. */
const ACCOUNTS_MAX = 8;

const TOKEN_PAGES_MAX = 1;

/** Default limit of pages that a check reads back, 1,000 signatures each. */
const PAGES_DEFAULT = 20;
const PAGES_MAX = 100;

/** The address whose history is read, and the tools that read it. */
interface OwnQuestion {
  readonly subject: Address;
  readonly tools: SourceTools;
  /** Pages of the history that are read, 20 when absent, never more than 100. */
  readonly signaturePagesMax: number | undefined;
  readonly world: Reading<EffectWorld>;
  /** What the subject has now, in lamports. */
  readonly balance: bigint;
}

/** What the history proves, as far as it was read. */
export interface OwnHistory extends Partial<Oldest>, Pick<FunderEvidence, 'trace'> {}

/** The soundness of the list of the address. Facts about others rest on other lists. */
export function soundnessOfOwn({ trace, history, birth, continuity, funding }: OwnHistory): Soundness {
  return soundnessOfAll([trace, history, birth, continuity, funding].filter((reading) => reading !== undefined));
}

/** Reads the history of an address from its newest page on, else that of its token accounts. */
export async function readOwnHistory(
  question: OwnQuestion,
  newest: Reading<readonly SignatureEntry[]>,
): Promise<OwnHistory> {
  if (!newest.known) return { trace: renamed('trace', newest.gap) };
  const { subject, tools, balance } = question;
  if (newest.value.length > 0) {
    return { trace: known({ listed: true, tokenAccounts: null }), ...(await readListed(question, newest.value)) };
  }
  if (balance > 0n) {
    const birth = missing('birth', 'history_missing', `holds ${balance} lamports without a transaction`);
    return { trace: known({ listed: false, tokenAccounts: null }), birth };
  }
  const holdings = await tools.reader.tokenHoldings(subject);
  if (!holdings.known) return { trace: renamed('trace', holdings.gap) };
  const tokenAccountsNow = holdings.value.value;
  const trace = known({ listed: false, tokenAccounts: tokenAccountsNow.length });
  if (tokenAccountsNow.length === 0) return { trace };
  const listing = await readTokenListing(tools, tokenAccountsNow);
  if (!listing.known) return { trace, history: listing };
  return { trace, ...(await readOldest(question, listing.value, tokenAccountsNow)) };
}

/** The readings of an address with a history. */
async function readListed(question: OwnQuestion, newest: readonly SignatureEntry[]): Promise<Partial<Oldest>> {
  const { subject, tools, signaturePagesMax } = question;
  const pagesMax = Math.min(Math.max(signaturePagesMax ?? PAGES_DEFAULT, 1), PAGES_MAX);
  const reach = { pagesMax, aheadMax: OLDEST_PER_ROUND, together: true };
  const listing = await readFullListing(subject, tools.reader, tools.bodies, newest, reach);
  if (!listing.known) return { history: listing };
  const oldest = await readOldest(question, listing.value);
  if (!oldest.birth.known || !oldest.continuity.known) return oldest;
  return withTokensBehind(question, oldest);
}

/** The readings of the oldest transactions. `listed`: the list without the entries that were passed over. */
interface Oldest
  extends Pick<FunderEvidence, 'history' | 'birth' | 'continuity' | 'funding' | 'firstTouch' | 'firstTrade'> {
  readonly listed: Listed;
}

/**
 * Reads the oldest transactions in rounds until the first self-paid one, the end of the list, or `OLDEST_MAX`, and as many behind those
 * that leave the address unchanged. `holdings` are the token accounts whose histories were listed; none for the subject's own history.
 */
async function readOldest(
  { subject, tools, world, balance }: OwnQuestion,
  { entries, pages }: FullListing,
  holdings: readonly TokenHolding[] = [],
): Promise<Oldest> {
  const [first] = entries;
  const { read, isCut, ...early } = await readEarly(subject, entries, tools.bodies, [OLDEST_MAX, OLDEST_MAX]);
  const [oldest] = read;
  const walked = walkFunding(subject, read, false, early.resumed);
  const isProven = early.passed.every(({ failed }) => failed);
  const found = isCut ? cutFunding(walked.funding, holdings.length > 0 ? null : balance) : walked.funding;
  const funding = mapReading(found, (value) => (value && !isProven ? { ...value, spent: null } : value));
  return {
    listed: {
      oldest: [...early.entries, ...early.left].slice(0, early.passed.length > 0 ? 2 * OLDEST_MAX : OLDEST_MAX),
      signatures: entries.length - early.passed.length,
      balance,
    },
    history: known(
      first
        ? { signatures: entries.length, pages, oldest: placeOf(first), viaTokenAccounts: holdings.length > 0 }
        : null,
    ),
    ...walked,
    ...tokenGaps(holdings, read),
    funding: withUnseenTokens(funding, holdings),
    firstTouch: known(oldest?.known ? touchOf(oldest.value, subject) : null),
    firstTrade: firstTradeOf(subject, read, world),
  };
}

/**
 * The funding where others name the address in more transactions than are read before it pays for one, as anybody can do. It stands where
 * it is money and at least the rest of the balance; otherwise unread transactions may have brought the money.
 */
function cutFunding(funding: Reading<Funding | null>, balance: bigint | null): Reading<Funding | null> {
  if (!funding.known || !funding.value) return funding;
  const money = funding.value.credits.filter(({ lamports }) => lamports >= SMALL_CREDIT_LAMPORTS);
  const arrived = creditedLamports(money);
  if (balance === null || arrived === 0n || balance >= 2n * arrived) {
    return missing('funding', 'limit_reached', `no self-paid transaction among the oldest ${OLDEST_MAX}`);
  }
  return known({ ...funding.value, spent: null });
}

/** A balance of tokens that no transaction brought is a gap, because "nothing arrived" would be untrue. */
function withUnseenTokens(
  funding: Reading<Funding | null>,
  holdings: readonly TokenHolding[],
): Reading<Funding | null> {
  const holding = holdings.find(({ amount }) => amount > 0n);
  if (!holding || !funding.known || !nothingSeen(funding.value)) return funding;
  return missing('funding', 'history_missing', `no transaction shows how ${holding.account} got its tokens`);
}

/** True when transactions name the subject but none of them gave it anything. */
function nothingSeen(funding: Funding | null): funding is Funding {
  return funding !== null && funding.credits.length === 0 && !funding.tokenCredit && !funding.sponsor;
}

/** Reads the token accounts of an address that transactions name but that received nothing itself. */
async function withTokensBehind(question: OwnQuestion, oldest: Oldest): Promise<Oldest> {
  const funding = oldest.funding.known ? oldest.funding.value : null;
  if (!nothingSeen(funding)) return oldest;
  const { tools, subject } = question;
  const holdings = await tools.reader.tokenHoldings(subject);
  if (!holdings.known) return { ...oldest, funding: renamed('funding', holdings.gap) };
  const tokenAccountsNow = holdings.value.value;
  if (tokenAccountsNow.length === 0) return oldest;
  const listing = await readTokenListing(tools, tokenAccountsNow);
  if (!listing.known) return { ...oldest, funding: renamed('funding', listing.gap) };
  const behind = await readOldest(question, listing.value, tokenAccountsNow);
  const { birth, continuity } = behind;
  if (!birth.known || !continuity.known) return { ...oldest, birth, continuity };
  if (!behind.funding.known) return { ...oldest, funding: behind.funding };
  return { ...oldest, funding: known({ ...funding, tokenCredit: behind.funding.value?.tokenCredit ?? null }) };
}

/**
 * The subject's first trade among its oldest transactions (ascending): one that it signed and that brought tokens. Null where there
 * is none. Gaps: the cause why a transaction before the trade, or the chain's schedule for its rent, was not readable.
 */
export function firstTradeOf(
  subject: Address,
  bodies: readonly Reading<Transaction>[],
  world: Reading<EffectWorld>,
): Reading<FirstTrade | null> {
  for (const body of bodies) {
    if (!body.known) return renamed('first_trade', body.gap);
    if (body.value.failed || !body.value.signers.includes(subject)) continue;
    if (!world.known) return renamed('first_trade', world.gap);
    const effect = effectOf(body.value, subject, world.value);
    if (!effect.known) return renamed('first_trade', effect.gap);
    const gained = [...tokensOf(effect.value)].find(([, change]) => change > 0n);
    if (effect.value.service === 'trade' && gained) return known({ ...placeOf(body.value), mint: gained[0] });
  }
  return known(null);
}

/** The main effect of the oldest transaction on the address: lamports, else tokens, an opened account, or a signature. */
function touchOf(transaction: Transaction, subject: Address): FirstTouch {
  const place = placeOf(transaction);
  const [credit] = lamportCredits(transaction, subject).credits;
  if (credit) return { ...place, what: 'lamports', source: credit.source, mint: null, amount: credit.lamports };
  const tokens = tokenCreditOf(transaction, subject);
  if (tokens) return { ...place, what: 'tokens', source: tokens.source, mint: tokens.mint, amount: tokens.amount };
  const opened = transaction.moves.find((move) => move.kind === 'open_token_account' && move.owner === subject);
  if (opened?.kind === 'open_token_account') {
    const source = opened.payer ?? transaction.feePayer;
    return { ...place, what: 'token_account', source, mint: opened.mint, amount: null };
  }
  const what = transaction.signers.includes(subject) ? 'signed' : 'mention';
  return { ...place, what, source: transaction.feePayer, mint: null, amount: null };
}

type TokenGaps = Partial<Pick<FunderEvidence, 'birth' | 'continuity'>>;

/**
 * Gaps of token accounts, as `birth` and `continuity` find them for lamports: a balance before the first transaction means a cut
 * history, and a jump means a missing transaction. Only a transaction that names the account changes its amount.
 */
function tokenGaps(holdings: readonly TokenHolding[], bodies: readonly Reading<Transaction>[]): TokenGaps {
  const transactions = bodies.flatMap((body) => (body.known ? [body.value] : []));
  for (const { account } of holdings) {
    let balance: bigint | null = null;
    for (const transaction of transactions.filter(({ keys }) => keys.includes(account))) {
      const before = amountBefore(transaction, account);
      const why = `${account} held ${before} tokens before ${transaction.signature}`;
      if (balance === null && before > 0n) return { birth: missing('birth', 'history_missing', why) };
      if (balance !== null && before !== balance) return { continuity: missing('continuity', 'history_missing', why) };
      balance = amountAfter(transaction, account);
    }
  }
  return {};
}

/**
 * The history of an address that no transaction names, from its token accounts: a transfer into an existing token account lists the
 * account and not its owner. Complete or a gap.
 */
async function readTokenListing(
  { reader, bodies }: SourceTools,
  holdings: readonly TokenHolding[],
): Promise<Reading<FullListing>> {
  if (holdings.length > ACCOUNTS_MAX)
    return missing('history', 'limit_reached', `more than ${ACCOUNTS_MAX} token accounts`);
  const reach = { pagesMax: TOKEN_PAGES_MAX, aheadMax: Math.ceil(OLDEST_PER_ROUND / holdings.length) };
  const listings = await Promise.all(
    holdings.map(async ({ account }) => {
      const first = await reader.signatures(account);
      return first.known ? readFullListing(account, reader, bodies, first.value, reach) : renamed('history', first.gap);
    }),
  );
  const merged = mapReading(allKnown(listings), mergedListing);
  return !merged.known || merged.value.entries.length > 0
    ? merged
    : missing('history', 'history_missing', 'token accounts without a transaction');
}

/** Merges histories; a transaction of several accounts counts once. */
function mergedListing(listings: readonly FullListing[]): FullListing {
  const all = listings.flatMap(({ entries }) => entries);
  const unique = new Map<Signature, SignatureEntry>(all.map((entry) => [entry.signature, entry]));
  return {
    entries: [...unique.values()].sort((a, b) => a.slot - b.slot),
    pages: listings.reduce((total, { pages }) => total + pages, 0),
  };
}
