const HEADER_BYTES = 64;
const SEGMENT_BYTES = 56;
const [MACHINE_BPF, SHARED_OBJECT, LOADED, EXECUTABLE] = [247, 3, 1, 1];
/** Where the virtual machine maps the code of a program. */
const CODE_ADDRESS = 0x1_0000_0000n;
const SBPF_VERSION = 3;

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
