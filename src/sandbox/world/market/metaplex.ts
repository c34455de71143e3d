import type { Address } from '#lib/address.ts';
import { METADATA_PROGRAM, metadataAddress } from '#lib/token/metaplex.ts';
import type { AccountBytes } from '#venues/model.ts';
import { Layout } from '../../pools/layout.ts';
import type { Naming } from '../metadata-instructions.ts';
import { genesis } from './accounts.ts';

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
