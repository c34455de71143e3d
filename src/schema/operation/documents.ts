import { randomInt } from 'node:crypto';

/** The bounds of a cache of documents. */
export interface DocumentCacheLimits {
  /** The bytes of memory that its entries take together, estimated by their text. */
  readonly bytesMax: number;
  /** How many texts are remembered that were used once. */
  readonly seenMax: number;
}

const MIB = 1024 * 1024;

const documentCacheLimits: DocumentCacheLimits = { bytesMax: 32 * MIB, seenMax: 65_536 };

/** Memory of a prepared document by the length of its text: the syntax tree, its tokens and the plans, at most, as measured. */
const BYTES_PER_CHARACTER = 300;
const BYTES_AT_LEAST = 4_096;

/** More uses count as so many, so that a document which was used much once goes in the end. */
const USES_MAX = 1_000;

interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
  /** The milliseconds of its preparation, for each byte that it takes. */
  readonly worth: number;
  uses: number;
  /** The entry with the lowest rank goes first. */
  rank: number;
}

/**
 * Prepared documents by their text. A document is kept from its second use on; what is used once costs a number in a table of fixed size.
 * Where there is no room, the entry of least worth goes: its uses, times what its preparation costs for each byte, on top of the rank of
 * the last that went at its last use. So many documents that nobody repeats, or that somebody sends twice, do not displace used ones.
 */
export class DocumentCache<T> {
  readonly #limits: DocumentCacheLimits;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #seen: Uint32Array;
  /** It differs by process, so that nobody can make texts that count as one. */
  readonly #seed = randomInt(2 ** 32);
  #bytes = 0;
  /** The rank of the last entry that went. */
  #age = 0;

  constructor(limits: DocumentCacheLimits = documentCacheLimits) {
    this.#limits = limits;
    this.#seen = new Uint32Array(limits.seenMax);
  }

  /** The number of its entries, and the memory that they take, about. */
  get size(): { readonly documents: number; readonly bytes: number } {
    return { documents: this.#entries.size, bytes: this.#bytes };
  }

  find(text: string): T | undefined {
    const entry = this.#entries.get(text);
    if (!entry) return undefined;
    entry.uses = Math.min(USES_MAX, entry.uses + 1);
    entry.rank = this.#age + entry.uses * entry.worth;
    return entry.value;
  }

  /** Keeps a prepared document if its text was offered before. `costMs` is what its preparation took. */
  offer(text: string, value: T, costMs: number): void {
    const bytes = BYTES_AT_LEAST + text.length * BYTES_PER_CHARACTER;
    if (bytes > this.#limits.bytesMax / 2 || !this.#wasSeen(text) || this.#entries.has(text)) return;
    while (this.#bytes + bytes > this.#limits.bytesMax) this.#dropLeast();
    const worth = costMs / bytes;
    this.#entries.set(text, { value, bytes, worth, uses: 2, rank: this.#age + 2 * worth });
    this.#bytes += bytes;
  }

  /** Whether the text was seen before, and not too many others since. */
  #wasSeen(text: string): boolean {
    const hash = hashOf(text, this.#seed);
    const place = hash % this.#seen.length;
    if (this.#seen[place] === hash) return true;
    this.#seen[place] = hash;
    return false;
  }

  #dropLeast(): void {
    let least: string | null = null;
    let rank = Number.POSITIVE_INFINITY;
    for (const [text, entry] of this.#entries) {
      if (entry.rank >= rank) continue;
      least = text;
      rank = entry.rank;
    }
    if (least === null) return;
    this.#bytes -= this.#entries.get(least)?.bytes ?? 0;
    this.#entries.delete(least);
    this.#age = rank;
  }
}

/** FNV-1a over the characters, 32 bits. It is never 0, which stands for nothing seen. */
function hashOf(text: string, seed: number): number {
  let hash = seed | 0;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0 || 1;
}
