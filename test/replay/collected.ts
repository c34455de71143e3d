import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Collected mainnet data beside the project; suites over it run where it is there. */
export const COLLECTED = join(import.meta.dirname, '../../../shared/data');
export const hasCollected = existsSync(join(COLLECTED, 'transactions/MANIFEST.json'));

/** A JSON file of the collection. */
export function collected<T>(name: string): T {
  return JSON.parse(readFileSync(join(COLLECTED, name), 'utf8')) as T;
}

export interface ManifestEntry {
  readonly file: string;
  readonly signature: string;
  readonly slot: number | null;
  readonly failed: boolean;
  readonly tags: readonly string[];
}
