import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAddress } from '#solana/address.ts';
import type { AccountBytes } from '#venues/venue.ts';

/** Collected mainnet accounts beside the project; suites over them run where they are there. */
export const POOLS = join(import.meta.dirname, '../../../../../shared/data/pools');
export const hasPools = existsSync(join(POOLS, 'MANIFEST.json'));

interface Dump {
  readonly address: string;
  readonly owner: string;
  readonly base64Data: string;
}

/** Every account that was collected for the venue, as the chain had it. */
export function collectedAccounts(venue: string): readonly AccountBytes[] {
  if (!hasPools) return [];
  const files = readdirSync(join(POOLS, venue), { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const { address, owner, base64Data } = JSON.parse(readFileSync(join(POOLS, venue, name), 'utf8')) as Dump;
      const data = new Uint8Array(Buffer.from(base64Data, 'base64'));
      return { address: parseAddress(address)!, owner: parseAddress(owner)!, lamports: 1n, data };
    });
}

interface Vector {
  readonly venue: string;
  readonly pool: string;
  readonly [amounts: string]: string | Readonly<Record<string, string>>;
}

/** The verified quotes of the venue: what comes out for what goes in, by pool and direction. */
export function collectedQuotes(venue: string): readonly Vector[] {
  if (!hasPools) return [];
  const { cases } = JSON.parse(readFileSync(join(POOLS, 'quotes.json'), 'utf8')) as { cases: readonly Vector[] };
  return cases.filter((one) => one.venue === venue);
}
