import type { HistoryReader, Instruction, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { Address, Signature } from '#lib/address.ts';
import { type Gap, missing, type Reading } from '#lib/reading.ts';
import { METADATA_PROGRAM, metadataAddress } from '#lib/token/metaplex.ts';
import { isTokenProgram } from '#lib/token/programs.ts';
import { type Bodies, PAGE_SIGNATURES } from '../sources/listing.ts';

/** First bytes of a token program's InitializeMint and InitializeMint2, and of MintTo and MintToChecked; all name the mint first. */
const INITIALIZE: readonly number[] = [0, 20];

const MINT_TO: readonly number[] = [7, 14];

/**
 * Where Metaplex's instructions that make metadata have the mint; the metadata account comes first. By their first byte:
 * CreateMetadataAccount, its versions 2 and 3, and Create (mpl-token-metadata, `instruction/mod.rs`).
 */
const DESCRIBED_MINT_AT: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [16, 1],
  [33, 1],
  [42, 2],
]);

/** Token-2022's InitializeMintCloseAuthority: a mint with one can be closed while its supply is 0, and made again. */
const CLOSABLE: readonly number[] = [25];

/** Bodies that a round reads behind a page that may be the last, and behind one that cannot be. */
const BODIES_AT_END = 5;
const BODIES_ON_THE_WAY = 1;

/** A history read backwards, as far as it got. */
export interface BackwardHistory {
  readonly of: Address;
  /** Newest first. */
  readonly entries: readonly SignatureEntry[];
  /** Entries of the oldest page that was read: a full one cannot be told to be the last. */
  readonly lastPageSize: number;
  /** True when nothing older exists: the page before the oldest entry is empty. */
  readonly whole: boolean;
  /** True when a page could not be read, so that there is no way further back. */
  readonly lost: boolean;
  readonly bodies: readonly Transaction[];
  readonly asked: ReadonlySet<Signature>;
  /** What could not be read, in the order of asking. */
  readonly gaps: readonly Gap[];
}

/** What a round of reading needs. */
interface Means {
  readonly reader: HistoryReader;
  readonly bodies: Bodies;
}

/** The trail that begins with the newest page of an address. */
export function beginHistory(of: Address, page: Reading<readonly SignatureEntry[]>): BackwardHistory {
  const entries = page.known ? page.value : [];
  return {
    of,
    entries,
    lastPageSize: entries.length,
    whole: false,
    lost: !page.known,
    bodies: [],
    asked: new Set(),
    gaps: page.known ? [] : [page.gap],
  };
}

/** True for a trail whose oldest page is short, which most endpoints send only at the end of a history. */
export function nearsEnd({ lastPageSize, whole }: BackwardHistory): boolean {
  return whole || lastPageSize < PAGE_SIGNATURES;
}

/**
 * Goes one round further back: the oldest bodies that were not asked for, those of failed transactions left out since they
 * prove nothing, and at the same time the page before them where `paging` says so. As many that are called failed are looked at, so that
 * no list hides the beginning.
 */
export async function readFurtherBack(
  trail: BackwardHistory,
  paging: boolean,
  { reader, bodies }: Means,
): Promise<BackwardHistory> {
  const before = trail.entries.at(-1)?.signature;
  if (before === undefined) return trail;
  const most = nearsEnd(trail) ? BODIES_AT_END : BODIES_ON_THE_WAY;
  const wanted = trail.entries.filter(({ failed, signature }) => !failed && !trail.asked.has(signature)).slice(-most);
  const [page, read, disputed] = await Promise.all([
    paging && !trail.whole && !trail.lost ? reader.signatures(trail.of, { before }) : null,
    bodies.load(wanted),
    bodies.prove(trail.entries.filter(({ failed }) => failed).slice(-most)),
  ]);
  const reached: BackwardHistory = {
    ...trail,
    bodies: [...trail.bodies, ...read.flatMap((body, at) => (body.known ? [dated(body.value, wanted[at])] : []))],
    asked: new Set([...trail.asked, ...wanted.map(({ signature }) => signature)]),
    gaps: [...trail.gaps, ...(disputed ? [disputed] : []), ...read.flatMap((body) => (body.known ? [] : [body.gap]))],
  };
  return page ? withPage(reached, page) : reached;
}

/** A transaction is as old as the younger of its two times says: one of them is wrong where they differ. */
function dated(body: Transaction, entry: SignatureEntry | undefined): Transaction {
  const listed = entry?.blockTime ?? null;
  if (listed === null || body.blockTime === null) return body;
  return { ...body, blockTime: Math.max(listed, body.blockTime) };
}

function withPage(trail: BackwardHistory, page: Reading<readonly SignatureEntry[]>): BackwardHistory {
  if (!page.known) return { ...trail, lost: true, gaps: [...trail.gaps, page.gap] };
  if (page.value.length === 0) return { ...trail, whole: true };
  const seen = new Set(trail.entries.map(({ signature }) => signature));
  if (page.value.some(({ signature }) => seen.has(signature))) {
    const { gap } = missing('history', 'rpc_disagrees', 'a page repeats an earlier one');
    return { ...trail, lost: true, gaps: [...trail.gaps, gap] };
  }
  return { ...trail, entries: [...trail.entries, ...page.value], lastPageSize: page.value.length };
}

/** What a transaction proves of a mint: `creation`: it made the mint; `use`: the mint was there. */
export type Proof = 'creation' | 'use';

/**
 * What the transaction proves of the mint; null for nothing. To be named proves nothing: anybody can name an address, as an
 * account that a program does not look at or in an instruction that ignores it, long before there is a mint. So it counts
 * only where a program must have found the mint there: a balance of it, or the instructions above at their own places.
 */
export function existenceProof(mint: Address): (transaction: Transaction) => Proof | null {
  const metadata = metadataAddress(mint);
  return ({ failed, instructions, preTokens, postTokens }) => {
    if (failed) return null;
    if (instructions.some((one) => ofTokenProgram(one, INITIALIZE, mint))) return 'creation';
    const used =
      [...preTokens, ...postTokens].some((balance) => balance.mint === mint) ||
      instructions.some((one) => ofTokenProgram(one, MINT_TO, mint) || describes(one, mint, metadata));
    return used ? 'use' : null;
  };
}

/** Whether the transaction gave the mint somebody who may close it. */
export function makesClosable({ failed, instructions }: Transaction, mint: Address): boolean {
  return !failed && instructions.some((one) => ofTokenProgram(one, CLOSABLE, mint));
}

function ofTokenProgram({ program, accounts, data }: Instruction, tags: readonly number[], mint: Address): boolean {
  const tag = isTokenProgram(program) && accounts[0] === mint ? data?.[0] : undefined;
  return tag !== undefined && tags.includes(tag);
}

function describes({ program, accounts, data }: Instruction, mint: Address, metadata: Address): boolean {
  if (program !== METADATA_PROGRAM || accounts[0] !== metadata) return false;
  const place = DESCRIBED_MINT_AT.get(data?.[0] ?? -1);
  return place !== undefined && accounts[place] === mint;
}
