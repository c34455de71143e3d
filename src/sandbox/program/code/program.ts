import { Assembler, r1 } from '../assembler.ts';
import { elfOf } from '../elf.ts';
import { STEP } from '../format.ts';
import { arithmeticSteps } from './arithmetic.ts';
import { effectSteps } from './effects.ts';
import { emitEntry } from './entry.ts';
import { emitEnds, takeNumber } from './operands.ts';
import { emitGather } from './parts.ts';
import { emitRatio } from './wide.ts';

/** The program that runs the script in an instruction's data (`format.ts`), as a file that the chain loads. */
export function programFile(): Uint8Array {
  const a = new Assembler();
  emitEntry(a);
  const steps = Object.entries({ ...arithmeticSteps, ...effectSteps });
  a.label('next');
  takeNumber(a, 8, r1);
  a.when(r1, 'eq', STEP.end, 'end');
  for (const [name] of steps) a.when(r1, 'eq', STEP[name as keyof typeof STEP], `step ${name}`);
  a.jump('invalid data');
  for (const [name, emit] of steps) {
    a.label(`step ${name}`);
    emit(a);
    a.jump('next');
  }
  emitEnds(a);
  emitRatio(a);
  emitGather(a);
  return elfOf(a.bytes());
}
