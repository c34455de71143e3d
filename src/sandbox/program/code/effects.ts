import { type Assembler, type Register, r0, r1, r2, r3, r4, r5, r6, r7, r9 } from '../assembler.ts';
import { LIMIT, RIGHTS, SEED, type StepName } from '../format.ts';
import { ACCOUNT, HEAP, META_BYTES, SLICE_BYTES } from './memory.ts';
import { copy, failWhen, reach, takeAccount, takeField, takeNumber, takeVariable } from './operands.ts';
import { GATHER } from './parts.ts';

/** Steps that change accounts or say something. */
export const effectSteps = {
  store: (a) => {
    takeAccount(a, r2);
    takeField(a, r1, r2);
    takeVariable(a, r3);
    a.store(64, r1, 0, r3);
  },
  write: (a) => {
    takeAccount(a, r2);
    takeNumber(a, 16, r1);
    takeNumber(a, 8, r3);
    reach(a, r1, r2, r3);
    const done = a.fresh('written');
    a.when(r3, 'eq', 0, done);
    copy(a, r1, r6, r3);
    a.label(done);
  },
  pay: (a) => {
    takeAccount(a, r1);
    takeAccount(a, r2);
    takeVariable(a, r3);
    a.load(64, r4, r1, ACCOUNT.lamports);
    failWhen(a, r4, 'lt', r3, 'insufficient funds');
    a.do('sub', r4, r3).store(64, r1, ACCOUNT.lamports, r4);
    a.load(64, r4, r2, ACCOUNT.lamports).do('add', r4, r3).store(64, r2, ACCOUNT.lamports, r4);
  },
  call: (a) => {
    takeAccount(a, r1);
    a.do('add', r1, ACCOUNT.key).store(64, r7, HEAP.instruction, r1);
    emitMetas(a);
    emitSeeds(a);
    emitParts(a);
    a.store(64, r7, HEAP.instruction + 24, r2).store(64, r7, HEAP.instruction + 32, r1);
    pointer(a, r1, HEAP.instruction);
    pointer(a, r2, HEAP.infos);
    pointer(a, r4, HEAP.signer);
    const unsigned = a.fresh('unsigned');
    a.do('mov', r3, r9).load(64, r5, r4, 8).when(r5, 'eq', 0, unsigned).do('mov', r5, 1).label(unsigned);
    a.syscall('sol_invoke_signed_c');
  },
  log: (a) => {
    takeNumber(a, 8, r2);
    a.do('mov', r1, r6).do('add', r6, r2).syscall('sol_log_');
  },
  event: (a) => {
    emitParts(a);
    a.store(64, r7, HEAP.seeds, r2).store(64, r7, HEAP.seeds + 8, r1);
    pointer(a, r1, HEAP.seeds);
    a.do('mov', r2, 1).syscall('sol_log_data');
  },
} as const satisfies Partial<Record<StepName, (a: Assembler) => void>>;

function pointer(a: Assembler, to: Register, place: number): void {
  a.do('mov', to, r7).do('add', to, place);
}

/** The accounts that a call names, with their rights. */
function emitMetas(a: Assembler): void {
  takeNumber(a, 8, r2);
  failWhen(a, r2, 'gt', LIMIT.accounts, 'invalid data');
  pointer(a, r3, HEAP.metas);
  a.store(64, r7, HEAP.instruction + 8, r3).store(64, r7, HEAP.instruction + 16, r2);
  a.label('meta').when(r2, 'eq', 0, 'metas are there');
  takeAccount(a, r1);
  takeNumber(a, 8, r4);
  a.do('add', r1, ACCOUNT.key).store(64, r3, 0, r1);
  a.do('mov', r5, r4).do('and', r5, RIGHTS.writable).store(8, r3, 8, r5);
  a.do('rsh', r4, 1).store(8, r3, 9, r4);
  a.do('add', r3, META_BYTES).do('sub', r2, 1).jump('meta').label('metas are there');
}

/** The seeds by which the program signs, each as an address and a length. */
function emitSeeds(a: Assembler): void {
  takeNumber(a, 8, r2);
  failWhen(a, r2, 'gt', LIMIT.seeds, 'invalid data');
  pointer(a, r3, HEAP.seeds);
  a.store(64, r7, HEAP.signer, r3).store(64, r7, HEAP.signer + 8, r2);
  a.label('seed').when(r2, 'eq', 0, 'seeds are there');
  takeNumber(a, 8, r4);
  a.when(r4, 'eq', SEED.address, 'seed is an address').when(r4, 'eq', SEED.slice, 'seed is a slice');
  failWhen(a, r4, 'gt', SEED.bytesMax, 'invalid data');
  a.do('mov', r1, r6).do('add', r6, r4).jump('seed is found');
  a.label('seed is an address');
  takeAccount(a, r1);
  a.do('add', r1, ACCOUNT.key).do('mov', r4, 32).jump('seed is found');
  a.label('seed is a slice');
  takeAccount(a, r5);
  takeNumber(a, 16, r1);
  takeNumber(a, 8, r4);
  reach(a, r1, r5, r4);
  a.label('seed is found').store(64, r3, 0, r1).store(64, r3, 8, r4);
  a.do('add', r3, SLICE_BYTES).do('sub', r2, 1).jump('seed').label('seeds are there');
}

/** r1, r2 = length and address of the parts that follow, joined. */
function emitParts(a: Assembler): void {
  a.call(GATHER);
  failWhen(a, r1, 'eq', 0, 'invalid data');
  a.do('mov', r6, r0);
  pointer(a, r2, HEAP.buffer);
}
