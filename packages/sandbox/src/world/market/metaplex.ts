import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { METADATA_PROGRAM, metadataAddress } from 'assay-core/solana/token/metaplex.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { Layout } from '#pools/layout.ts';
import { little } from '#program/script-parts.ts';
import type { Naming } from '../metadata-instructions.ts';
import { genesis } from './accounts.ts';
import type { Coin } from './coin.ts';

const HEAD_BYTES = 166;

const KIND_AT = 165;

const IS_MINT = 1;

/** Metadata of Metaplex to write. `standard`: 0 for one of a kind, 2 for a fungible token. */
export interface MetaplexParts {
  readonly mint: Address;
  readonly naming: Naming;
  readonly updateAuthority: Address;
  readonly mutable: boolean;
  readonly standard: number;
}

/** Length of an account as the program made it, the value of its first byte, and to what length it fills texts up. */
const BYTES = 679;
const KEY_METADATA = 4;
const FILLED = { name: 32, symbol: 10, uri: 200 } as const;
const TEXTS_AT = 65;

/** A mint's metadata (mpl-token-metadata, `state/metadata.rs`): without creators, never sold, with an edition nonce of 255. */
export function metaplexAccount({ mint, naming, updateAuthority, mutable, standard }: MetaplexParts): AccountBytes {
  const layout = new Layout(BYTES).u8(0, KEY_METADATA).key(1, updateAuthority).key(33, mint);
  let at = TEXTS_AT;
  for (const name of ['name', 'symbol', 'uri'] as const) {
    layout.u32(at, FILLED[name]).hex(at + 4, Buffer.from(naming[name], 'utf8').toString('hex'));
    at += 4 + FILLED[name];
  }
  // Seller fee (u16) and the missing creators stay zero.
  at += 3;
  layout
    .u8(at, 0)
    .u8(at + 1, mutable ? 1 : 0)
    .u8(at + 2, 1)
    .u8(at + 3, 255)
    .u8(at + 4, 1)
    .u8(at + 5, standard);
  return genesis({ address: metadataAddress(mint), owner: METADATA_PROGRAM, data: layout.bytes() });
}

/** An extension as the bytes of a mint have it. */
interface RawExtension {
  readonly type: number;
  readonly value: Uint8Array;
}

/** A mint of Token-2022 that no transaction of the sandbox can make: its extensions as bytes. Nobody may freeze. */
export function rawMint(
  { mint, program, decimals }: Coin,
  supply: bigint,
  authority: Address | null,
  extensions: readonly RawExtension[],
): AccountBytes {
  const head = new Layout(HEAD_BYTES).u64(36, supply).u8(44, decimals).u8(45, 1).u8(KIND_AT, IS_MINT);
  if (authority) head.u32(0, 1).key(4, authority);
  const rest = extensions.map(({ type, value }) => Buffer.concat([little(type, 2), little(value.length, 2), value]));
  return genesis({ address: mint, owner: program, data: Buffer.concat([head.bytes(), ...rest]) });
}

/** The value of an extension that says that the mint has its metadata itself. */
export function pointerToItself(mint: Address): Uint8Array {
  return Buffer.concat([new Uint8Array(32), addressBytes(mint)]);
}
