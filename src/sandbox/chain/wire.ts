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

/** A decoded message. `keys` are the static ones; loaded addresses follow them in index order. */
export interface WireMessage {
  readonly version: 'legacy' | 0;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly keys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly WireLookup[];
}

/** A decoded transaction with the exact bytes that were signed. */
export interface WireTransaction {
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

/** The most bytes of one transaction: what fits into a packet of the network. */
export const WIRE_BYTES_MAX = 1232;
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
export function decodeTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > WIRE_BYTES_MAX) throw new WireError('layout', `too large: ${bytes.length} bytes`);
  const cursor = new Cursor(bytes);
  const signatures = cursor.list(() => cursor.take(64));
  const messageBytes = bytes.subarray(cursor.at);
  const message = decodeMessage(messageBytes);
  if (signatures.length !== message.requiredSignatures)
    throw new WireError('sanity', 'the number of signatures differs from the header');
  return { bytes, signatures, messageBytes, message };
}

/** Decodes a message, legacy or version 0, under the same rules. Throws `WireError`. */
export function decodeMessage(bytes: Uint8Array): WireMessage {
  const cursor = new Cursor(bytes);
  const first = cursor.byte();
  if (first > 0x80)
    throw new WireError('layout', `invalid value: integer \`${first & 0x7f}\`, expected a version of 0`);
  const version = first === 0x80 ? 0 : 'legacy';
  const requiredSignatures = version === 0 ? cursor.byte() : first;
  const message: WireMessage = {
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
  };
  if (cursor.left > 0) throw new WireError('layout', 'io error: bytes are left after the message');
  assertSane(message);
  return message;
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
    (total > KEYS_MAX ? 'too many account keys' : null) ??
    (message.lookups.some((one) => one.writable.length + one.readonly.length === 0) ? 'an empty lookup' : null) ??
    (message.instructions.every((one) => isSane(one, message.keys.length, total)) ? null : 'an index is out of range');
  if (complaint) throw new WireError('sanity', complaint);
}

function headerComplaint(message: WireMessage): string | null {
  if (message.requiredSignatures + message.readonlyUnsigned > message.keys.length) return 'more signers than keys';
  return message.readonlySigned >= message.requiredSignatures ? 'the fee payer is not writable' : null;
}

/** A program must be a static key and not the fee payer, as the network has it. */
function isSane(instruction: WireInstruction, staticKeys: number, allKeys: number): boolean {
  const { program, accounts } = instruction;
  return program > 0 && program < staticKeys && accounts.every((index) => index < allKeys);
}

/** True when the key at `index` may be written to, by the header or its place among the loaded addresses. */
export function isWritable(message: WireMessage, index: number): boolean {
  const { keys, requiredSignatures, readonlySigned, readonlyUnsigned, lookups } = message;
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned;
  if (index < keys.length) return index < keys.length - readonlyUnsigned;
  const writableLoaded = lookups.reduce((sum, one) => sum + one.writable.length, 0);
  return index < keys.length + writableLoaded;
}
