import { createHash } from 'node:crypto';
import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { little } from '#program/script-parts.ts';
import type { Coin } from './market/coin.ts';
import { instructionOf } from './token-instructions.ts';

/** A token's name, symbol and link. */
export interface Naming {
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

/** Update authority, mint, and the number of further pairs of texts. */
const FIXED_BYTES = 32 + 32 + 4;
const EXTENSION_HEAD_BYTES = 4;
const NO_KEY = new Uint8Array(32);

/** The first eight bytes of a hash of a name identify an instruction (spl-token-metadata-interface, `instruction.rs`). */
function mark(name: string): Uint8Array {
  return createHash('sha256').update(`spl_token_metadata_interface:${name}`).digest().subarray(0, 8);
}

/** A text behind its length in bytes. */
function sized(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([little(bytes.length, 4), bytes]);
}

/** Bytes by which metadata makes a mint longer. */
export function metadataBytes({ name, symbol, uri }: Naming): number {
  const texts = [name, symbol, uri].reduce((sum, text) => sum + sized(text).length, 0);
  return EXTENSION_HEAD_BYTES + FIXED_BYTES + texts;
}

/** The value of the extension that holds a mint's own metadata, as the token program writes it. */
export function metadataValue(mint: Address, { name, symbol, uri }: Naming): Uint8Array {
  return Buffer.concat([NO_KEY, addressBytes(mint), ...[name, symbol, uri].map(sized), little(0, 4)]);
}

/** Writes metadata into a mint whose authority signs and may change it. The account needs the rent of its new length. */
export function nameMint(
  { mint, program }: Coin,
  authority: Address,
  { name, symbol, uri }: Naming,
): TransactionInstruction {
  const uses = [
    { address: mint, writable: true },
    { address: authority },
    { address: mint },
    { address: authority, signer: true },
  ];
  return instructionOf(program, uses, mark('initialize_account'), ...[name, symbol, uri].map(sized));
}

/** Gives up the right to change a mint's metadata. */
export function fixMetadata({ mint, program }: Coin, authority: Address): TransactionInstruction {
  const uses = [
    { address: mint, writable: true },
    { address: authority, signer: true },
  ];
  return instructionOf(program, uses, mark('update_the_authority'), NO_KEY);
}
