import type { Instruction, Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { isTokenProgram } from '#lib/token/programs.ts';

/** The first byte of a token program's InitializeMint and InitializeMint2; the mint is the first account of both. */
const INITIALIZE_MINT: readonly number[] = [0, 20];

/** The mints that these transactions initialize where the wallet signed and they succeeded, in order, each once. */
export function mintsMadeBy(wallet: Address, transactions: readonly Transaction[]): readonly Address[] {
  const made = transactions
    .filter(({ failed, signers }) => !failed && signers.includes(wallet))
    .flatMap(({ instructions }) => instructions.filter(initializesMint))
    .flatMap(({ accounts }) => accounts.slice(0, 1));
  return [...new Set(made)];
}

function initializesMint({ program, data }: Instruction): boolean {
  const tag = isTokenProgram(program) ? data?.[0] : undefined;
  return tag !== undefined && INITIALIZE_MINT.includes(tag);
}
