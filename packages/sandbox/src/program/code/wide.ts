import { type Assembler, type Register, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9 } from '../assembler.ts';

/** The label of the ratio: r0 = r1 * r2 / r3, rounded up if r4 is not 0. r1 = 1 if that is no u64, else 0. */
export const RATIO = 'ratio of a product';

/** The product of two u64 has 128 bits, which this machine multiplies in four parts and divides bit by bit. */
export function emitRatio(a: Assembler): void {
  a.label(RATIO);
  emitProduct(a);
  // The quotient has more than 64 bits exactly if the upper half is not below the divisor; that holds for 0 as well.
  a.when(r6, 'ge', r3, 'ratio overflows').when(r6, 'ne', 0, 'ratio by bits');
  a.do('mov', r0, r5).do('div', r0, r3).do('mov', r7, r5).do('mod', r7, r3).jump('ratio rounds');
  emitLongDivision(a);
  a.label('ratio rounds').when(r4, 'eq', 0, 'ratio is there').when(r7, 'eq', 0, 'ratio is there');
  a.do('add', r0, 1).when(r0, 'eq', 0, 'ratio overflows');
  a.label('ratio is there').do('mov', r1, 0).exit();
  a.label('ratio overflows').do('mov', r1, 1).exit();
}

/** r6:r5 = r1 * r2. */
function emitProduct(a: Assembler): void {
  a.do('mov', r6, r1).do('rsh', r6, 32).do('mov', r7, r2).do('rsh', r7, 32);
  lowHalf(a, r1);
  lowHalf(a, r2);
  a.do('mov', r5, r1).do('mul', r5, r2);
  a.do('mov', r8, r1).do('mul', r8, r7);
  a.do('mov', r9, r6).do('mul', r9, r2).do('mul', r6, r7);
  // The middle column: three halves, so it carries at most 2 bits into the upper word.
  a.do('mov', r0, r5).do('rsh', r0, 32);
  for (const part of [r8, r9]) {
    a.do('mov', r1, part);
    lowHalf(a, r1);
    a.do('add', r0, r1);
  }
  lowHalf(a, r5);
  a.do('mov', r1, r0).do('lsh', r1, 32).do('or', r5, r1);
  for (const part of [r8, r9, r0]) a.do('rsh', part, 32).do('add', r6, part);
}

/** r0, r7 = quotient and remainder of r6:r5 by r3, where r6 < r3. */
function emitLongDivision(a: Assembler): void {
  a.label('ratio by bits').do('mov', r7, 64);
  a.label('ratio bit').do('mov', r8, r6).do('rsh', r8, 63);
  a.do('mov', r1, r5).do('rsh', r1, 63);
  a.do('lsh', r6, 1).do('or', r6, r1).do('lsh', r5, 1);
  // A bit that was shifted out makes the rest larger than any divisor, although what is left of it may not look so.
  a.when(r8, 'ne', 0, 'ratio bit is set').when(r6, 'lt', r3, 'ratio bit is clear');
  a.label('ratio bit is set').do('sub', r6, r3).do('or', r5, 1);
  a.label('ratio bit is clear').do('sub', r7, 1).when(r7, 'ne', 0, 'ratio bit');
  a.do('mov', r0, r5).do('mov', r7, r6);
}

function lowHalf(a: Assembler, of: Register): void {
  a.do('lsh', of, 32).do('rsh', of, 32);
}
