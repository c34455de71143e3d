import type {
  AccountState,
  BodiesPage,
  FoundAccount,
  HistoryReader,
  ScanReader,
  SignatureEntry,
  StateReader,
  Transaction,
} from '#chain/chain-reader.ts';
import type { DeveloperFacts } from '#checks/token/evidence.ts';
import { type Address, addressBytes, derivedAddress, isOnCurve } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { type GapCause, gapFacts, known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { isTokenProgram, WRAPPED_SOL } from '#lib/token/programs.ts';
import { AUTHORITY as DBC_AUTHORITY, PROGRAM as DBC_PROGRAM } from '#venues/meteora-dbc/layout.ts';
import { curveAddress, readCurve } from '#venues/pump-curve/layout.ts';
import { PUMP_FEES_PROGRAM, PUMP_PROGRAM, seed } from '#venues/pump-fees/programs.ts';
import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from '#venues/raydium-launchlab/layout.ts';
import { isRefused } from '#venues/venue.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import { readSoundly, soundnessOf } from '../../sources/sound-list.ts';
import { walkFunding } from '../../sources/walk.ts';
import { type Traced, traceFunder } from './funding.ts';

/** Transactions of the developer that are read: in one page where an endpoint offers that, else its newest and oldest ones. */
const BODIES_PAGE = 100;
const BODIES_AT_EACH_END = 20;

/** Markets of earlier tokens that are looked at. */
const MARKETS_MAX = 40;

/** A market with less than 1 SOL does not trade any more; one that never had as much was never sold into. */
const TRADING_LAMPORTS_MIN = 1_000_000_000n;

/** A fall of more than 90 percent. */
const FALLEN_PARTS = 10n;

/** The first byte of the token program's InitializeMint and InitializeMint2. The mint is their first account. */
const INITIALIZE_MINT: readonly number[] = [0, 20];

/**
 * Launchpads whose accounts name the creator, and where: pump.fun's curve (`CURVE_FIELDS`), LaunchLab's and DBC's pools (`readPool` of
 * their layouts). `mintAt` null: the account does not name its mint. Of a completed sale the account says nothing more.
 */
const LAUNCHPADS = {
  pump_curve: {
    ...{ program: PUMP_PROGRAM, creatorAt: 49, mintAt: null, quoteAt: 32 },
    isOpen: (bytes: Bytes) => bytes.u8(48) === 0,
  },
  raydium_launchlab: {
    ...{ program: LAUNCHLAB_PROGRAM, creatorAt: 333, mintAt: 205, quoteAt: 61 },
    isOpen: (bytes: Bytes) => bytes.u8(17) === 0,
  },
  meteora_dbc: {
    ...{ program: DBC_PROGRAM, creatorAt: 104, mintAt: 136, quoteAt: 240 },
    isOpen: (bytes: Bytes) => bytes.u8(305) === 0 && bytes.u8(308) === 0,
  },
} as const;

/** As much of a launchpad's account as the fields above need. */
const LAUNCHPAD_BYTES = 310;

/** Offsets of the mint and the administrator in pump.fun's fee-sharing account, the address of `["sharing-config", mint]`. */
const SHARING = { mint: 11, admin: 43, bytes: 75 } as const;

/** Whose earlier launches than that of the mint are looked for, and on which launchpad. */
export interface DeveloperQuestion {
  /** Null: nobody is named. */
  readonly wallet: Address | null;
  readonly mint: Address;
  readonly launchpad: keyof typeof LAUNCHPADS;
}

type Reader = HistoryReader & ScanReader & Pick<StateReader, 'snapshot'>;

/** Who stands behind a creator that nobody signs for: the administrator where the creator is the fee-sharing account of the mint, else itself. */
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

/** An earlier token: whether it still trades, null where that was not seen, and whether the developer sold into its fall. */
interface Earlier {
  readonly trading: boolean | null;
  readonly dumped: boolean;
}

/**
 * Reads what a wallet launched before this mint, in three rounds: its newest page with the accounts of launchpads that name it, in
 * two searches at most as each takes a request of its own; its own transactions; and the present markets of tokens that it made. Either its whole list or the search shows its launches: a gap where endpoints give neither. Null where no wallet made it.
 */
export async function readDeveloper(
  { wallet, mint, launchpad }: DeveloperQuestion,
  reader: Reader,
): Promise<Reading<DeveloperFacts | null>> {
  if (wallet === null || !isOnCurve(wallet)) return known(null);
  const history: HistoryReader = reader;
  const search = searchAll(launchpad, wallet, reader);
  const own = await readSoundly(wallet, history, (from) => readOwn(wallet, from, search), soundnessOf);
  if (!own.known) return renamed('developer', own.gap);
  const { bodies, traced } = own.value;
  const searched = await search;
  const read = bodies.flatMap((body) => (body.known && !body.value.failed ? [body.value] : []));
  const made = madeBy(wallet, read).filter((one) => one !== mint);
  const sold = made.flatMap((one) => salesOf(one, wallet, read)).slice(0, MARKETS_MAX);
  const sales = await readMarkets(sold, made.slice(0, MARKETS_MAX), reader);
  if (!sales.known) return renamed('developer', sales.gap);
  const { isHistoryWhole, unread } = wholenessOf(own.value);
  if (!isHistoryWhole && !searched.known) return renamed('developer', searched.gap);
  const earlier = joined(mint, searched.known ? searched.value : [], made, sales.value);
  const looked = [...earlier.values()].filter(({ trading }) => trading !== null);
  return known({
    wallet,
    launches: earlier.size,
    isLowerBound: !isHistoryWhole || !searched.known,
    isHistoryWhole,
    ...(!searched.known && gapFacts[searched.gap.cause].ours && { unsearched: searched.gap.cause }),
    ...(unread && { unread }),
    looked: looked.length,
    trading: looked.filter(({ trading }) => trading).length,
    dumped: looked.filter(({ dumped }) => dumped).length,
    since: traced.funder?.time ?? null,
    funder: traced.funder?.source ?? null,
  });
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
 * the search could show all launches, but endpoints refuse it: nothing is read any more then.
 */
async function readOwn(
  wallet: Address,
  reader: HistoryReader,
  search: Promise<Reading<unknown>>,
): Promise<Reading<OwnPast>> {
  const newest = reader.bodies?.(wallet, { order: 'newest', limit: BODIES_PAGE });
  const [page, searched] = await Promise.all([reader.signatures(wallet), search]);
  if (!page.known) return page;
  const { listed, isShort, wanted } = wantedOf(page.value);
  if (!isShort && !searched.known) return searched;
  const [bodies, traced, isEnd] = await Promise.all([
    Promise.resolve(newest).then((own) => bodiesOf(own, wanted, reader)),
    traceFunder({ wallet, tokens: 0n }, page, reader),
    isShort ? endsWith(page.value.at(-1), wallet, reader) : known(false),
  ]);
  // A failed transaction that is not read changes the balance as well.
  const isComparable = isEnd.known && isEnd.value && listed.length === page.value.length;
  const { continuity } = walkFunding(wallet, isComparable ? [...bodies].reverse() : [], false);
  return continuity.known ? known({ bodies, traced, isEnd }) : continuity;
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

/** A launchpad's account that names the wallet. `of`: its mint, or itself where it does not name that. */
interface Found extends Pick<Earlier, 'trading'> {
  readonly of: Address;
}

type Launchpad = (typeof LAUNCHPADS)[DeveloperQuestion['launchpad']];

/** Whether a launchpad's sale still trades; null where it is complete. */
function isTrading({ quoteAt, isOpen }: Launchpad, bytes: Bytes): boolean | null {
  return isOpen(bytes) ? bytes.u64(quoteAt) >= TRADING_LAMPORTS_MIN : null;
}

/** The accounts of the mint's launchpad that name the wallet, and of the largest one, where most launch in series. */
async function searchAll(
  launchpad: DeveloperQuestion['launchpad'],
  wallet: Address,
  reader: ScanReader,
): Promise<Reading<readonly Found[]>> {
  const searched = [...new Set([launchpad, 'pump_curve'] as const)];
  const found = await Promise.all(searched.map((one) => search(LAUNCHPADS[one], wallet, reader)));
  const refused = found.find((one) => !one.known);
  return refused ?? known(found.flatMap((one) => (one.known ? one.value : [])));
}

async function search(launchpad: Launchpad, wallet: Address, reader: ScanReader): Promise<Reading<readonly Found[]>> {
  const { program, creatorAt, mintAt } = launchpad;
  const slice = { offset: 0, length: LAUNCHPAD_BYTES };
  const found = await reader.programAccounts(program, [{ at: creatorAt, bytes: addressBytes(wallet) }], slice);
  if (!found.known) return found;
  return known(
    found.value.flatMap(({ address, data }: FoundAccount): readonly Found[] => {
      // A shorter account is older than the fields, or is something else.
      if (data.length < (mintAt === null ? creatorAt : LAUNCHPAD_BYTES - 1)) return [];
      const bytes = new Bytes(data);
      return [{ of: mintAt === null ? address : bytes.key(mintAt), trading: isTrading(launchpad, bytes) }];
    }),
  );
}

/** All earlier tokens, each once: those of launchpads by their mint or curve, and those of the wallet's own transactions. */
function joined(
  mint: Address,
  found: readonly Found[],
  made: readonly Address[],
  sales: ReadonlyMap<Address, Earlier>,
): ReadonlyMap<Address, Earlier> {
  const subject: readonly Address[] = [mint, curveAddress(mint)];
  const earlier = new Map<Address, Earlier>();
  for (const { of, trading } of found) if (!subject.includes(of)) earlier.set(of, { trading, dumped: false });
  for (const one of made) {
    const curve = curveAddress(one);
    const key = earlier.has(curve) ? curve : one;
    const sale = sales.get(one);
    earlier.set(key, {
      trading: earlier.get(key)?.trading ?? sale?.trading ?? null,
      dumped: sale?.dumped ?? false,
    });
  }
  return earlier;
}

/** The mints that the wallet initialized as a signer of these transactions. */
function madeBy(wallet: Address, bodies: readonly Transaction[]): readonly Address[] {
  const made = bodies
    .filter(({ signers }) => signers.includes(wallet))
    .flatMap(({ instructions }) => instructions)
    .filter(({ program, data }) => isTokenProgram(program) && INITIALIZE_MINT.includes(data?.[0] ?? -1))
    .flatMap(({ accounts }) => accounts.slice(0, 1));
  return [...new Set(made)];
}

/** A market into which the wallet sold a mint: where its money lies, and the most that was seen there. */
interface Sale {
  readonly mint: Address;
  readonly owner: Address;
  /** Its account of wrapped SOL; the owner itself where it keeps lamports. */
  readonly account: Address;
  readonly most: bigint;
}

function salesOf(mint: Address, wallet: Address, bodies: readonly Transaction[]): readonly Sale[] {
  const owners = new Set(bodies.flatMap((body) => marketsSoldTo(mint, wallet, body)));
  return [...owners].flatMap((owner): readonly Sale[] => {
    const balances = bodies
      .filter((body) => balanceIn(body, 'postTokens', owner, mint) !== null)
      .flatMap((body) => moneyOf(body, owner));
    const [first] = balances;
    const most = balances.reduce((highest, { lamports }) => (lamports > highest ? lamports : highest), 0n);
    return first && most >= TRADING_LAMPORTS_MIN ? [{ mint, owner, account: first.account, most }] : [];
  });
}

/** Owners off the curve that got tokens which the wallet gave away in the transaction. */
function marketsSoldTo(mint: Address, wallet: Address, body: Transaction): readonly Address[] {
  if (change(body, wallet, mint) >= 0n) return [];
  const owners = new Set(body.postTokens.flatMap(({ owner }) => owner ?? []));
  return [...owners].filter((owner) => !isOnCurve(owner) && change(body, owner, mint) > 0n);
}

function change(body: Transaction, owner: Address, mint: Address): bigint {
  return (balanceIn(body, 'postTokens', owner, mint) ?? 0n) - (balanceIn(body, 'preTokens', owner, mint) ?? 0n);
}

function balanceIn(body: Transaction, at: 'preTokens' | 'postTokens', owner: Address, mint: Address): bigint | null {
  const own = body[at].filter((balance) => balance.owner === owner && balance.mint === mint);
  return own.length > 0 ? own.reduce((sum, { amount }) => sum + amount, 0n) : null;
}

/** What a market held before and after a transaction: wrapped SOL, else lamports. */
function moneyOf(
  body: Transaction,
  owner: Address,
): readonly { readonly account: Address; readonly lamports: bigint }[] {
  const wrapped = [...body.preTokens, ...body.postTokens].filter(
    (balance) => balance.owner === owner && balance.mint === WRAPPED_SOL,
  );
  if (wrapped.length > 0) return wrapped.map(({ account, amount }) => ({ account, lamports: amount }));
  const at = body.keys.indexOf(owner);
  const held = at < 0 ? [] : [body.preBalances[at] ?? 0n, body.postBalances[at] ?? 0n];
  return held.map((lamports) => ({ account: owner, lamports }));
}

/** What became of these markets, and of the curves of what the wallet made, by mint. */
async function readMarkets(
  sales: readonly Sale[],
  made: readonly Address[],
  reader: Pick<StateReader, 'snapshot'>,
): Promise<Reading<ReadonlyMap<Address, Earlier>>> {
  const shared = [LAUNCHLAB_AUTHORITY, DBC_AUTHORITY];
  const asked = sales.filter(({ owner }) => !shared.includes(owner));
  const places = [...asked.map(({ account }) => account), ...made.map(curveAddress)];
  const markets = new Map<Address, Earlier>();
  if (places.length === 0) return known(markets);
  const snapshot = await reader.snapshot(places);
  if (!snapshot.known) return snapshot;
  for (const [index, mint] of made.entries()) {
    const account = snapshot.value.value[asked.length + index];
    if (account?.owner !== PUMP_PROGRAM || isRefused(readCurve(account))) continue;
    markets.set(mint, { trading: isTrading(LAUNCHPADS.pump_curve, new Bytes(account.data)), dumped: false });
  }
  for (const [index, { mint, most }] of asked.entries()) {
    const lamports = moneyIn(snapshot.value.value[index] ?? null);
    if (lamports === null) continue;
    const before = markets.get(mint);
    markets.set(mint, {
      trading: (before?.trading ?? false) || lamports >= TRADING_LAMPORTS_MIN,
      dumped: (before?.dumped ?? false) || lamports * FALLEN_PARTS < most,
    });
  }
  return known(markets);
}

/** The money in a market's account. Null for a complete curve: its money moved elsewhere, so that it proves nothing. */
function moneyIn(account: AccountState | null): bigint | null {
  if (account === null) return 0n;
  const curve = account.owner === PUMP_PROGRAM ? readCurve(account) : null;
  if (curve && !isRefused(curve) && curve.complete) return null;
  const wrapped = readTokenAccount(account);
  return wrapped?.mint === WRAPPED_SOL ? wrapped.amount : account.lamports;
}
