import { type AddressLookupTableAccount, type TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import { VERSION_1 } from '#chain/wire.ts';
import type { Actor } from './actors.ts';

/** The bits of the mask for a priority fee, a limit of units and a limit of loaded data. Without the last two nothing would run. */
const FEE_UNITS_AND_DATA = 0b1111;

const LOADED_BYTES_MAX = 64 * 1024 * 1024;

/** A transaction of the sandbox's own, before it has a block hash. With `tables` it is of version 0, with `config` of version 1. */
export interface TransactionDraft {
  readonly payer: Actor;
  readonly signers?: readonly Actor[];
  readonly instructions: readonly TransactionInstruction[];
  readonly tables?: readonly AddressLookupTableAccount[];
  readonly config?: OwnConfig;
}

/** The signed bytes of a draft under a block hash. Throws when a signer that the message needs is not in the draft. */
export function signedBytes(draft: TransactionDraft, blockhash: string): Uint8Array {
  const { payer, signers = [], config } = draft;
  const { bytes, signerKeys } = compiled(draft, blockhash);
  const signatures = signerKeys.map((key) => {
    const signer = [payer, ...signers].find((actor) => Buffer.compare(actor.publicKey.toBytes(), key) === 0);
    if (!signer) throw new Error(`nobody signs for ${bs58.encode(key)}`);
    return signer.sign(bytes);
  });
  return Buffer.concat(config ? [bytes, ...signatures] : [Buffer.of(signatures.length), ...signatures, bytes]);
}

function compiled(draft: TransactionDraft, blockhash: string): CompiledMessage {
  const { payer, instructions, tables, config } = draft;
  if (tables) return compileVersioned(draft, tables, blockhash);
  const [by, under] = [payer.publicKey.toBytes(), bs58.decode(blockhash)];
  return config ? compileV1(by, instructions, under, config) : compileLegacy(by, instructions, under);
}

function compileVersioned(
  draft: TransactionDraft,
  tables: readonly AddressLookupTableAccount[],
  recentBlockhash: string,
) {
  const payerKey = draft.payer.publicKey;
  const text = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...draft.instructions] });
  const message = text.compileToV0Message([...tables]);
  const keys = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
  return { bytes: message.serialize(), signerKeys: keys.map((key) => key.toBytes()) };
}

interface Key {
  readonly bytes: Uint8Array;
  signer: boolean;
  writable: boolean;
}

/** A message ready to be signed, and who must sign, in order. */
interface CompiledMessage {
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
  const { header, keys, calls, signerKeys } = order(payer, instructions);
  const parts: Uint8Array[] = [header, count(keys.length), ...keys, blockhash, count(instructions.length)];
  for (const { program, accounts, data } of calls)
    parts.push(Buffer.of(program), count(accounts.length), accounts, count(data.length), data);
  return { bytes: Buffer.concat(parts), signerKeys };
}

/** The header of the sandbox's own messages of version 1: the priority fee in lamports, and the most compute units. */
interface OwnConfig {
  readonly priorityFee: bigint;
  readonly computeUnitLimit: number;
}

/** The message of version 1 of some instructions, in the same order. Layout: `wire.ts`. */
export function compileV1(
  payer: Uint8Array,
  instructions: readonly TransactionInstruction[],
  blockhash: Uint8Array,
  config: OwnConfig,
): CompiledMessage {
  const { header, keys, calls, signerKeys } = order(payer, instructions);
  const mask = Buffer.of(FEE_UNITS_AND_DATA, 0, 0, 0);
  const values = Buffer.alloc(16);
  values.writeBigUInt64LE(config.priorityFee, 0);
  values.writeUInt32LE(config.computeUnitLimit, 8);
  values.writeUInt32LE(LOADED_BYTES_MAX, 12);
  const heads = calls.map(({ program, accounts, data }) =>
    Buffer.of(program, accounts.length, data.length & 0xff, data.length >> 8),
  );
  const counts = Buffer.of(calls.length, keys.length);
  const bodies = calls.flatMap(({ accounts, data }) => [accounts, data]);
  const parts = [Buffer.of(VERSION_1), header, mask, blockhash, counts, ...keys, values, ...heads, ...bodies];
  return { bytes: Buffer.concat(parts), signerKeys };
}

/** The keys of a message in their order, and its instructions with their indexes. */
function order(payer: Uint8Array, instructions: readonly TransactionInstruction[]) {
  const { keys, calls } = collect(payer, instructions);
  const ordered = [...keys].sort((a, b) => rank(a) - rank(b));
  const indexOf = new Map(ordered.map((key, index) => [key, index]));
  const place = (key: Key): number => indexOf.get(key) ?? 0;
  const signers = ordered.filter((key) => key.signer);
  return {
    header: Buffer.of(
      signers.length,
      signers.filter((key) => !key.writable).length,
      ordered.filter((key) => !key.signer && !key.writable).length,
    ),
    keys: ordered.map((key) => key.bytes),
    calls: calls.map(({ program, accounts, data }) => ({
      program: place(program),
      accounts: Buffer.from(accounts.map(place)),
      data,
    })),
    signerKeys: signers.map((key) => key.bytes),
  };
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
