interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

/** A map that keeps what was used last, within a bound of bytes as its callers weigh them. */
export class ByteCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many values are held now. */
  get size(): number {
    return this.#entries.size;
  }

  /** The value, which becomes the last used one; null when it is not kept. */
  get(key: K): V | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps the value, at the cost of those unused longest. A value heavier than the whole bound is not kept. */
  set(key: K, value: V, bytes: number): void {
    this.#drop(key);
    if (bytes > this.#bytesMax) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(oldest);
    }
  }

  #drop(key: K): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
