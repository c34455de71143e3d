import { expect, test } from 'vitest';
import { Assembler, r0, r1, r2, r6, SYSCALLS } from './assembler.ts';
import { elfOf } from './script-format.ts';

function hex(write: (a: Assembler) => void): string {
  const a = new Assembler();
  write(a);
  return Buffer.from(a.bytes()).toString('hex');
}

test('instructions are encoded as the machine reads them', () => {
  const cases: [string, (a: Assembler) => void][] = [
    ['b7010000ffffffff', (a) => a.do('mov', r1, -1)],
    ['bf21000000000000', (a) => a.do('mov', r1, r2)],
    ['0706000008000000', (a) => a.do('add', r6, 8)],
    ['3f12000000000000', (a) => a.do('div', r2, r1)],
    ['7960f8ff00000000', (a) => a.load(64, r0, r6, -8)],
    ['7161010000000000', (a) => a.load(8, r1, r6, 1)],
    ['7b06100000000000', (a) => a.store(64, r6, 16, r0)],
    ['6a0604002a000000', (a) => a.store(16, r6, 4, 42)],
    ['180100007856341200000000efcdab90', (a) => a.constant(r1, 0x90abcdef12345678n)],
    ['85000000859c2ba2', (a) => a.syscall('sol_invoke_signed_c')],
    ['9500000000000000', (a) => a.exit()],
  ];
  for (const [expected, write] of cases) expect(hex(write)).toBe(expected);
});

test('jumps and calls count from the instruction behind them, forwards and backwards', () => {
  const code = hex((a) =>
    a.label('top').when(r1, 'eq', r2, 'low').when(r1, 'ge', 7, 'top').call('low').jump('top').label('low').exit(),
  );
  expect(code.match(/.{16}/g)).toEqual([
    '1d21030000000000',
    '3501feff07000000',
    '8510000001000000',
    '0500fcff00000000',
    '9500000000000000',
  ]);
});

test('mistakes are found while assembling', () => {
  expect(() => hex((a) => a.jump('nowhere'))).toThrow('no label nowhere');
  expect(() => hex((a) => a.label('a').label('a'))).toThrow('taken');
  expect(() => hex((a) => a.do('mov', r1, 2 ** 31))).toThrow('32 bits');
  expect(() => hex((a) => a.load(8, r1, r2, 40_000))).toThrow();
});

/** Murmur3 with 32 bits and seed 0, as solana-sbpf's `hash_symbol_name` computes it. */
function murmur3(text: string): number {
  const bytes = Buffer.from(text);
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  const mix = (value: number) => Math.imul(rotate(Math.imul(value, 0xcc9e2d51), 15), 0x1b873593);
  const whole = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4)
    hash = (Math.imul(rotate(hash ^ mix(bytes.readInt32LE(at)), 13), 5) + 0xe6546b64) | 0;
  if (whole < bytes.length) hash ^= mix(bytes.readUIntLE(whole, bytes.length - whole));
  hash ^= bytes.length;
  for (const [shift, by] of [
    [16, 0x85ebca6b],
    [13, 0xc2b2ae35],
  ] as const)
    hash = Math.imul(hash ^ (hash >>> shift), by);
  return (hash ^ (hash >>> 16)) >>> 0;
}

test('syscalls are named by the hash of their name', () => {
  expect(murmur3('abort')).toBe(0xb6fc1a11);
  for (const [name, hash] of Object.entries(SYSCALLS)) expect([name, murmur3(name)]).toEqual([name, hash]);
});

test('a file is its headers and the code', () => {
  const file = elfOf(new Uint8Array(8).fill(0x95));
  expect(file).toHaveLength(128);
  expect(Buffer.from(file.subarray(0, 4)).toString('latin1')).toBe('\x7fELF');
  expect([...file.subarray(120)]).toEqual(new Array(8).fill(0x95));
});
