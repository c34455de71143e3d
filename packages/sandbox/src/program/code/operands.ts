import {
  type Assembler,
  type Condition,
  type Operand,
  type Register,
  r0,
  r1,
  r2,
  r3,
  r6,
  r7,
  r9,
  type Width,
} from '../assembler.ts';
import { LIMIT, PART } from '../script-format.ts';
import { ACCOUNT_OFFSETS, HEAP } from './memory.ts';

/** The label of what joins parts in the buffer. r6 points at them; r0 = where they end, r1 = their length, 0 if wrong or too long. */
export const GATHER = 'gather parts';

/** Errors of the runtime that a program may return, by their number (`ProgramError`), which stands in the upper half of r0. */
const FAILURE = {
  'invalid argument': 2n,
  'invalid data': 3n,
  'data too small': 5n,
  'insufficient funds': 6n,
  'not enough accounts': 11n,
  'arithmetic overflow': 24n,
} as const;

/** The labels that a failing step jumps to, and what a finished script returns. */
export function emitEnds(a: Assembler): void {
  a.label('end').do('mov', r0, 0).exit();
  for (const [name, code] of Object.entries(FAILURE))
    a.label(name)
      .constant(r0, code << 32n)
      .exit();
}

/** Ends the program with a failure. Only outside of what is called, which would just return. */
export function failWhen(
  a: Assembler,
  left: Register,
  condition: Condition,
  right: Operand,
  failure: keyof typeof FAILURE,
): void {
  a.when(left, condition, right, failure);
}

// While a script runs, r6 points at the next operand, r7 at the heap, and r9 is the number of accounts. The following functions read
// operands into other registers; functions that read accounts use r0 on the way.

/** A number of so many bits. */
export function takeNumber(a: Assembler, bits: Width, to: Register): void {
  a.load(bits, to, r6).do('add', r6, bits / 8);
}

/** The value of a variable. */
export function takeVariable(a: Assembler, to: Register): void {
  takePlace(a, to);
  a.load(64, to, to);
}

/** The address of a variable. */
export function takePlace(a: Assembler, to: Register): void {
  takeNumber(a, 8, to);
  a.do('lsh', to, 3).do('add', to, r7).do('add', to, HEAP.variables);
}

/** The address of an account as the runtime serialized it. */
export function takeAccount(a: Assembler, to: Register, otherwise = 'not enough accounts'): void {
  takeNumber(a, 8, to);
  a.when(to, 'ge', r9, otherwise).do('lsh', to, 3).do('add', to, r7).load(64, to, to, HEAP.accounts);
}

/** The address of the eight bytes at an offset of an account's data. */
export function takeField(a: Assembler, to: Register, account: Register): void {
  takeNumber(a, 16, to);
  reachOperand(a, to, account, 8);
}

/** Turns an offset into the address of so many bytes of an account's data. */
export function reachOperand(a: Assembler, offset: Register, account: Register, size: Operand): void {
  a.do('add', offset, size).load(64, r0, account, ACCOUNT_OFFSETS.length);
  failWhen(a, offset, 'gt', r0, 'data too small');
  a.do('sub', offset, size).do('add', offset, account).do('add', offset, ACCOUNT_OFFSETS.data);
}

/** Copies so many bytes, at least one. Uses r0; `to`, `from` and `count` move on. */
export function copy(a: Assembler, to: Register, from: Register, count: Register): void {
  const again = a.fresh('copy');
  a.label(again).load(8, r0, from).store(8, to, 0, r0);
  a.do('add', from, 1).do('add', to, 1).do('sub', count, 1).when(count, 'ne', 0, again);
}

export function emitGather(a: Assembler): void {
  a.label(GATHER).do('mov', r3, r7).do('add', r3, HEAP.buffer);
  a.label('part').do('mov', r1, r3).do('sub', r1, r7);
  // Before each part there is room for the longest one.
  a.when(r1, 'gt', HEAP.buffer + LIMIT.callBytes - PART.bytesMax, 'parts are wrong');
  takeNumber(a, 8, r2);
  a.when(r2, 'eq', PART.end, 'parts are joined').when(r2, 'eq', PART.variable, 'part is a variable');
  a.when(r2, 'eq', PART.address, 'part is an address').when(r2, 'gt', PART.bytesMax, 'parts are wrong');
  copy(a, r3, r6, r2);
  a.jump('part');
  a.label('part is a variable');
  takeVariable(a, r1);
  a.store(64, r3, 0, r1).do('add', r3, 8).jump('part');
  a.label('part is an address');
  takeAccount(a, r1, 'parts are wrong');
  a.do('add', r1, ACCOUNT_OFFSETS.key).do('mov', r2, 32);
  copy(a, r3, r1, r2);
  a.jump('part');
  a.label('parts are joined').do('sub', r1, HEAP.buffer).do('mov', r0, r6).exit();
  a.label('parts are wrong').do('mov', r1, 0).exit();
}
