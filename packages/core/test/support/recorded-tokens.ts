import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, address } from '#solana/address.ts';

/** Collected mints, token accounts and metadata beside the project; suites over them run where they are there. */
const TOKENS = join(import.meta.dirname, '../../../../../shared/data/tokens');
export const hasTokens = existsSync(join(TOKENS, 'MANIFEST.json'));

/** An extension as the collection reads it: its number and name, and what it says under names of the collection. */
export interface ExpectedExtension {
  readonly type: number;
  readonly len: number;
  readonly [name: string]: unknown;
}

/** A collected account with the reading that it was collected with. */
export interface RecordedToken<T = Readonly<Record<string, unknown>>> {
  readonly file: string;
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
  readonly expected: T;
}

interface Entry {
  readonly file: string;
  readonly address: string;
  readonly kind: string;
  readonly expected: unknown;
}

/** The collected accounts of one kind: `mint`, `token_account`, `metaplex_metadata`, `program_account`, `system_account`. */
export function recordedTokens<T>(kind: string): readonly RecordedToken<T>[] {
  if (!hasTokens) return [];
  const { accounts } = json('MANIFEST.json') as { accounts: readonly Entry[] };
  return accounts
    .filter((entry) => entry.kind === kind)
    .map(({ file, address: at, expected }) => {
      const { account } = json(file) as { account: { owner: string; data: readonly [string, string] } };
      const data = new Uint8Array(Buffer.from(account.data[0], 'base64'));
      return { file, address: address(at), owner: address(account.owner), data, expected: expected as T };
    });
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(join(TOKENS, file), 'utf8'));
}
