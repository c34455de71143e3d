const HEADER_BYTES = 64;

const SEGMENT_BYTES = 56;

const [MACHINE_BPF, SHARED_OBJECT, LOADED, EXECUTABLE] = [247, 3, 1, 1];

/** Where the virtual machine maps the code of a program. */
const CODE_ADDRESS = 0x1_0000_0000n;

const SBPF_VERSION = 3;

/**
 * The language between whoever builds an instruction and the program that runs it. The data of an instruction is
 *
 *   head, as the venue's own program has it | script | length of the head (u8) | the mark (u16)
 *
 * and a script is a row of steps up to `end`: the step's code (u8), then its operands. A variable is a u64 named by a byte,
 * an account its index (u8) in the instruction, an offset a u16. All numbers are little-endian.
 */
export const STEP = {
  end: 0,
  /** variable, u32: the variable becomes the number. */
  number: 1,
  /** variable, offset: becomes the u64 at the offset of the instruction's data. */
  argument: 2,
  /** variable, account, offset: becomes the u64 there. */
  field: 3,
  /** variable, account: becomes the account's lamports. */
  lamports: 4,
  /** variable, a, b: becomes a + b. */
  add: 5,
  /** variable, a, b: becomes a - b. */
  subtract: 6,
  /** variable, a, b, c: becomes a * b / c rounded down, the product with 128 bits. */
  ratio: 7,
  /** As `ratio`, rounded up. */
  ratioUp: 8,
  /** variable, a, b: becomes the smaller. */
  least: 9,
  /** variable, a, b: becomes the larger. */
  most: 10,
  /** a, b, u16: the transaction fails with the number as its custom error if a < b. */
  require: 11,
  /** account, offset, variable: writes the variable there. */
  store: 12,
  /** account, offset, u8, bytes: writes so many bytes there. */
  write: 13,
  /** account, account, variable: moves lamports from the program's own account to the other one. */
  pay: 14,
  /** account, u8, (account, rights) each, u8, a seed each, parts: calls the program that the account is. */
  call: 15,
  /** u8, bytes: writes a line to the log. */
  log: 16,
  /** parts: writes an event to the log. */
  event: 17,
  /** variable, u64: the variable becomes the number. */
  longNumber: 18,
  /** variable: becomes the time of the block in Unix seconds. */
  time: 19,
} as const;

export type StepName = keyof typeof STEP;

/** Rights of an account in a call, added up. */
export const RIGHTS = { writable: 1, signer: 2 } as const;

/** A seed begins with its length (at most 32) and is bytes, or with one of these. */
export const SEED = {
  bytesMax: 32,
  /** account: its address. */
  address: 0x40,
  /** account, offset, u8: so many bytes of its data. */
  slice: 0x41,
} as const;

/** The data of a call or event is in parts up to `end`: a length and its bytes, or one of these. */
export const PART = {
  end: 0,
  bytesMax: 0x7f,
  /** variable: its 8 bytes. */
  variable: 0x80,
  /** account: the 32 bytes of its address. */
  address: 0x81,
} as const;

/** The limits of the program: accounts of an instruction, seeds of a signature, bytes of a call's data. */
export const LIMIT = { accounts: 64, seeds: 16, callBytes: 1024 } as const;

/** Ends the data of an instruction, so that data of another origin fails cleanly. */
export const MARK = 0x5ca1;
/** Bytes behind the script. */
export const TAIL_BYTES = 3;
/** Data of a program's call to itself that only shows an event begins with these bytes (Anchor's `emit_cpi!`). */
export const EVENT_MARK = Buffer.from('e445a52e51cb9a1d', 'hex');

/**
 * The file that a loader takes: one executable segment, entered at its beginning, and nothing else. Version 3 allows no
 * relocations and wants the segments right behind the headers (SIMD-0189, solana-sbpf `elf.rs`: the strict parser).
 */
export function elfOf(code: Uint8Array): Uint8Array {
  const file = Buffer.alloc(HEADER_BYTES + SEGMENT_BYTES + code.length);
  // 64 bits, little-endian, version 1 of the format.
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(SHARED_OBJECT, 16);
  file.writeUInt16LE(MACHINE_BPF, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(CODE_ADDRESS, 24);
  file.writeBigUInt64LE(BigInt(HEADER_BYTES), 32);
  file.writeUInt32LE(SBPF_VERSION, 48);
  file.writeUInt16LE(HEADER_BYTES, 52);
  file.writeUInt16LE(SEGMENT_BYTES, 54);
  file.writeUInt16LE(1, 56);
  const segment = file.subarray(HEADER_BYTES);
  segment.writeUInt32LE(LOADED, 0);
  segment.writeUInt32LE(EXECUTABLE, 4);
  segment.writeBigUInt64LE(BigInt(HEADER_BYTES + SEGMENT_BYTES), 8);
  segment.writeBigUInt64LE(CODE_ADDRESS, 16);
  segment.writeBigUInt64LE(CODE_ADDRESS, 24);
  segment.writeBigUInt64LE(BigInt(code.length), 32);
  segment.writeBigUInt64LE(BigInt(code.length), 40);
  file.set(code, HEADER_BYTES + SEGMENT_BYTES);
  return file;
}
