import type { Address } from 'assay-core/solana/address.ts';
import { PART, SEED } from './script-format.ts';

/** A u64 that the program computes. It belongs to the script that gave it. */
export interface ScriptValue {
  readonly variable: number;
}

/** An account of an instruction or a call, with its rights. */
export interface AccountUse {
  readonly address: Address;
  readonly writable?: boolean;
  readonly signer?: boolean;
}

/** A seed of an address that the program signs for. */
export type SignerSeed =
  | string
  | Uint8Array
  | { readonly address: Address }
  /** Bytes of an account's data as they are when the program runs. */
  | { readonly account: Address; readonly offset: number; readonly length: number };

/** A piece of the data of a call or an event. */
export type DataPart = Uint8Array | ScriptValue | { readonly address: Address };

/** A call of another program. With `seeds` the program signs for the address that follows from them. */
export interface ProgramCall {
  readonly program: Address;
  readonly accounts: readonly AccountUse[];
  readonly data: readonly DataPart[];
  readonly seeds?: readonly SignerSeed[];
}

/** The index of an account in the instruction, as a byte. */
type IndexOf = (address: Address) => Uint8Array;

/** A seed as a script spells it. */
export function seedBytes(seed: SignerSeed, indexOf: IndexOf): Uint8Array {
  if (typeof seed === 'string') return seedBytes(Buffer.from(seed), indexOf);
  if ('account' in seed) {
    const { account, offset, length } = seed;
    return Buffer.from([SEED.slice, ...indexOf(account), ...little(offset, 2), length]);
  }
  if ('address' in seed) return Buffer.from([SEED.address, ...indexOf(seed.address)]);
  if (seed.length > SEED.bytesMax) throw new Error(`a seed has at most ${SEED.bytesMax} bytes`);
  return lengthPrefixed(seed);
}

/** The data of a call or an event as a script spells it. */
export function partBytes(parts: readonly DataPart[], indexOf: IndexOf): Uint8Array {
  const spelled = parts.flatMap((part) => {
    if ('variable' in part) return [Buffer.from([PART.variable, part.variable])];
    if ('address' in part) return [Buffer.from([PART.address, ...indexOf(part.address)])];
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < part.length; at += PART.bytesMax)
      chunks.push(lengthPrefixed(part.subarray(at, at + PART.bytesMax)));
    return chunks;
  });
  return Buffer.concat([...spelled, Buffer.from([PART.end])]);
}

/** A number of so many bytes. Throws when it does not fit. */
export function little(value: number | bigint, bytes: 1 | 2 | 4 | 8): Uint8Array {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
  else buffer.writeUIntLE(Number(value), 0, bytes);
  return buffer;
}

/** Bytes behind their number, which is one byte. */
export function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([little(bytes.length, 1), bytes]);
}
