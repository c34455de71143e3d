const PAGE = 0x1000;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 24;
const HEADER_BYTES = 64;
const PROGRAM_HEADER_BYTES = 56;
/** Places in the file, which are also addresses relative to where the object is loaded. */
const AT = {
  code: 0x200,
  symbols: 0x300,
  names: 0x380,
  hash: 0x400,
  relocations: 0x440,
  dynamic: PAGE,
  slot: PAGE + 0x100,
};
const FILE_BYTES = PAGE + 0x108;

const NAMES = Buffer.from('\0napi_create_function\0napi_register_module_v1\0', 'latin1');
const NAME_AT = { create: 1, register: 22 } as const;
/** Bytes of the callback, which ends the code. */
const CALLBACK_BYTES = 5;

/** `register`: makes a JavaScript function of the callback and returns it. The callback: EMMS, return undefined. */
function code(): Buffer {
  const bytes = Buffer.from([
    ...[0x48, 0x83, 0xec, 0x18], // sub rsp, 24
    ...[0x31, 0xf6], // xor esi, esi: no name
    ...[0x31, 0xd2], // xor edx, edx: of length 0
    ...[0x48, 0x8d, 0x0d, 0, 0, 0, 0], // lea rcx, [rip + callback]
    ...[0x45, 0x31, 0xc0], // xor r8d, r8d: no data
    ...[0x4c, 0x8d, 0x4c, 0x24, 0x08], // lea r9, [rsp + 8]: the result
    ...[0xff, 0x15, 0, 0, 0, 0], // call [rip + slot]
    ...[0x48, 0x8b, 0x44, 0x24, 0x08], // mov rax, [rsp + 8]
    ...[0x48, 0x83, 0xc4, 0x18], // add rsp, 24
    0xc3, // ret
    ...[0x0f, 0x77], // callback: emms
    ...[0x31, 0xc0], // xor eax, eax
    0xc3, // ret
  ]);
  const afterLea = 15;
  const afterCall = 29;
  bytes.writeInt32LE(bytes.length - CALLBACK_BYTES - afterLea, afterLea - 4);
  bytes.writeInt32LE(AT.slot - (AT.code + afterCall), afterCall - 4);
  return bytes;
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * index);
  return bytes;
}

function symbol(name: number, section: number, value: number): Buffer {
  const bytes = Buffer.alloc(SYMBOL_BYTES);
  bytes.writeUInt32LE(name, 0);
  bytes[4] = 0x12; // global function
  bytes.writeUInt16LE(section, 6);
  bytes.writeBigUInt64LE(BigInt(value), 8);
  return bytes;
}

function programHeader(type: number, flags: number, at: number, size: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(type, 0);
  head.writeUInt32LE(flags, 4);
  return Buffer.concat([head, words(at, at, at, size, size, PAGE)]);
}

function header(programHeaders: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]); // ELF, 64 bits, little-endian, version 1
  bytes.writeUInt16LE(3, 16); // shared object
  bytes.writeUInt16LE(62, 18); // x86-64
  bytes.writeUInt32LE(1, 20);
  bytes.writeBigUInt64LE(BigInt(HEADER_BYTES), 32);
  bytes.writeUInt16LE(HEADER_BYTES, 52);
  bytes.writeUInt16LE(PROGRAM_HEADER_BYTES, 54);
  bytes.writeUInt16LE(programHeaders, 56);
  return bytes;
}

/**
 * A Node-API module for x86-64 Linux of one function: it executes EMMS. Written out here instead of compiled, because
 * it is 41 bytes of instructions and a compiler is not among what the project needs. Layout: ELF-64 (System V gABI).
 */
export function x87Object(): Buffer {
  const file = Buffer.alloc(FILE_BYTES);
  const loads = [
    programHeader(1, 5, 0, AT.relocations + RELOCATION_BYTES), // load, read and execute
    programHeader(1, 6, PAGE, FILE_BYTES - PAGE), // load, read and write
    programHeader(2, 6, AT.dynamic, 10 * 16), // dynamic section
    programHeader(0x6474e551, 6, 0, 0), // the stack stays without execution
  ];
  file.set(Buffer.concat([header(loads.length), ...loads]), 0);
  file.set(code(), AT.code);
  const symbols = [Buffer.alloc(SYMBOL_BYTES), symbol(NAME_AT.create, 0, 0), symbol(NAME_AT.register, 1, AT.code)];
  file.set(Buffer.concat(symbols), AT.symbols);
  file.set(NAMES, AT.names);
  // The hash table has one bucket for three symbols, which holds symbol 2.
  for (const [index, word] of [1, 3, 2, 0, 0, 0].entries()) file.writeUInt32LE(word, AT.hash + 4 * index);
  const globalData = 0x1_0000_0006; // symbol 1, type GLOB_DAT
  file.set(words(AT.slot, globalData, 0), AT.relocations);
  const dynamic = [4, AT.hash, 5, AT.names, 6, AT.symbols, 10, NAMES.length, 11, SYMBOL_BYTES];
  dynamic.push(7, AT.relocations, 8, RELOCATION_BYTES, 9, RELOCATION_BYTES, 0, 0);
  file.set(words(...dynamic), AT.dynamic);
  return file;
}
