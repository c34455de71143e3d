import { spell } from './programs.ts';

/** An instruction as the wire has it: indexes into the transaction's keys. */
interface WireInstruction {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** A reference to a lookup table and the indexes taken from it. */
interface WireLookup {
  readonly table: string;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
}

/** The header of a message of version 1, in place of instructions to the compute budget; null for an absent value. */
interface TransactionConfig {
  /** The whole priority fee in lamports. */
  readonly priorityFee: bigint | null;
  readonly computeUnitLimit: number | null;
  readonly loadedAccountsDataSizeLimit: number | null;
  readonly heapSize: number | null;
}

/** A decoded message. `keys` are the static ones; loaded addresses follow them in index order. */
export interface WireMessage {
  readonly version: 'legacy' | 0 | 1;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly keys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly WireLookup[];
  /** Null unless the message is of version 1. */
  readonly config: TransactionConfig | null;
}

/** A decoded transaction with the exact bytes that were signed. */
export interface DecodedTransaction {
  readonly bytes: Uint8Array;
  readonly signatures: readonly Uint8Array[];
  readonly messageBytes: Uint8Array;
  readonly message: WireMessage;
}

/** The bytes are not a transaction (`layout`), or are one whose counts and indexes contradict each other (`sanity`). */
export class WireError extends Error {
  readonly kind: 'layout' | 'sanity';

  constructor(kind: 'layout' | 'sanity', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The largest transaction in bytes: it fits into a packet of the network. */
export const WIRE_BYTES_MAX = 1232;
/** The same for a transaction of version 1 (SIMD-0296). */
export const WIRE_BYTES_MAX_V1 = 4096;
/** The first byte of a transaction of version 1. The others begin with the number of their signatures, which is never as large. */
export const VERSION_1 = 0x81;
/** Bounds of version 1 (SIMD-0385). */
const V1_MAX = { signatures: 12, keys: 64, instructions: 64 } as const;
/** Bits of its mask; each of the two of the fee stands for one half. */
const V1_BITS = { fee: 0b11, units: 0b100, loaded: 0b1000, heap: 0b1_0000, all: 0b1_1111 } as const;
const KEYS_MAX = 256;

class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new WireError('layout', 'io error: unexpected end of file');
    this.#at += 1;
    return value;
  }

  u16(): number {
    return Buffer.from(this.take(2)).readUInt16LE();
  }

  u32(): number {
    return Buffer.from(this.take(4)).readUInt32LE();
  }

  u64(): bigint {
    return Buffer.from(this.take(8)).readBigUInt64LE();
  }

  take(size: number): Uint8Array {
    if (this.left < size) throw new WireError('layout', 'io error: unexpected end of file');
    const taken = this.#bytes.subarray(this.#at, this.#at + size);
    this.#at += size;
    return taken;
  }

  /** A compact-u16 in its only canonical form: an alias such as 80 00 aborts the virtual machine's own decoder. */
  count(): number {
    let value = 0;
    for (let place = 0; place < 3; place += 1) {
      const byte = this.byte();
      if (byte === 0 && place > 0) throw new WireError('layout', 'io error: alias encoding of a compact-u16');
      value |= (byte & 0x7f) << (7 * place);
      if (byte < 0x80) break;
      if (place === 2) throw new WireError('layout', 'io error: compact-u16 continues past its third byte');
    }
    if (value > 0xffff) throw new WireError('layout', 'io error: compact-u16 overflows');
    return value;
  }

  list<T>(one: () => T): T[] {
    const length = this.count();
    // Every element has at least one byte, so a longer list than the rest cannot be meant honestly.
    if (length > this.left) throw new WireError('layout', 'io error: unexpected end of file');
    const list: T[] = [];
    while (list.length < length) list.push(one());
    return list;
  }
}

/** Decodes the bytes of a transaction strictly: canonical lengths, known version, no byte left over. Throws `WireError`. */
export function decodeSigned(bytes: Uint8Array): DecodedTransaction {
  if (bytes[0] === VERSION_1) return decodeV1(bytes);
  if (bytes.length > WIRE_BYTES_MAX) throw new WireError('layout', `too large: ${bytes.length} bytes`);
  const cursor = new Cursor(bytes);
  const signatures = cursor.list(() => cursor.take(64));
  const messageBytes = bytes.subarray(cursor.at);
  const message = wholeMessage(messageBytes, readMessage);
  if (signatures.length !== message.requiredSignatures)
    throw new WireError('sanity', 'the number of signatures differs from the header');
  return { bytes, signatures, messageBytes, message };
}

/** Version 1: the message first, then as many signatures as its header says. */
function decodeV1(bytes: Uint8Array): DecodedTransaction {
  if (bytes.length > WIRE_BYTES_MAX_V1) throw new WireError('layout', `too large: ${bytes.length} bytes`);
  const cursor = new Cursor(bytes);
  const message = readV1(cursor);
  const messageBytes = bytes.subarray(0, cursor.at);
  const signatures = Array.from({ length: message.requiredSignatures }, () => cursor.take(64));
  if (cursor.left > 0) throw new WireError('layout', 'io error: bytes are left after the signatures');
  assertSane(message);
  return { bytes, signatures, messageBytes, message };
}

/**
 * A message of version 1 (SIMD-0385): header, mask, block hash, both numbers, addresses, values of the mask, what each instruction
 * has, then accounts and data of each.
 */
function readV1(cursor: Cursor): WireMessage {
  cursor.byte();
  const [requiredSignatures, readonlySigned, readonlyUnsigned] = [cursor.byte(), cursor.byte(), cursor.byte()];
  const mask = cursor.u32();
  if (mask > V1_BITS.all) throw new WireError('layout', 'invalid value: an unknown bit of the configuration');
  const blockhash = spell(cursor.take(32));
  const [calls, addresses] = [cursor.byte(), cursor.byte()];
  const keys = Array.from({ length: addresses }, () => spell(cursor.take(32)));
  const config = readConfig(cursor, mask);
  const heads = Array.from({ length: calls }, () => [cursor.byte(), cursor.byte(), cursor.u16()] as const);
  const instructions = heads.map(([program, accounts, size]) => ({
    program,
    accounts: [...cursor.take(accounts)],
    data: cursor.take(size),
  }));
  const counts = { requiredSignatures, readonlySigned, readonlyUnsigned };
  return { version: 1, ...counts, keys, blockhash, instructions, lookups: [], config };
}

function readConfig(cursor: Cursor, mask: number): TransactionConfig {
  const fee = mask & V1_BITS.fee;
  if (fee !== 0 && fee !== V1_BITS.fee) throw new WireError('layout', 'invalid value: half a priority fee');
  return {
    priorityFee: fee === 0 ? null : cursor.u64(),
    computeUnitLimit: mask & V1_BITS.units ? cursor.u32() : null,
    loadedAccountsDataSizeLimit: mask & V1_BITS.loaded ? cursor.u32() : null,
    heapSize: mask & V1_BITS.heap ? cursor.u32() : null,
  };
}

/** Decodes a message of any version under the same rules. Throws `WireError`. */
export function decodeMessage(bytes: Uint8Array): WireMessage {
  return wholeMessage(bytes, bytes[0] === VERSION_1 ? readV1 : readMessage);
}

function wholeMessage(bytes: Uint8Array, read: (cursor: Cursor) => WireMessage): WireMessage {
  const cursor = new Cursor(bytes);
  const message = read(cursor);
  if (cursor.left > 0) throw new WireError('layout', 'io error: bytes are left after the message');
  assertSane(message);
  return message;
}

/** A message, legacy or of version 0. */
function readMessage(cursor: Cursor): WireMessage {
  const first = cursor.byte();
  if (first > 0x80)
    throw new WireError('layout', `invalid value: integer \`${first & 0x7f}\`, expected a version of 0`);
  const version = first === 0x80 ? 0 : 'legacy';
  const requiredSignatures = version === 0 ? cursor.byte() : first;
  return {
    version,
    requiredSignatures,
    readonlySigned: cursor.byte(),
    readonlyUnsigned: cursor.byte(),
    keys: cursor.list(() => spell(cursor.take(32))),
    blockhash: spell(cursor.take(32)),
    instructions: cursor.list(() => ({
      program: cursor.byte(),
      accounts: cursor.list(() => cursor.byte()),
      data: cursor.take(cursor.count()),
    })),
    lookups: version === 0 ? cursor.list(() => decodeLookup(cursor)) : [],
    config: null,
  };
}

function decodeLookup(cursor: Cursor): WireLookup {
  return {
    table: spell(cursor.take(32)),
    writable: cursor.list(() => cursor.byte()),
    readonly: cursor.list(() => cursor.byte()),
  };
}

function assertSane(message: WireMessage): void {
  const loaded = message.lookups.reduce((sum, one) => sum + one.writable.length + one.readonly.length, 0);
  const total = message.keys.length + loaded;
  const complaint =
    headerComplaint(message) ??
    (message.version === 1 ? v1Complaint(message) : null) ??
    (total > KEYS_MAX ? 'too many account keys' : null) ??
    (message.lookups.some((one) => one.writable.length + one.readonly.length === 0) ? 'an empty lookup' : null) ??
    (message.instructions.every((one) => isSane(one, message.keys.length, total)) ? null : 'an index is out of range');
  if (complaint) throw new WireError('sanity', complaint);
}

function headerComplaint(message: WireMessage): string | null {
  if (message.requiredSignatures + message.readonlyUnsigned > message.keys.length) return 'more signers than keys';
  return message.readonlySigned >= message.requiredSignatures ? 'the fee payer is not writable' : null;
}

function v1Complaint({ requiredSignatures, keys, instructions }: WireMessage): string | null {
  if (requiredSignatures > V1_MAX.signatures) return 'too many signatures';
  if (keys.length > V1_MAX.keys) return 'too many account keys';
  if (instructions.length > V1_MAX.instructions) return 'too many instructions';
  return new Set(keys).size < keys.length ? 'an account key stands there twice' : null;
}

/** A program must be a static key and not the fee payer, as the network has it. */
function isSane(instruction: WireInstruction, staticKeys: number, allKeys: number): boolean {
  const { program, accounts } = instruction;
  return program > 0 && program < staticKeys && accounts.every((index) => index < allKeys);
}

/** True when the key at `index` may be written to, by the header or its index among the loaded addresses. */
export function isWritable(message: WireMessage, index: number): boolean {
  const { keys, requiredSignatures, readonlySigned, readonlyUnsigned, lookups } = message;
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned;
  if (index < keys.length) return index < keys.length - readonlyUnsigned;
  const writableLoaded = lookups.reduce((sum, one) => sum + one.writable.length, 0);
  return index < keys.length + writableLoaded;
}
