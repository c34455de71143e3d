import { now } from './limits.ts';

interface Entry<V> {
  readonly value: V;
  readonly until: number;
}

/** What an endpoint was found to do with single methods. Each finding ends after a while, because it may have been a mistake. */
export class MethodMemory<V> {
  readonly #memoryMs: number;
  readonly #entries = new Map<string, Entry<V>>();

  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs;
  }

  get(method: string): V | undefined {
    const entry = this.#entries.get(method);
    return entry && entry.until > now() ? entry.value : undefined;
  }

  has(method: string): boolean {
    return this.get(method) !== undefined;
  }

  set(method: string, value: V): void {
    this.#entries.set(method, { value, until: now() + this.#memoryMs });
  }

  delete(method: string): void {
    this.#entries.delete(method);
  }
}
