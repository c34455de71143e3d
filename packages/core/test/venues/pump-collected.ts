import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { address } from '#solana/address.ts';
import type { AccountBytes } from '#venues/venue.ts';

/** Collected mainnet accounts beside the project; suites over them run where they are there. */
const POOLS = join(import.meta.dirname, '../../../../../shared/data/pools');
export const hasPools = existsSync(join(POOLS, 'MANIFEST.json'));

interface Dump {
  readonly address: string;
  readonly owner: string;
  readonly base64Data: string;
}

/** A collected account. Its balance was not collected: it is as if the account held plenty. */
export function collectedAccount(name: string): AccountBytes {
  const dump = json<Dump>(name);
  const data = new Uint8Array(Buffer.from(dump.base64Data, 'base64'));
  return { address: address(dump.address), owner: address(dump.owner), lamports: 1n << 60n, data };
}

interface Answer {
  readonly result: {
    readonly value: { readonly data: readonly [string, string]; readonly owner: string; readonly lamports: number };
  };
}

/** An account as a node answered it, which does not say its address. */
export function answeredAccount(name: string, at: AccountBytes['address']): AccountBytes {
  const { value } = json<Answer>(name).result;
  const data = new Uint8Array(Buffer.from(value.data[0], 'base64'));
  return { address: at, owner: address(value.owner), lamports: BigInt(value.lamports), data };
}

/** Verified quotes: of pools by amount, and of curves by their virtual reserves, where a sale lists amount, gross and fees. */
export interface Vector {
  readonly venue: string;
  readonly pool?: string;
  readonly supply?: string;
  readonly vt?: string;
  readonly vq?: string;
  readonly buy?: Readonly<Record<string, string>>;
  readonly sell?: Readonly<Record<string, string | readonly string[]>>;
}

/** The verified quotes of a venue. */
export function collectedQuotes(venue: string): readonly Vector[] {
  return hasPools ? json<{ cases: readonly Vector[] }>('quotes.json').cases.filter((one) => one.venue === venue) : [];
}

function json<T>(name: string): T {
  return JSON.parse(readFileSync(join(POOLS, name), 'utf8')) as T;
}
