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
  const { keys, calls } = collect(payer, instructions);
  const ordered = [...keys].sort((a, b) => rank(a) - rank(b));
  const indexOf = new Map(ordered.map((key, index) => [key, index]));
  const place = (key: Key): number => indexOf.get(key) ?? 0;
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
  for (const { program, accounts, data } of calls) {
    parts.push(Buffer.from([place(program)]), count(accounts.length), Buffer.from(accounts.map(place)));
    parts.push(count(data.length), data);
  }
  return { bytes: Buffer.concat(parts), signerKeys: signers.map((key) => key.bytes) };
}

function collect(payer: Uint8Array, instructions: readonly TransactionInstruction[]) {
  const keys = new Map<string, Key>();
  const note = (bytes: Uint8Array, signer: boolean, writable: boolean): Key => {
    const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const key = keys.get(name) ?? { bytes, signer, writable };
    key.signer ||= signer;
    key.writable ||= writable;
    keys.set(name, key);
    return key;
  };
  note(payer, true, true);
  const calls = instructions.map(({ programId, keys: accounts, data }) => ({
    accounts: accounts.map(({ pubkey, isSigner, isWritable }) => note(pubkey.toBytes(), isSigner, isWritable)),
    program: note(programId.toBytes(), false, false),
    data,
  }));
  return { keys: keys.values(), calls };
}

function rank({ signer, writable }: Key): number {
  return (signer ? 0 : 2) + (writable ? 0 : 1);
}

/** A length as compact-u16. Lists of the sandbox's own transactions stay below 2^14. */
function count(value: number): Uint8Array {
  return value < 0x80 ? Buffer.from([value]) : Buffer.from([(value & 0x7f) | 0x80, value >> 7]);
}
