import { type Assembler, r0, r1, r2, r3, r6, r7 } from '../assembler.ts';
import { LIMIT, PART } from '../format.ts';
import { ACCOUNT, HEAP } from './memory.ts';
import { copy, takeAccount, takeNumber, takeVariable } from './operands.ts';

/** The label of what joins parts in the buffer. r6 points at them; r0 = where they end, r1 = their length, 0 if wrong or too long. */
export const GATHER = 'gather parts';

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
  a.do('add', r1, ACCOUNT.key).do('mov', r2, 32);
  copy(a, r3, r1, r2);
  a.jump('part');
  a.label('parts are joined').do('sub', r1, HEAP.buffer).do('mov', r0, r6).exit();
  a.label('parts are wrong').do('mov', r1, 0).exit();
}
