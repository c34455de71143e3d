import { type Assembler, r0, r1, r2, r3, r4, r7, r8 } from '../assembler.ts';
import type { StepName } from '../script-format.ts';
import { ACCOUNT_OFFSETS, CLOCK_UNIX_TIME, HEAP } from './memory.ts';
import { failWhen, takeAccount, takeField, takeNumber, takePlace, takeVariable } from './operands.ts';
import { RATIO } from './wide.ts';

/** Emits what a step does; the next step follows. */
type Emit = (a: Assembler) => void;

/** Steps that end with a value in r1 for the variable that they name first. r8 keeps its address. */
function assigned(compute: Emit): Emit {
  return (a) => {
    takePlace(a, r8);
    compute(a);
    a.store(64, r8, 0, r1);
  };
}

function ofTwo(compute: Emit): Emit {
  return assigned((a) => {
    takeVariable(a, r1);
    takeVariable(a, r2);
    compute(a);
  });
}

function ratio(roundUp: 0 | 1): Emit {
  return ofTwo((a) => {
    takeVariable(a, r3);
    a.do('mov', r4, roundUp).call(RATIO);
    failWhen(a, r1, 'ne', 0, 'arithmetic overflow');
    a.do('mov', r1, r0);
  });
}

/** r1 = whichever of r1 and r2 compares to the other like this. */
function whichever(condition: 'le' | 'ge'): Emit {
  return ofTwo((a) => {
    const first = a.fresh('first');
    a.when(r1, condition, r2, first).do('mov', r1, r2).label(first);
  });
}

/** Steps that read and compute. */
export const arithmeticSteps = {
  number: assigned((a) => takeNumber(a, 32, r1)),
  longNumber: assigned((a) => takeNumber(a, 64, r1)),
  time: assigned((a) => {
    a.do('mov', r1, r7).do('add', r1, HEAP.clock).syscall('sol_get_clock_sysvar');
    a.load(64, r1, r7, HEAP.clock + CLOCK_UNIX_TIME);
  }),
  argument: assigned((a) => {
    takeNumber(a, 16, r1);
    a.load(64, r0, r7, HEAP.data).do('add', r1, r0).load(64, r1, r1);
  }),
  field: assigned((a) => {
    takeAccount(a, r2);
    takeField(a, r1, r2);
    a.load(64, r1, r1);
  }),
  lamports: assigned((a) => {
    takeAccount(a, r1);
    a.load(64, r1, r1, ACCOUNT_OFFSETS.lamports);
  }),
  add: ofTwo((a) => {
    a.do('add', r1, r2);
    failWhen(a, r1, 'lt', r2, 'arithmetic overflow');
  }),
  subtract: ofTwo((a) => {
    failWhen(a, r1, 'lt', r2, 'arithmetic overflow');
    a.do('sub', r1, r2);
  }),
  ratio: ratio(0),
  ratioUp: ratio(1),
  least: whichever('le'),
  most: whichever('ge'),
  require: (a) => {
    const holds = a.fresh('holds');
    takeVariable(a, r1);
    takeVariable(a, r2);
    takeNumber(a, 16, r0);
    a.when(r1, 'ge', r2, holds).exit().label(holds);
  },
} as const satisfies Partial<Record<StepName, Emit>>;
