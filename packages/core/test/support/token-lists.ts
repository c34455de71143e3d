import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, address } from '#solana/address.ts';

/** Collected token lists beside the project; suites over them run where they are there. */
const TOKENS = join(import.meta.dirname, '../../../../../shared/data/tokens');
export const hasTokenLists = existsSync(join(TOKENS, 'labels/jup_validated_tokens.csv'));

/** A mint as a list calls it. */
export interface ListedToken {
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
}

/** Mints that people have verified: Jupiter's validated tokens, LI.FI's tokens and the list of verified mints with hooks. */
export function verifiedTokens(): readonly ListedToken[] {
  const rows = lines('labels/jup_validated_tokens.csv').map(fields);
  const jupiter = rows.map(([name = '', symbol = '', mint = '']) => ({ mint: address(mint), name, symbol }));
  const lifi = json<readonly { address: string; name: string; symbol: string }[]>('labels/lifi_tokens_SOL.json');
  const hooked = json<{ rows: readonly { mint: string; name: string | null; symbol: string | null }[] }>(
    'token2022_hook_census_2026-08-08.json',
  ).rows;
  return [
    ...jupiter,
    ...lifi.map(({ address: mint, name, symbol }) => ({ mint: address(mint), name, symbol })),
    ...hooked.map(({ mint, name, symbol }) => ({ mint: address(mint), name: name ?? '', symbol: symbol ?? '' })),
  ];
}

/** Mints that Jupiter banned with the reason `fake X`, by what X is, as if it were their symbol. Each mint once. */
export function bannedFakes(): ReadonlyMap<Address, string> {
  const fakes = lines('labels/jup_banned_tokens.csv').flatMap((line) => {
    const [mint = '', reason = ''] = fields(line);
    const copied = /^fake (.+)$/.exec(reason.trim())?.[1];
    return copied === undefined ? [] : [[address(mint), copied] as const];
  });
  return new Map(fakes);
}

function lines(file: string): readonly string[] {
  const [, ...rows] = readFileSync(join(TOKENS, file), 'utf8').trim().split(/\r?\n/);
  return rows;
}

/** The fields of a line with commas; a field in quotation marks may contain some. */
function fields(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

function json<T>(file: string): T {
  return JSON.parse(readFileSync(join(TOKENS, file), 'utf8')) as T;
}
