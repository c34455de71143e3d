import { LRUCache } from 'lru-cache';

/** A cache of what was used last, within a bound of bytes: each value is set with its `size`, at least 1. Without room it keeps nothing. */
export function byteCache<K extends string | number, V extends object>(bytesMax: number): LRUCache<K, V> {
  return new LRUCache({ maxSize: Math.max(1, bytesMax) });
}
