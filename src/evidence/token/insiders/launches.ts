import type { FoundAccount, HistoryReader, ScanReader, Transaction } from '#chain/chain-reader.ts';
import { type Address, addressBytes } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { gapFacts, known, type Reading } from '#lib/reading.ts';
import { isTokenProgram } from '#lib/token/programs.ts';
import { PROGRAM as DBC_PROGRAM } from '#venues/meteora-dbc/layout.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import { LAUNCHLAB_PROGRAM } from '#venues/raydium-launchlab/layout.ts';
import { readBack } from './balance-changes.ts';

/** A market with less than 1 SOL does not trade any more; one that never had as much was never sold into. */
export const TRADING_LAMPORTS_MIN = 1_000_000_000n;

/** Launches that are proven, those that ended first, and how far back their lists are read. */
const LAUNCHES_MAX = 20;
const PAGES_MAX = 3;

/** The oldest transactions of a launchpad's account in which its mint is made: the very oldest one, unless somebody named it before. */
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
 * A launchpad's account that names the wallet, as whoever launches may do. `of`: its mint, or itself where it does not name that.
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
  const refused = found.find((one) => !one.known);
  return refused ?? known(found.flatMap((one) => (one.known ? one.value : [])));
}

/** Whether the sale of pump.fun's curve still trades; null where it is complete. */
export function isCurveTrading(data: Uint8Array): boolean | null {
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
 * Reads who launched these, in two rounds, or three where somebody named the account before. Whoever launches names anybody as the
 * creator, so that only the transaction shows whose launch it is. A gap where endpoints fail to give it.
 */
export async function readLaunched(
  found: readonly Found[],
  reader: Pick<HistoryReader, 'signatures' | 'transaction'>,
): Promise<Reading<readonly Launched[]>> {
  const rank = ({ trading }: Found) => (trading === false ? 0 : 1);
  const inOrder = [...found].sort((a, b) => rank(a) - rank(b));
  const read = await Promise.all(inOrder.slice(0, LAUNCHES_MAX).map((one) => readLaunch(one, reader)));
  const all: Launched[] = inOrder.slice(LAUNCHES_MAX).map((one) => ({ ...one, launch: null }));
  for (const one of read) {
    if (!one.known) return one;
    all.push(one.value);
  }
  return known(all);
}

async function readLaunch(
  found: Found,
  reader: Pick<HistoryReader, 'signatures' | 'transaction'>,
): Promise<Reading<Launched>> {
  const listed = await readBack(found.account, reader, PAGES_MAX);
  if (!listed.known) return listed;
  const { entries, whole } = listed.value;
  const oldest = whole ? entries.filter(({ failed }) => !failed).reverse() : [];
  for (const part of [oldest.slice(0, 1), oldest.slice(1, OLDEST_MAX)]) {
    const bodies = await Promise.all(part.map(({ signature }) => reader.transaction(signature)));
    for (const body of bodies) {
      if (!body.known && gapFacts[body.gap.cause].retryable) return body;
      if (body.known && makesIts(found, body.value)) return known({ ...found, launch: body.value });
    }
  }
  return known({ ...found, launch: null });
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
