import type { BodiesPage, HistoryReader, ScanReader, SignatureEntry, StateReader } from '#chain/chain-reader.ts';
import { type CreatorPerson, creatorAccounts } from '#derive/token/creator-and-metadata.ts';
import { type GapCause, gapFacts, known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import type { DeveloperFacts } from '#rules/token/evidence.ts';
import { type Address, addressBytes, derivedAddress, isOnCurve } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import type { Transaction } from '#solana/transaction.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_FEES_PROGRAM, seed } from '#venues/pump-fees/programs.ts';
import { readApart } from '../../market/rounds.ts';
import { CROWDED_PAGES, PAGE_SIGNATURES, readBack, readChanges } from '../../sources/listing.ts';
import { readSoundly, soundnessOf } from '../../sources/sound-list.ts';
import { walkFunding } from '../../sources/walk.ts';
import type { RoundContext } from '../second-round.ts';
import { type Traced, traceFunder } from './funding.ts';
import {
  type Earlier,
  type Found,
  isOf,
  type Launched,
  type LaunchpadId,
  madeBy,
  readEarlier,
  readLaunched,
  readOwnSales,
  searchLaunches,
} from './launches.ts';

/** Transactions of the developer that are read: in one page where an endpoint offers that, else its newest and oldest ones. */
const BODIES_PAGE = 100;
const BODIES_AT_EACH_END = 20;

/** Transactions at each end of a list, and in all, in which the wallet's own payments are searched between others' dust. */
const PAID_EACH_END = 8;
const PAID_BODIES = 64;
const DUST_LAMPORTS = 1_000_000n;

/** Offsets of the mint and the administrator in pump.fun's fee-sharing account, the address of `["sharing-config", mint]`. */
const SHARING = { mint: 11, admin: 43, bytes: 75 } as const;

/** Whose earlier launches than that of the mint are looked for, and on which launchpad. */
export interface DeveloperQuestion {
  /** Null: no wallet is named. */
  readonly wallet: Address | null;
  readonly mint: Address;
  readonly launchpad: LaunchpadId;
}

type Reader = HistoryReader & ScanReader & Pick<StateReader, 'snapshot'>;

/** The person behind a creator that has no key: the administrator where the creator is the fee-sharing account of the mint, else itself. */
export async function personBehind(
  creator: Address,
  mint: Address,
  reader: Pick<StateReader, 'snapshot'>,
): Promise<Reading<Address>> {
  if (creator !== derivedAddress([seed('sharing-config'), addressBytes(mint)], PUMP_FEES_PROGRAM))
    return known(creator);
  const found = await reader.snapshot([creator]);
  if (!found.known) return renamed('creator', found.gap);
  const [account] = found.value.value;
  if (account?.owner !== PUMP_FEES_PROGRAM || account.data.length < SHARING.bytes) return known(creator);
  const bytes = new Bytes(account.data);
  return known(bytes.key(SHARING.mint) === mint ? bytes.key(SHARING.admin) : creator);
}

/** The person behind a creator that has no key, with its tokens of the mint; null for a creator that signs itself. */
export async function readPerson(
  { question, mint, reader }: RoundContext,
  creator: Address,
): Promise<Reading<CreatorPerson | null>> {
  const found = isOnCurve(creator) ? known(creator) : await personBehind(creator, question.subject, reader);
  if (!found.known || found.value === creator) return mapReading(found, () => null);
  const address = found.value;
  const round = await readApart(reader, creatorAccounts(address, question.subject, mint.program));
  return mapReading(round, ({ accounts }) => ({ address, accounts }));
}

/**
 * Reads the launches of a wallet before this mint: its newest page with the accounts of launchpads that name it, in two searches at most
 * as each takes a request of its own; its own transactions; and the present markets of tokens that it made. Only a launch that it signed
 * or paid is its own. Three rounds show that where the list is short. Behind a long list, the launches that name it are proven by their
 * own lists, and its sales by those of its token accounts, in four more rounds: no transaction of others hides them there. Either its
 * whole list or the search shows its launches: a gap where endpoints give neither. Null where no wallet made it.
 */
export async function readDeveloper(
  { wallet, mint, launchpad }: DeveloperQuestion,
  reader: Reader,
): Promise<Reading<DeveloperFacts | null>> {
  if (wallet === null || !isOnCurve(wallet)) return known(null);
  const history: HistoryReader = reader;
  const page = reader.signatures(wallet);
  const search = searchLaunches(launchpad, wallet, reader);
  const launched = readNamed(mint, page, search, reader);
  const own = await readSoundly(
    wallet,
    history,
    (from) => readOwn(wallet, from, search, from === history ? page : from.signatures(wallet)),
    soundnessOf,
  );
  if (!own.known) return renamed('developer', own.gap);
  const [searched, named] = await Promise.all([search, launched]);
  if (!named.known) return renamed('developer', named.gap);
  if (!wholenessOf(own.value).isHistoryWhole && !searched.known) return renamed('developer', searched.gap);
  const record = await readRecord({ wallet, mint, own: own.value, named: named.value, searched }, reader);
  return record.known ? record : renamed('developer', record.gap);
}

/** What lists and searches show of a wallet. `named`: the launches that were looked for by their own lists. */
interface Seen {
  readonly wallet: Address;
  readonly mint: Address;
  readonly own: OwnPast;
  readonly named: readonly Launched[];
  readonly searched: Reading<readonly Found[]>;
}

/** What a wallet launched and sold before. */
async function readRecord(
  { wallet, mint, own, named, searched }: Seen,
  reader: Reader,
): Promise<Reading<DeveloperFacts>> {
  const { isHistoryWhole, unread } = wholenessOf(own);
  const listed = [...own.bodies.flatMap((body) => (body.known ? body.value : [])), ...launchesOf(named)];
  const made = madeBy(wallet, succeeded(listed)).filter((one) => one.mint !== mint);
  const sales = isHistoryWhole ? known({ bodies: [], whole: true }) : await readOwnSales(wallet, made, reader);
  if (!sales.known) return sales;
  const found = searched.known ? searched.value : [];
  const earlier = await readEarlier({ wallet, made, found }, succeeded([...listed, ...sales.value.bodies]), reader);
  if (!earlier.known) return earlier;
  const unproven = named.filter(({ launch, of }) => launch === null && !made.some((one) => isOf(one, of)));
  return known({
    wallet,
    ...countsOf(earlier.value),
    isLowerBound: !isHistoryWhole || !searched.known,
    isHistoryWhole: isHistoryWhole || (!unread && sales.value.whole && unproven.length === 0),
    ...(!searched.known && gapFacts[searched.gap.cause].ours && { unsearched: searched.gap.cause }),
    ...(unread && { unread }),
    ...(unproven.length > 0 && { unproven: unprovenOf(unproven) }),
    since: own.traced.funder?.time ?? null,
    funder: own.traced.funder?.source ?? null,
  });
}

function countsOf(earlier: readonly Earlier[]): Pick<DeveloperFacts, 'launches' | 'looked' | 'trading' | 'dumped'> {
  const looked = earlier.filter(({ trading }) => trading !== null);
  return {
    launches: earlier.length,
    looked: looked.length,
    trading: looked.filter(({ trading }) => trading).length,
    dumped: looked.filter(({ dumped }) => dumped).length,
  };
}

/** The worse of two records, where it is unknown which of the two wallets is the developer. */
export function worseRecord(
  one: Reading<DeveloperFacts | null>,
  other: Reading<DeveloperFacts | null>,
): Reading<DeveloperFacts | null> {
  if (!one.known || !other.known) return one.known ? other : one;
  return badness(other.value) > badness(one.value) ? other : one;
}

/** A dumped token weighs more than an ended one, and an ended one more than a launch. */
function badness(facts: DeveloperFacts | null): number {
  if (facts === null) return -1;
  const { dumped, looked, trading, launches, unproven } = facts;
  return dumped * 1_000_000 + (looked - trading + (unproven?.ended ?? 0)) * 1_000 + launches;
}

/** The launchers of tokens that name the wallet, where its list is long; a short list shows its launches by itself. */
async function readNamed(
  mint: Address,
  page: Promise<Reading<readonly SignatureEntry[]>>,
  search: Promise<Reading<readonly Found[]>>,
  reader: Reader,
): Promise<Reading<readonly Launched[]>> {
  const [listed, found] = await Promise.all([page, search]);
  if (!listed.known || !found.known || wantedOf(listed.value).isShort) return known([]);
  const subject: readonly Address[] = [mint, curveAddress(mint)];
  return readLaunched(
    found.value.filter(({ of }) => !subject.includes(of)),
    reader,
  );
}

function launchesOf(named: readonly Launched[]): readonly Transaction[] {
  return named.flatMap(({ launch }) => launch ?? []);
}

/** Each once, without those that failed. */
function succeeded(bodies: readonly Transaction[]): readonly Transaction[] {
  return [...new Map(bodies.filter(({ failed }) => !failed).map((body) => [body.signature, body])).values()];
}

function unprovenOf(unproven: readonly Launched[]): NonNullable<DeveloperFacts['unproven']> {
  const count = (is: boolean) => unproven.filter(({ trading }) => trading === is).length;
  return { ended: count(false), trading: count(true) };
}

/** What the wallet's own list shows. `isEnd`: whether the list is short and nothing is older; a gap where no endpoint told. */
interface OwnPast {
  readonly bodies: readonly Reading<Transaction>[];
  readonly traced: Traced;
  readonly isEnd: Reading<boolean>;
}

/** Whether all transactions of a wallet were read, and the failure of ours for which they were not. A long history is none. */
function wholenessOf({ bodies, isEnd }: OwnPast): { isHistoryWhole: boolean; unread: GapCause | null } {
  if (isEnd.known && !isEnd.value) return { isHistoryWhole: false, unread: null };
  const [gap] = [isEnd, ...bodies].flatMap((one) => (one.known ? [] : [one.gap]));
  return { isHistoryWhole: gap === undefined, unread: gap && gapFacts[gap.cause].ours ? gap.cause : null };
}

/**
 * Reads the newest page of a wallet and its transactions. A gap where its balances show that a short list lacks one, and where only
 * the search could show all launches, but endpoints refuse it.
 */
async function readOwn(
  wallet: Address,
  reader: HistoryReader,
  search: Promise<Reading<unknown>>,
  newestPage: Promise<Reading<readonly SignatureEntry[]>>,
): Promise<Reading<OwnPast>> {
  const newest = reader.bodies?.(wallet, { order: 'newest', limit: BODIES_PAGE });
  const [page, searched] = await Promise.all([newestPage, search]);
  if (!page.known) return page;
  const { listed, isShort, wanted } = wantedOf(page.value);
  const tracing = traceFunder({ wallet, tokens: 0n }, page, reader);
  if (!isShort && !searched.known) {
    const paid = await readPaid(wallet, reader);
    return paid.known && paid.value ? known({ ...paid.value, traced: await tracing }) : searched;
  }
  const [bodies, traced, isEnd] = await Promise.all([
    Promise.resolve(newest).then((own) => bodiesOf(own, wanted, reader)),
    tracing,
    isShort ? endsWith(page.value.at(-1), wallet, reader) : known(false),
  ]);
  // A failed transaction that is not read changes the balance as well.
  const isComparable = isEnd.known && isEnd.value && listed.length === page.value.length;
  const { continuity } = walkFunding(wallet, isComparable ? [...bodies].reverse() : [], false);
  return continuity.known ? known({ bodies, traced, isEnd }) : continuity;
}

/**
 * The transactions of a long list that a wallet paid, between those in which others only named it or sent it dust; null where there are
 * more than are read. A paid transaction changes its balance.
 */
async function readPaid(
  wallet: Address,
  reader: HistoryReader,
): Promise<Reading<Pick<OwnPast, 'bodies' | 'isEnd'> | null>> {
  const listed = await readBack(wallet, reader, CROWDED_PAGES);
  if (!listed.known) return listed;
  const { entries, whole } = listed.value;
  if (!whole) return known(null);
  const [isEnd, changes] = await Promise.all([
    endsWith(entries.at(-1), wallet, reader),
    readChanges(
      {
        entries: [...entries].reverse(),
        ends: PAID_EACH_END,
        most: PAID_BODIES,
        heldIn: (body) => nativeBalances(body, wallet) ?? { before: 0n, after: 0n },
        isQuiet: (change, count) => change >= 0n && change <= DUST_LAMPORTS * BigInt(count),
      },
      reader,
    ),
  ]);
  if (!changes.known) return changes;
  return known(changes.value.whole ? { bodies: changes.value.bodies.map(known), isEnd } : null);
}

/** The transactions of a page that are read: all where they are few (`isShort`), else its newest and oldest ones. */
function wantedOf(page: readonly SignatureEntry[]) {
  const listed = page.filter(({ failed }) => !failed);
  const isShort = page.length < PAGE_SIGNATURES && listed.length <= 2 * BODIES_AT_EACH_END;
  const ends = [...listed.slice(0, BODIES_AT_EACH_END), ...listed.slice(-BODIES_AT_EACH_END)];
  return { listed, isShort, wanted: isShort ? listed : ends };
}

/** Whether nothing of a wallet is older than the last entry of its list, which an endpoint may have cut. */
async function endsWith(
  last: SignatureEntry | undefined,
  wallet: Address,
  reader: HistoryReader,
): Promise<Reading<boolean>> {
  if (!last) return known(true);
  const before = await reader.signatures(wallet, { before: last.signature });
  return mapReading(before, (older) => older.length === 0);
}

/** The bodies of a page that came with them, else those of the wanted entries. */
async function bodiesOf(
  own: Reading<BodiesPage> | undefined,
  wanted: readonly SignatureEntry[],
  reader: HistoryReader,
): Promise<readonly Reading<Transaction>[]> {
  if (own?.known) return own.value.entries.map((entry) => entry.body());
  return Promise.all(wanted.map(({ signature }) => reader.transaction(signature)));
}
