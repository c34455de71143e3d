import type { AccountState, FoundAccount, HistoryReader, ScanReader, StateReader } from '#chain/chain-reader.ts';
import { allKnown, isRetryable, known, mapReading, type Reading } from '#lib/reading.ts';
import { type Address, addressBytes, isOnCurve } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { associatedAccount, isTokenProgram, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { AUTHORITY as DBC_AUTHORITY, PROGRAM as DBC_PROGRAM } from '#venues/meteora-dbc/layout.ts';
import { curveAddress, readCurve } from '#venues/pump-curve/layout.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from '#venues/raydium-launchlab/layout.ts';
import { isRefused } from '#venues/venue.ts';
import { type Changes, findInParts, openBodies, readBack, readChanges } from '../../sources/listing.ts';
import { amountBefore, holdingsAround } from '../../sources/token-credit.ts';

/** Earlier tokens whose sales are read from the wallet's own accounts, and as much of each account's list. */
const SALES_MAX = 10;
const SALES_PAGES = 3;
const SALES_EACH_END = 4;
const SALES_BODIES = 32;

/** Maximum number of markets of earlier tokens that are read. */
const MARKETS_MAX = 40;

/** A fall of more than 90 percent. */
const FALLEN_PARTS = 10n;

/** A market with less than 1 SOL does not trade any more; without that much ever, nobody could sell into it. */
const TRADING_LAMPORTS_MIN = 1_000_000_000n;

/** Launches that are proven, those that ended first, and how far back their lists are read. */
const LAUNCHES_MAX = 20;
const PAGES_MAX = 3;

/** The oldest transactions of a launchpad's account in which its mint is made: the very oldest one, unless others named it before. */
const OLDEST_MAX = 8;

/** The first byte of the token program's InitializeMint and InitializeMint2. The mint is their first account. */
const INITIALIZE_MINT: readonly number[] = [0, 20];

/**
 * Launchpads whose accounts name the creator, and where: pump.fun's curve (`CURVE_FIELDS`), LaunchLab's and DBC's pools (`readPool` of
 * their layouts). `mintAt` null: the account does not name its mint. Of a completed sale the account says nothing more.
 */
const LAUNCHPADS = {
  pump_curve: {
    program: PUMP_PROGRAM,
    creatorAt: 49,
    mintAt: null,
    quoteAt: 32,
    isOpen: (bytes: Bytes) => bytes.u8(48) === 0,
  },
  raydium_launchlab: {
    program: LAUNCHLAB_PROGRAM,
    creatorAt: 333,
    mintAt: 205,
    quoteAt: 61,
    isOpen: (bytes: Bytes) => bytes.u8(17) === 0,
  },
  meteora_dbc: {
    program: DBC_PROGRAM,
    creatorAt: 104,
    mintAt: 136,
    quoteAt: 240,
    isOpen: (bytes: Bytes) => bytes.u8(305) === 0 && bytes.u8(308) === 0,
  },
} as const;

/** As much of a launchpad's account as the fields above need. */
const LAUNCHPAD_BYTES = 310;

/**
 * A launchpad's account that names the wallet, as any launcher can make it do. `of`: its mint, or itself where it does not name that.
 * `trading`: whether it still does; null where that was not seen.
 */
export interface Found {
  readonly account: Address;
  readonly of: Address;
  readonly trading: boolean | null;
}

/** A launchpad whose accounts can be searched. */
export type LaunchpadId = keyof typeof LAUNCHPADS;
type Launchpad = (typeof LAUNCHPADS)[LaunchpadId];

/** Whether a launchpad's sale still trades; null where it is complete. */
function isTradingOn({ quoteAt, isOpen }: Launchpad, bytes: Bytes): boolean | null {
  return isOpen(bytes) ? bytes.u64(quoteAt) >= TRADING_LAMPORTS_MIN : null;
}

/** The accounts of the mint's launchpad that name the wallet, and of the largest one, where most launch in series. */
export async function searchLaunches(
  launchpad: LaunchpadId,
  wallet: Address,
  reader: ScanReader,
): Promise<Reading<readonly Found[]>> {
  const searched = [...new Set([launchpad, 'pump_curve'] as const)];
  const found = await Promise.all(searched.map((one) => search(LAUNCHPADS[one], wallet, reader)));
  return mapReading(allKnown(found), (all) => all.flat());
}

/** Whether the sale of pump.fun's curve still trades; null where it is complete. */
function isCurveTrading(data: Uint8Array): boolean | null {
  return isTradingOn(LAUNCHPADS.pump_curve, new Bytes(data));
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
      return [
        { account: address, of: mintAt === null ? address : bytes.key(mintAt), trading: isTradingOn(launchpad, bytes) },
      ];
    }),
  );
}

/** What a launchpad's account shows of its launch: the transaction; null where it was not found. */
export interface Launched extends Found {
  readonly launch: Transaction | null;
}

/**
 * Reads who launched these, in two rounds, or three where others named the account before. A launcher can name anybody as the creator, so
 * only the transaction shows whose launch it is. A gap where endpoints fail to give it.
 */
export async function readLaunched(
  found: readonly Found[],
  reader: Pick<HistoryReader, 'signatures' | 'transaction'>,
): Promise<Reading<readonly Launched[]>> {
  const rank = ({ trading }: Found) => (trading === false ? 0 : 1);
  const inOrder = [...found].sort((a, b) => rank(a) - rank(b));
  const read = await Promise.all(inOrder.slice(0, LAUNCHES_MAX).map((one) => readLaunch(one, reader)));
  const unread = inOrder.slice(LAUNCHES_MAX).map((one) => ({ ...one, launch: null }));
  return mapReading(allKnown(read), (launched) => [...unread, ...launched]);
}

async function readLaunch(
  found: Found,
  reader: Pick<HistoryReader, 'signatures' | 'transaction'>,
): Promise<Reading<Launched>> {
  const listed = await readBack(found.account, reader, PAGES_MAX);
  if (!listed.known) return listed;
  const { entries, whole } = listed.value;
  const oldest = whole ? entries.filter(({ failed }) => !failed).reverse() : [];
  const launched = await findInParts(oldest, [1, OLDEST_MAX - 1], openBodies(reader).load, (body) => {
    const isFound = body.known ? makesIts(found, body.value) : isRetryable(body.gap);
    return isFound ? body : null;
  });
  return mapReading(launched, (launch) => ({ ...found, launch }));
}

function makesIts({ account, of }: Found, body: Transaction): boolean {
  return mintsIn(body).some(({ mint }) => mint === of || curveAddress(mint) === account);
}

/** A mint that a transaction makes, and under which token program. */
export interface NewMint {
  readonly mint: Address;
  readonly program: Address;
}

function mintsIn({ instructions }: Transaction): readonly NewMint[] {
  const made = instructions.filter(
    ({ program, data }) => isTokenProgram(program) && INITIALIZE_MINT.includes(data?.[0] ?? -1),
  );
  return made.flatMap(({ program, accounts: [mint] }) => (mint ? [{ mint, program }] : []));
}

/** The mints that the wallet initialized as a signer of these transactions, or paid for, each once. */
export function madeBy(wallet: Address, bodies: readonly Transaction[]): readonly NewMint[] {
  const made = bodies.filter(({ signers }) => signers.includes(wallet)).flatMap(mintsIn);
  return [...new Map(made.map((one) => [one.mint, one])).values()];
}

/** An earlier token: whether it still trades, null where that was not seen, and whether the developer sold into its fall. */
export interface Earlier {
  readonly trading: boolean | null;
  readonly dumped: boolean;
}

/** What the wallet's own accounts of these tokens show of its sales. */
export async function readOwnSales(
  wallet: Address,
  made: readonly NewMint[],
  reader: HistoryReader,
): Promise<Reading<Changes>> {
  const read = await Promise.all(
    made.slice(0, SALES_MAX).map(async ({ mint, program }): Promise<Reading<Changes>> => {
      const account = associatedAccount(wallet, mint, program);
      const listed = await readBack(account, reader, SALES_PAGES);
      if (!listed.known) return listed;
      const changes = await readChanges(
        {
          ends: SALES_EACH_END,
          most: SALES_BODIES,
          entries: listed.value.entries.filter(({ failed }) => !failed).reverse(),
          heldIn: (body) => holdingsAround(body, account),
          isQuiet: (change) => change >= 0n,
        },
        reader,
      );
      return mapReading(changes, ({ bodies, whole }) => {
        const isWhole = listed.value.whole && (bodies[0] === undefined || amountBefore(bodies[0], account) === 0n);
        return { bodies, whole: whole && isWhole };
      });
    }),
  );
  const all: Changes[] = [];
  for (const one of read) {
    if (one.known) all.push(one.value);
    else if (isRetryable(one.gap)) return one;
    else all.push({ bodies: [], whole: false });
  }
  return known({
    bodies: all.flatMap(({ bodies }) => bodies),
    whole: made.length <= SALES_MAX && all.every(({ whole }) => whole),
  });
}

/** The wallet whose earlier tokens are read, these tokens, and the launchpads whose accounts name the wallet. */
interface EarlierQuestion {
  readonly wallet: Address;
  readonly made: readonly NewMint[];
  readonly found: readonly Found[];
}

/** What became of the tokens that a wallet made, each once. */
export async function readEarlier(
  { wallet, made, found }: EarlierQuestion,
  bodies: readonly Transaction[],
  reader: Pick<StateReader, 'snapshot'>,
): Promise<Reading<readonly Earlier[]>> {
  const mints = made.map(({ mint }) => mint);
  const sold = mints.flatMap((mint) => salesOf(mint, wallet, bodies)).slice(0, MARKETS_MAX);
  const sales = await readMarkets(sold, mints.slice(0, MARKETS_MAX), reader);
  return mapReading(sales, (markets) =>
    made.map((one) => {
      const market = markets.get(one.mint);
      const account = found.find(({ of }) => isOf(one, of));
      return { trading: account?.trading ?? market?.trading ?? null, dumped: market?.dumped ?? false };
    }),
  );
}

/** Whether a launchpad's account is that of a mint: it names the mint, or its address follows from that. */
export function isOf({ mint }: NewMint, of: Address): boolean {
  return of === mint || of === curveAddress(mint);
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

/** The present state of these markets, and of the curves of the wallet's own tokens, by mint. */
async function readMarkets(
  sales: readonly Sale[],
  made: readonly Address[],
  reader: Pick<StateReader, 'snapshot'>,
): Promise<Reading<ReadonlyMap<Address, Earlier>>> {
  const shared = [LAUNCHLAB_AUTHORITY, DBC_AUTHORITY];
  const asked = sales.filter(({ owner }) => !shared.includes(owner));
  const addresses = [...asked.map(({ account }) => account), ...made.map(curveAddress)];
  const markets = new Map<Address, Earlier>();
  if (addresses.length === 0) return known(markets);
  const snapshot = await reader.snapshot(addresses);
  if (!snapshot.known) return snapshot;
  for (const [index, mint] of made.entries()) {
    const account = snapshot.value.value[asked.length + index];
    if (account?.owner !== PUMP_PROGRAM || isRefused(readCurve(account))) continue;
    markets.set(mint, { trading: isCurveTrading(account.data), dumped: false });
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
