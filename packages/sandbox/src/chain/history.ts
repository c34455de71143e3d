import type { TransactionErrorJson } from './error-names.ts';
import type { AccountSnapshot } from './svm.ts';

/**
 * Accounts at a commitment. The virtual machine knows only the newest state; earlier states since the last final slot are remembered, so
 * that a finalized balance and a finalized history agree.
 */
export class AccountBook {
  readonly #newest: (address: string) => AccountSnapshot | null;
  readonly #known = new Set<string>();
  readonly #changes = new Map<string, Change[]>();
  #queue: Change[] = [];

  constructor(newest: (address: string) => AccountSnapshot | null) {
    this.#newest = newest;
  }

  /** Every address that was ever written to. */
  addresses(): Iterable<string> {
    return this.#known;
  }

  /** Notes that an address exists, so that it is found when accounts are listed. */
  note(address: string): void {
    this.#known.add(address);
  }

  /** Notes what an account was before a transaction at `slot` that may change it. */
  noteChange(slot: number, address: string, before: AccountSnapshot | null): void {
    this.#known.add(address);
    const change = { slot, address, before };
    const list = this.#changes.get(address);
    if (list) list.push(change);
    else this.#changes.set(address, [change]);
    this.#queue.push(change);
  }

  /** The account after everything up to and including `slot`. Slots before the last final one are not remembered. */
  at(address: string, slot: number): AccountSnapshot | null {
    const later = this.#changes.get(address)?.find((change) => change.slot > slot);
    return later ? later.before : this.#newest(address);
  }

  /** Forgets changes at or before `finalSlot`. */
  settle(finalSlot: number): void {
    const open = this.#queue.findIndex((change) => change.slot > finalSlot);
    const settled = open === -1 ? this.#queue : this.#queue.slice(0, open);
    for (const { address } of settled) {
      const list = this.#changes.get(address);
      list?.shift();
      if (list?.length === 0) this.#changes.delete(address);
    }
    if (settled.length > 0) this.#queue = open === -1 ? [] : this.#queue.slice(open);
  }
}

/** One executed transaction. `wire` and `meta` (JSON text) are kept as bytes, because a history is mostly never read. */
export interface HistoryRecord {
  readonly signature: string;
  readonly slot: number;
  readonly error: TransactionErrorJson | null;
  readonly memo: string | null;
  readonly keys: readonly string[];
  readonly wire: Uint8Array;
  readonly meta: Uint8Array;
}

const SLAB_BYTES = 1024 * 1024;
/** Transactions that are kept; beyond them the oldest are forgotten, as a node without an archive does. */
const RECORDS_MAX = 50_000;

/**
 * Copies bytes that live long into large slabs: small Buffers come from a pool whose pages stay alive as long as any
 * of them, which multiplies the memory of a history.
 */
class Slabs {
  #slab = new Uint8Array(SLAB_BYTES);
  #used = 0;

  keep(bytes: Uint8Array): Uint8Array {
    if (bytes.length > SLAB_BYTES) return new Uint8Array(bytes);
    if (this.#used + bytes.length > SLAB_BYTES) {
      this.#slab = new Uint8Array(SLAB_BYTES);
      this.#used = 0;
    }
    const kept = this.#slab.subarray(this.#used, this.#used + bytes.length);
    kept.set(bytes);
    this.#used += bytes.length;
    return kept;
  }
}

/** A page of an address's history: transactions at or before `maxSlot`, older than `before`, newer than `until`. */
export interface HistoryPage {
  readonly maxSlot: number;
  readonly before?: string;
  readonly until?: string;
  readonly limit: number;
}

/** A record, its index among all, which is the order within one slot, and its index in its slot. */
export interface Kept {
  readonly record: HistoryRecord;
  readonly sequence: number;
  readonly position: number;
}

/** True when `one` is later in the chain than `other`, and than nothing. */
export function isLater(one: Kept, other: Kept | null): boolean {
  if (other === null) return true;
  const [slot, otherSlot] = [one.record.slot, other.record.slot];
  return slot === otherSlot ? one.sequence > other.sequence : slot > otherSlot;
}

/** True when `kept` is at or before `maxSlot` and earlier than `newest`, where there is one. */
function isWithin(kept: Kept, maxSlot: number, newest: Kept | null): boolean {
  return kept.record.slot <= maxSlot && (newest === null || isLater(newest, kept));
}

/** Every executed transaction, in the order of slots whenever it was executed, findable by signature and by each account that it names. */
export class ExecutionHistory {
  readonly #records = new Map<string, Kept>();
  readonly #byAddress = new Map<string, Kept[]>();
  /** How many transactions each slot has. */
  readonly #counts = new Map<number, number>();
  readonly #slabs = new Slabs();
  readonly #recordsMax: number;
  #sequence = 0;

  constructor(recordsMax = RECORDS_MAX) {
    this.#recordsMax = recordsMax;
  }

  /** Transactions ever recorded. */
  get count(): number {
    return this.#sequence;
  }

  add(record: HistoryRecord): void {
    const { wire, meta } = record;
    this.keep({ ...record, wire: this.#slabs.keep(wire), meta: this.#slabs.keep(meta) });
  }

  /** Adds a record as it is: its bytes live in a large slab already. */
  keep(record: HistoryRecord): void {
    const position = this.#counts.get(record.slot) ?? 0;
    const kept = { record, sequence: this.#sequence, position };
    this.#sequence += 1;
    this.#counts.set(record.slot, position + 1);
    this.#records.set(record.signature, kept);
    for (const key of record.keys) enter(this.#listOf(key), kept);
    if (this.#records.size > this.#recordsMax) this.#forgetOldest();
  }

  get(signature: string): HistoryRecord | null {
    return this.#records.get(signature)?.record ?? null;
  }

  /** All records, in the order in which they were added. */
  *all(): Iterable<HistoryRecord> {
    for (const { record } of this.#records.values()) yield record;
  }

  /** The transactions that name an address, oldest first. */
  past(address: string): readonly Kept[] {
    return this.#byAddress.get(address) ?? [];
  }

  /** Everything, in the order in which it was added. */
  everything(): Iterable<Kept> {
    return this.#records.values();
  }

  /** The signatures of one slot, in their order. */
  inSlot(slot: number): readonly string[] {
    if (!this.#counts.has(slot)) return [];
    return [...this.all()].filter((record) => record.slot === slot).map(({ signature }) => signature);
  }

  /** Where a transaction stands; null for an unknown one. */
  placeOf(signature: string): Kept | null {
    return this.#records.get(signature) ?? null;
  }

  /** Newest first. An unknown `before` gives an empty page, as a node without an archive answers. */
  page(address: string, { maxSlot, before, until, limit }: HistoryPage): HistoryRecord[] {
    const newest = this.#records.get(before ?? '') ?? null;
    if (before !== undefined && newest === null) return [];
    const oldest = this.#records.get(until ?? '') ?? null;
    const list = this.#byAddress.get(address) ?? [];
    const page: HistoryRecord[] = [];
    for (let at = list.length - 1; at >= 0 && page.length < limit; at -= 1) {
      const kept = list[at];
      if (kept === undefined || !isLater(kept, oldest)) break;
      if (isWithin(kept, maxSlot, newest)) page.push(kept.record);
    }
    return page;
  }

  #listOf(address: string): Kept[] {
    const known = this.#byAddress.get(address);
    if (known) return known;
    const made: Kept[] = [];
    this.#byAddress.set(address, made);
    return made;
  }

  #forgetOldest(): void {
    const [oldest] = this.#records.values();
    if (!oldest) return;
    const { signature, keys } = oldest.record;
    this.#records.delete(signature);
    for (const key of keys) {
      const list = this.#listOf(key);
      list.splice(list.indexOf(oldest), 1);
      if (list.length === 0) this.#byAddress.delete(key);
    }
  }
}

/** Adds to a list in the order of slots. Nearly always that is its end. */
function enter(list: Kept[], kept: Kept): void {
  const isBehind = (at: number): boolean => isLater(list[at] ?? kept, kept);
  let [from, to] = [0, list.length];
  if (to === 0 || !isBehind(to - 1)) {
    list.push(kept);
    return;
  }
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(middle)) to = middle;
    else from = middle + 1;
  }
  list.splice(from, 0, kept);
}

interface Change {
  readonly slot: number;
  readonly address: string;
  readonly before: AccountSnapshot | null;
}
