import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { mainCredits, SMALL_CREDIT_LAMPORTS } from '#rules/funder/evidence.ts';
import { type Address, parseAddress } from '#solana/address.ts';
import { isTokenProgram } from '#solana/token/programs.ts';
import type { Instruction, Transaction } from '#solana/transaction.ts';
import { creditedLamports } from './account-facts.ts';
import {
  type Bodies,
  type FullListing,
  HOP_BODIES_MAX,
  OLDEST_MAX,
  OLDEST_PER_ROUND,
  openBodies,
  readFullListing,
} from './listing.ts';
import { readSoundly, soundnessOf } from './sound-list.ts';
import { reachesSpending, readEarly, walkFunding } from './walk.ts';

/** The first bytes of the token program's InitializeMint and InitializeMint2. The mint is their first account. */
const INITIALIZE_MINT: readonly number[] = [0, 20];

/** The address that gave a wallet most of its first lamports. `transaction`, `slot` and `time` are those of its first credit. */
export interface FirstFunder {
  readonly source: Address;
  /** The lamports of that source before the first transaction that the wallet paid. */
  readonly lamports: bigint;
  readonly transaction: string;
  readonly slot: number;
  readonly time: number | null;
  /** Mints that the wallet created in these transactions, in order. */
  readonly mints: readonly Address[];
}

/**
 * The main source of a wallet's first lamports, proven from an empty page and a balance of 0. Reads the newest page unless it is given,
 * then in one round the empty page behind it and the `bodiesMax` oldest transactions. Null where no lamports came or no address gave them.
 * Gaps: `limit_reached` where the history is longer than one page, or where the wallet paid for none of the read transactions and there
 * are more; `history_missing` where the history is cut or not listed.
 */
export async function firstFunder(
  wallet: Address,
  reader: HistoryReader,
  page?: Reading<readonly SignatureEntry[]>,
  bodiesMax = HOP_BODIES_MAX,
): Promise<Reading<FirstFunder | null>> {
  const read = async (from: HistoryReader): Promise<Reading<FirstFunder | null>> => {
    const first = from === reader && page ? page : await from.signatures(wallet);
    if (!first.known) return renamed('first_funder', first.gap);
    const bodies = openBodies(from);
    const listing = await readFullListing(wallet, from, bodies, first.value, { pagesMax: 1, aheadMax: bodiesMax });
    if (!listing.known) return renamed('first_funder', listing.gap);
    const { entries } = listing.value;
    if (entries.length === 0)
      return missing('first_funder', 'history_missing', 'no transaction of the wallet is listed');
    const windows = [1, 2, 4, 8].map((times) => times * bodiesMax);
    const early = await readEarly(wallet, entries, bodies, windows);
    return firstFunderIn(wallet, early.read, early.isCut, early.resumed);
  };
  return readSoundly(wallet, reader, read, soundnessOf);
}

/** Bodies that are read behind each run of transactions that leave the wallet alone: strangers may name it before its money and after. */
const WINDOWS_BEHIND = [OLDEST_PER_ROUND, OLDEST_PER_ROUND, OLDEST_PER_ROUND];

/** The bodies that most wallets need: they soon spend the money of their first transaction. */
const EARLY_BODIES = 3;

/**
 * The address that gave a wallet most of its first lamports, for a link that the wallet may want to hide. Others can name the wallet in
 * any number of transactions before it pays for one itself, so this reads further: in up to three rounds of bodies. In a crowded list the
 * main source of the read transactions counts. Null and gaps as for `firstFunder`; `limit_reached` only where none of the oldest 200
 * brought money, or where the history is longer than `pagesMax` pages.
 */
export async function earlyFunder(
  wallet: Address,
  reader: HistoryReader,
  page: Reading<readonly SignatureEntry[]>,
  pagesMax = 1,
): Promise<Reading<FirstFunder | null>> {
  const read = async (from: HistoryReader): Promise<Reading<FirstFunder | null>> => {
    const first = from === reader ? page : await from.signatures(wallet);
    if (!first.known) return renamed('first_funder', first.gap);
    const bodies = openBodies(from);
    const listing = await readFullListing(wallet, from, bodies, first.value, { pagesMax, aheadMax: EARLY_BODIES });
    return listing.known ? earlyFunderIn(wallet, listing.value, bodies) : renamed('first_funder', listing.gap);
  };
  return readSoundly(wallet, reader, read, soundnessOf);
}

/** The same of a history that was listed already. */
async function earlyFunderIn(
  wallet: Address,
  { entries }: FullListing,
  bodies: Bodies,
): Promise<Reading<FirstFunder | null>> {
  if (entries.length === 0) return missing('first_funder', 'history_missing', 'no transaction of the wallet is listed');
  const read: Reading<Transaction>[] = [];
  for (const count of [EARLY_BODIES, OLDEST_PER_ROUND, OLDEST_MAX]) {
    read.push(...(await bodies.load(entries.slice(read.length, count))));
    const found = firstFunderIn(wallet, read, false);
    const isAll = read.length === entries.length || reachesSpending(wallet, read);
    const isMoney = found.known && (found.value?.lamports ?? 0n) >= SMALL_CREDIT_LAMPORTS;
    if (isAll || !found.known || (isMoney && count > EARLY_BODIES)) return found;
  }
  const early = await readEarly(wallet, entries, bodies, [OLDEST_MAX, ...WINDOWS_BEHIND]);
  return firstFunderIn(wallet, early.read, early.isCut, early.resumed);
}

/** The first funder in the wallet's oldest transactions, ascending. `more`: it has newer ones. */
export function firstFunderIn(
  wallet: Address,
  oldest: readonly Reading<Transaction>[],
  more: boolean,
  resumed?: ReadonlySet<string>,
): Reading<FirstFunder | null> {
  const { birth, continuity, funding } = walkFunding(wallet, oldest, more, resumed);
  for (const reading of [birth, continuity, funding]) if (!reading.known) return renamed('first_funder', reading.gap);
  const credits = mainCredits((funding.known ? funding.value?.credits : null) ?? []);
  const [credit] = credits;
  const source = parseAddress(credit?.source);
  if (!credit || !source) return known(null);
  const { transaction, slot, time } = credit;
  return known({
    source,
    lamports: creditedLamports(credits),
    transaction,
    slot,
    time,
    mints: mintsMadeBy(wallet, readable(oldest)),
  });
}

function readable(bodies: readonly Reading<Transaction>[]): readonly Transaction[] {
  return bodies.flatMap((body) => (body.known ? [body.value] : []));
}

/** The mints that these transactions initialize where the wallet signed and they succeeded, in order, each once. */
function mintsMadeBy(wallet: Address, transactions: readonly Transaction[]): readonly Address[] {
  const made = transactions
    .filter(({ failed, signers }) => !failed && signers.includes(wallet))
    .flatMap(({ instructions }) => instructions.filter(initializesMint))
    .flatMap(({ accounts }) => accounts.slice(0, 1));
  return [...new Set(made)];
}

function initializesMint({ program, data }: Instruction): boolean {
  const tag = isTokenProgram(program) ? data?.[0] : undefined;
  return tag !== undefined && INITIALIZE_MINT.includes(tag);
}
