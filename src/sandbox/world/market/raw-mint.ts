import { type Address, addressBytes } from '#lib/address.ts';
import type { AccountBytes } from '#venues/model.ts';
import { Layout } from '../../pools/layout.ts';
import { little } from '../../program/pieces.ts';
import { genesis } from './accounts.ts';
import type { Coin } from './coin.ts';

/** An extension as the bytes of a mint have it. */
export interface RawExtension {
  readonly type: number;
  readonly value: Uint8Array;
}

const HEAD_BYTES = 166;
const KIND_AT = 165;
const IS_MINT = 1;

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
