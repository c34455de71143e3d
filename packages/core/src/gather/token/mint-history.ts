import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { type Gap, missing, type Reading } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import { METADATA_PROGRAM, metadataAddress } from '#solana/token/metaplex.ts';
import { isTokenProgram, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Instruction, Transaction } from '#solana/transaction.ts';
import { type Bodies, PAGE_SIGNATURES } from '../sources/listing.ts';

/**
 * First bytes of the token program's InitializeMint and InitializeMint2, and of MintTo and MintToChecked. The mint is their first
 * account.
 */
const INITIALIZE: readonly number[] = [0, 20];

const MINT_TO: readonly number[] = [7, 14];

/**
 * The position of the mint in Metaplex instructions that create metadata; the metadata account is the first. By first byte:
 * CreateMetadataAccount, its versions 2 and 3, and Create (mpl-token-metadata, `instruction/mod.rs`).
 */
const DESCRIBED_MINT_AT: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [16, 1],
  [33, 1],
  [42, 2],
]);

/** Token-2022's InitializeMintCloseAuthority. Such a mint can be closed while its supply is 0, and created again. */
const CLOSABLE: readonly number[] = [25];

/** 7 days: a token older than this is not young, and its exact age changes no verdict. */
export const SETTLED_SECONDS = 604_800;

/** 30 days: a market that is older is not young, and its exact age changes no verdict. */
export const YOUNG_SECONDS = 2_592_000;

/** Transactions read of a page that may be the last, and of one that cannot be. */
const BODIES_AT_END = 5;
const BODIES_ON_THE_WAY = 1;

/** The part of a history that is read, backwards from the newest page. */
export interface BackwardHistory {
  readonly of: Address;
  /** Where it is a launchpad's account of the mint: the program that has to be called with it. */
  readonly launchpad: Address | null;
  /** Newest first. */
  readonly entries: readonly SignatureEntry[];
  /** Size of the oldest page that was read. A full page may or may not be the last. */
  readonly lastPageSize: number;
  /** True when the page before the oldest entry is empty. */
  readonly whole: boolean;
  /** True when a page could not be read, so that older pages are out of reach. */
  readonly lost: boolean;
  readonly bodies: readonly Transaction[];
  readonly asked: ReadonlySet<Signature>;
  /** The gaps, in the order of the requests. */
  readonly gaps: readonly Gap[];
}

/** The input of a round. */
export interface Means {
  readonly reader: HistoryReader;
  readonly bodies: Bodies;
}

/** Starts a history with the newest page of an address. */
export function beginHistory(
  of: Address,
  page: Reading<readonly SignatureEntry[]>,
  launchpad: Address | null = null,
): BackwardHistory {
  const entries = page.known ? page.value : [];
  return {
    of,
    launchpad,
    entries,
    lastPageSize: entries.length,
    whole: false,
    lost: !page.known,
    bodies: [],
    asked: new Set(),
    gaps: page.known ? [] : [page.gap],
  };
}

/** True if the oldest page is short. Most endpoints return a short page only at the end of a history. */
export function nearsEnd({ lastPageSize, whole }: BackwardHistory): boolean {
  return whole || lastPageSize < PAGE_SIGNATURES;
}

/**
 * Reads one round further back: the oldest transactions not read yet, and at the same time the page before them where `paging` says
 * so. Failed transactions prove nothing and are skipped; as many of them are verified, because a false status could hide the
 * beginning.
 */
export async function readFurtherBack(
  trail: BackwardHistory,
  paging: boolean,
  { reader, bodies }: Means,
  mostAtEnd = BODIES_AT_END,
): Promise<BackwardHistory> {
  const before = trail.entries.at(-1)?.signature;
  if (before === undefined) return trail;
  const most = nearsEnd(trail) ? mostAtEnd : BODIES_ON_THE_WAY;
  const wanted = trail.entries.filter(({ failed, signature }) => !failed && !trail.asked.has(signature)).slice(-most);
  const [page, read, disputed] = await Promise.all([
    paging && !trail.whole && !trail.lost ? reader.signatures(trail.of, { before }) : null,
    bodies.load(wanted),
    bodies.prove(trail.entries.filter(({ failed }) => failed).slice(-Math.min(most, BODIES_AT_END))),
  ]);
  const reached: BackwardHistory = {
    ...trail,
    bodies: [...trail.bodies, ...read.flatMap((body, at) => (body.known ? [dated(body.value, wanted[at])] : []))],
    asked: new Set([...trail.asked, ...wanted.map(({ signature }) => signature)]),
    gaps: [...trail.gaps, ...(disputed ? [disputed] : []), ...read.flatMap((body) => (body.known ? [] : [body.gap]))],
  };
  return page ? withPage(reached, page) : reached;
}

/** Uses the later of the two times of a transaction, because one of them is wrong where they differ. */
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

/** What a transaction proves of a mint. `creation`: it created the mint; `use`: the mint existed. */
export type Proof = 'creation' | 'use';

/**
 * What the transaction proves of the mint; null for nothing. Naming the address proves nothing, because any transaction can list an
 * address before a mint exists there. Proof is a balance of the mint, or one of the instructions above with the mint at its
 * position.
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

/**
 * The same for a transaction of a history, where not all of the mint's own was read. In that of a launch account only calls of the
 * launchpad prove anything: it makes the mint itself, and others can name the account before. Elsewhere tokens of Token-2022 prove
 * nothing, because their mint may have been closed since, and made again at the same address.
 */
export function proofIn({ of, launchpad }: BackwardHistory, body: Transaction, mint: Address): Proof | null {
  const what = existenceProof(mint)(body);
  if (launchpad !== null) {
    return body.instructions.some(({ program, accounts }) => program === launchpad && accounts.includes(of))
      ? what
      : null;
  }
  return what !== 'use' || describesMint(body, mint) || isOfFirstProgram(body, mint) ? what : null;
}

/**
 * The proof that the transaction gives of the present mint, even where later transactions were not read; null for none. A mint of the
 * first token program is never closed. A mint of Token-2022 is not closed where the transaction that made its account gave it no close
 * authority.
 */
export function lastingProof(transaction: Transaction, mint: Address): Proof | null {
  const { keys, preBalances } = transaction;
  const what = existenceProof(mint)(transaction);
  if (what === null || isOfFirstProgram(transaction, mint)) return what;
  const isNewAccount = preBalances[keys.indexOf(mint)] === 0n;
  return what === 'creation' && isNewAccount && !makesClosable(transaction, mint) ? what : null;
}

/** Whether the mint was one of the first token program, whose mints are never closed. */
function isOfFirstProgram({ preTokens, postTokens, instructions }: Transaction, mint: Address): boolean {
  return (
    [...preTokens, ...postTokens].some((one) => one.mint === mint && one.program === TOKEN_PROGRAM) ||
    instructions.some((one) => one.program === TOKEN_PROGRAM && ofTokenProgram(one, [...INITIALIZE, ...MINT_TO], mint))
  );
}

/** Whether the transaction created the Metaplex metadata of the mint, which the mint's authority signs. */
export function describesMint({ failed, instructions }: Transaction, mint: Address): boolean {
  return !failed && instructions.some((one) => describes(one, mint, metadataAddress(mint)));
}

/** Whether the transaction gave the mint a close authority. */
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
