import type { TransactionInstruction } from '@solana/web3.js';

interface Key {
  readonly bytes: Uint8Array;
  signer: boolean;
  writable: boolean;
}

/** A message ready to be signed, and who must sign, in order. */
export interface CompiledMessage {
  readonly bytes: Uint8Array;
  readonly signerKeys: readonly Uint8Array[];
}

/**
 * The legacy message of some instructions: writable signers, the payer first, read-only signers, then the others in
 * the same way. The library's own compiler spells every key in base58 on its way, which would take a third of the time
 * that the sample world is built in.
 */
export function compileLegacy(
  payer: Uint8Array,
  instructions: readonly TransactionInstruction[],
  blockhash: Uint8Array,
): CompiledMessage {
  const keys = collect(payer, instructions);
  const ordered = [...keys.values()].sort((a, b) => rank(a) - rank(b));
  const indexOf = new Map(ordered.map((key, index) => [name(key.bytes), index]));
  const place = (bytes: Uint8Array): number => indexOf.get(name(bytes)) ?? 0;
  const signers = ordered.filter((key) => key.signer);
  const parts: Uint8Array[] = [
    Buffer.from([
      signers.length,
      signers.filter((key) => !key.writable).length,
      ordered.filter((key) => !key.signer && !key.writable).length,
    ]),
    count(ordered.length),
    ...ordered.map((key) => key.bytes),
    blockhash,
    count(instructions.length),
  ];
  for (const { programId, keys: accounts, data } of instructions) {
    const indexes = accounts.map(({ pubkey }) => place(pubkey.toBytes()));
    parts.push(Buffer.from([place(programId.toBytes())]), count(accounts.length), Buffer.from(indexes));
    parts.push(count(data.length), data);
  }
  return { bytes: Buffer.concat(parts), signerKeys: signers.map((key) => key.bytes) };
}

function name(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function collect(payer: Uint8Array, instructions: readonly TransactionInstruction[]): Map<string, Key> {
  const keys = new Map<string, Key>([[name(payer), { bytes: payer, signer: true, writable: true }]]);
  const add = (bytes: Uint8Array, signer: boolean, writable: boolean): void => {
    const known = keys.get(name(bytes));
    if (!known) keys.set(name(bytes), { bytes, signer, writable });
    else {
      known.signer ||= signer;
      known.writable ||= writable;
    }
  };
  for (const instruction of instructions) {
    for (const { pubkey, isSigner, isWritable } of instruction.keys) add(pubkey.toBytes(), isSigner, isWritable);
    add(instruction.programId.toBytes(), false, false);
  }
  return keys;
}

function rank({ signer, writable }: Key): number {
  return (signer ? 0 : 2) + (writable ? 0 : 1);
}

/** A length as compact-u16. Lists of the sandbox's own transactions stay below 2^14. */
function count(value: number): Uint8Array {
  return value < 0x80 ? Buffer.from([value]) : Buffer.from([(value & 0x7f) | 0x80, value >> 7]);
}
