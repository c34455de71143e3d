import type { Instruction, Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { METADATA_PROGRAM, metadataAddress } from '#lib/token/metaplex.ts';
import { isTokenProgram } from '#lib/token/programs.ts';

/** What a transaction proves of a mint: `creation`: it made the mint; `use`: the mint was there. */
export type Proof = 'creation' | 'use';

/** First bytes of a token program's InitializeMint and InitializeMint2, and of MintTo and MintToChecked; all name the mint first. */
const INITIALIZE: readonly number[] = [0, 20];
const MINT_TO: readonly number[] = [7, 14];

/**
 * Where Metaplex's instructions that make metadata have the mint; the metadata account comes first. By their first byte:
 * CreateMetadataAccount, its versions 2 and 3, and Create (mpl-token-metadata, `instruction/mod.rs`).
 */
const DESCRIBED_MINT_AT: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [16, 1],
  [33, 1],
  [42, 2],
]);

/**
 * What the transaction proves of the mint; null for nothing. To be named proves nothing: anybody can name an address, as an
 * account that a program does not look at or in an instruction that ignores it, long before there is a mint. So it counts
 * only where a program must have found the mint there: a balance of it, or the instructions above at their own places.
 */
export function existenceProof(mint: Address): (transaction: Transaction) => Proof | null {
  const metadata = metadataAddress(mint);
  return ({ failed, instructions, preTokens, postTokens }) => {
    if (failed) return null;
    if (instructions.some((one) => ofTokenProgram(one, INITIALIZE, mint))) return 'creation';
    const used =
      [...preTokens, ...postTokens].some((balance) => balance.mint === mint) ||
      instructions.some((one) => ofTokenProgram(one, MINT_TO, mint) || describes(one, mint, metadata));
    return used ? 'use' : null;
  };
}

/** Token-2022's InitializeMintCloseAuthority: a mint with one can be closed while its supply is 0, and made again. */
const CLOSABLE: readonly number[] = [25];

/** Whether the transaction gave the mint somebody who may close it. */
export function makesClosable({ failed, instructions }: Transaction, mint: Address): boolean {
  return !failed && instructions.some((one) => ofTokenProgram(one, CLOSABLE, mint));
}

function ofTokenProgram({ program, accounts, data }: Instruction, tags: readonly number[], mint: Address): boolean {
  const tag = isTokenProgram(program) && accounts[0] === mint ? data?.[0] : undefined;
  return tag !== undefined && tags.includes(tag);
}

function describes({ program, accounts, data }: Instruction, mint: Address, metadata: Address): boolean {
  if (program !== METADATA_PROGRAM || accounts[0] !== metadata) return false;
  const place = DESCRIBED_MINT_AT.get(data?.[0] ?? -1);
  return place !== undefined && accounts[place] === mint;
}
