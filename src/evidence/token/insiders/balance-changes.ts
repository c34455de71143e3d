import type { HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';

/** Parts into which a stretch of a list is cut where its ends show that a balance changed within, and how often. */
const PARTS = 8;
const CUTS_MAX = 4;

/** What an account had before a transaction and after it. */
export interface Held {
  readonly before: bigint;
  readonly after: bigint;
}

/** The balance whose changes are looked for in the transactions of a list, oldest first. */
export interface ChangesQuestion {
  readonly entries: readonly SignatureEntry[];
  /** As many transactions are read at each end of the list, and `most` in all. */
  readonly ends: number;
  readonly most: number;
  heldIn(body: Transaction): Held;
  /** Whether nothing that is looked for happened in `count` transactions that changed the balance by `change` together. */
  isQuiet(change: bigint, count: number): boolean;
}

/** The transactions that were read, oldest first. `whole`: no change lies between them. */
export interface Changes {
  readonly bodies: readonly Transaction[];
  readonly whole: boolean;
}

/**
 * Finds the transactions of a list that changed a balance. Anybody can name an account in any number of transactions, and what these leave
 * as it was need not be read: where the balance at both ends of a stretch shows no change, nothing within made one.
 */
export async function readChanges(
  { entries, ends, most, heldIn, isQuiet }: ChangesQuestion,
  reader: Pick<HistoryReader, 'transaction'>,
): Promise<Reading<Changes>> {
  const read = new Map<number, Transaction>();
  let wanted = entries.flatMap((_, at) => (at < ends || at >= entries.length - ends ? [at] : []));
  for (let cuts = 0; ; cuts += 1) {
    const bodies = await Promise.all(
      wanted.map(async (at) => {
        const entry = entries[at];
        return entry ? ([at, await reader.transaction(entry.signature)] as const) : null;
      }),
    );
    for (const one of bodies) {
      if (one === null) continue;
      const [at, body] = one;
      if (!body.known) return body;
      read.set(at, body.value);
    }
    const open = stretchesOf(read).filter(({ change, count }) => !isQuiet(change(heldIn), count));
    if (open.length === 0 || cuts === CUTS_MAX || read.size >= most) {
      const inOrder = [...read].sort(([a], [b]) => a - b).map(([, body]) => body);
      return known({ bodies: inOrder, whole: open.length === 0 });
    }
    wanted = open.flatMap(placesIn).slice(0, most - read.size);
  }
}

/** Transactions of a list that were not read, between two that were. */
interface Stretch {
  readonly after: number;
  readonly count: number;
  change(heldIn: ChangesQuestion['heldIn']): bigint;
}

function stretchesOf(read: ReadonlyMap<number, Transaction>): readonly Stretch[] {
  const places = [...read].sort(([a], [b]) => a - b);
  return places.slice(1).flatMap(([at, newer], n): readonly Stretch[] => {
    const [after, older] = places[n] ?? [at, newer];
    const change = (heldIn: ChangesQuestion['heldIn']) => heldIn(newer).before - heldIn(older).after;
    return at - after > 1 ? [{ after, count: at - after - 1, change }] : [];
  });
}

/** Places that cut a stretch into equal parts; all of a short one. */
function placesIn({ after, count }: Stretch): readonly number[] {
  const cuts = Math.min(count, PARTS - 1);
  return Array.from({ length: cuts }, (_, n) => after + 1 + Math.floor(((2 * n + 1) * count) / (2 * cuts)));
}

/** A list, newest first, as far as so many pages go. `whole`: nothing is older. */
export interface Listed {
  readonly entries: readonly SignatureEntry[];
  readonly whole: boolean;
}

/** Reads a list back over so many pages. */
export async function readBack(
  of: Address,
  reader: Pick<HistoryReader, 'signatures'>,
  pagesMax: number,
): Promise<Reading<Listed>> {
  const entries: SignatureEntry[] = [];
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const last = entries.at(-1);
    const page = await (last ? reader.signatures(of, { before: last.signature }) : reader.signatures(of));
    if (!page.known) return page;
    entries.push(...page.value);
    if (page.value.length < PAGE_SIGNATURES) return known({ entries, whole: true });
  }
  return known({ entries, whole: false });
}
