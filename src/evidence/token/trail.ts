import type { HistoryReader, SignatureEntry, Transaction } from '#chain/model.ts';
import type { Address, Signature } from '#lib/address.ts';
import { type Gap, missing, type Reading } from '#lib/reading.ts';
import type { Bodies } from '../funder/bodies.ts';
import { PAGE_SIGNATURES } from '../funder/listing.ts';

/** Bodies that a round reads behind a page that may be the last, and behind one that cannot be. */
const BODIES_AT_END = 5;
const BODIES_ON_THE_WAY = 1;

/** A history read backwards, as far as it got. */
export interface Trail {
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
export function beginTrail(of: Address, page: Reading<readonly SignatureEntry[]>): Trail {
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
export function nearsEnd({ lastPageSize, whole }: Trail): boolean {
  return whole || lastPageSize < PAGE_SIGNATURES;
}

/**
 * Goes one round further back: the oldest bodies that were not asked for, those of failed transactions left out since they
 * prove nothing, and at the same time the page before them where `paging` says so. As many that are called failed are looked at, so that
 * no list hides the beginning.
 */
export async function followTrail(trail: Trail, paging: boolean, { reader, bodies }: Means): Promise<Trail> {
  const before = trail.entries.at(-1)?.signature;
  if (before === undefined) return trail;
  const most = nearsEnd(trail) ? BODIES_AT_END : BODIES_ON_THE_WAY;
  const wanted = trail.entries.filter(({ failed, signature }) => !failed && !trail.asked.has(signature)).slice(-most);
  const [page, read, disputed] = await Promise.all([
    paging && !trail.whole && !trail.lost ? reader.signatures(trail.of, { before }) : null,
    bodies.load(wanted),
    bodies.prove(trail.entries.filter(({ failed }) => failed).slice(-most)),
  ]);
  const reached: Trail = {
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

function withPage(trail: Trail, page: Reading<readonly SignatureEntry[]>): Trail {
  if (!page.known) return { ...trail, lost: true, gaps: [...trail.gaps, page.gap] };
  if (page.value.length === 0) return { ...trail, whole: true };
  const seen = new Set(trail.entries.map(({ signature }) => signature));
  if (page.value.some(({ signature }) => seen.has(signature))) {
    const { gap } = missing('history', 'rpc_disagrees', 'a page repeats an earlier one');
    return { ...trail, lost: true, gaps: [...trail.gaps, gap] };
  }
  return { ...trail, entries: [...trail.entries, ...page.value], lastPageSize: page.value.length };
}
