import { Assembler, type Register, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9 } from '../assembler.ts';
import { EVENT_MARK, elfOf, LIMIT, MARK, RIGHTS, SEED, STEP, type StepName, TAIL_BYTES } from '../script-format.ts';
import { arithmeticSteps } from './arithmetic.ts';
import { ACCOUNT_OFFSETS, HEAP, HEAP_ADDRESS, INFO_BYTES, META_BYTES, SLICE_BYTES } from './memory.ts';
import {
  copy,
  emitEnds,
  emitGather,
  failWhen,
  GATHER,
  reachOperand,
  takeAccount,
  takeField,
  takeNumber,
  takeVariable,
} from './operands.ts';
import { emitRatio } from './wide.ts';

/** Steps that change accounts or say something. */
const effectSteps = {
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
    reachOperand(a, r1, r2, r3);
    const done = a.fresh('written');
    a.when(r3, 'eq', 0, done);
    copy(a, r1, r6, r3);
    a.label(done);
  },
  pay: (a) => {
    takeAccount(a, r1);
    takeAccount(a, r2);
    takeVariable(a, r3);
    a.load(64, r4, r1, ACCOUNT_OFFSETS.lamports);
    failWhen(a, r4, 'lt', r3, 'insufficient funds');
    a.do('sub', r4, r3).store(64, r1, ACCOUNT_OFFSETS.lamports, r4);
    a.load(64, r4, r2, ACCOUNT_OFFSETS.lamports).do('add', r4, r3).store(64, r2, ACCOUNT_OFFSETS.lamports, r4);
  },
  call: (a) => {
    takeAccount(a, r1);
    a.do('add', r1, ACCOUNT_OFFSETS.key).store(64, r7, HEAP.instruction, r1);
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

/** An account that stands for an earlier one of the same address begins with that one's index, any other with this. */
const NOT_REPEATED = 255;

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

/** Reads what the runtime hands over, and finds the script. r1 points at it; goes on at the label `next`. */
function emitEntry(a: Assembler): void {
  a.constant(r7, HEAP_ADDRESS).load(64, r9, r1);
  failWhen(a, r9, 'gt', LIMIT.accounts, 'invalid argument');
  emitAccounts(a);
  emitData(a);
}

/** Notes where each account is and how a call passes it on. r1 ends behind the last one. */
function emitAccounts(a: Assembler): void {
  a.do('add', r1, 8).do('mov', r5, r9).do('mov', r3, r7).do('mov', r4, r7).do('add', r4, HEAP.infos);
  a.label('account').when(r5, 'eq', 0, 'accounts are read');
  a.load(8, r2, r1).when(r2, 'ne', NOT_REPEATED, 'account is repeated');
  a.do('mov', r2, r1).load(64, r0, r1, ACCOUNT_OFFSETS.length).do('add', r1, r0);
  // Behind the spare room: up to the next multiple of 8, then the rent epoch.
  a.do('add', r1, ACCOUNT_OFFSETS.data + ACCOUNT_OFFSETS.spare + 7)
    .do('and', r1, -8)
    .do('add', r1, 8)
    .jump('account is found');
  a.label('account is repeated').do('lsh', r2, 3).do('add', r2, r7).load(64, r2, r2, HEAP.accounts).do('add', r1, 8);
  a.label('account is found').store(64, r3, HEAP.accounts, r2);
  for (const [at, offset] of [
    ACCOUNT_OFFSETS.key,
    ACCOUNT_OFFSETS.lamports,
    null,
    ACCOUNT_OFFSETS.data,
    ACCOUNT_OFFSETS.owner,
  ].entries())
    if (offset !== null)
      a.do('mov', r8, r2)
        .do('add', r8, offset)
        .store(64, r4, at * 8, r8);
  a.load(64, r8, r2, ACCOUNT_OFFSETS.length).store(64, r4, 16, r8);
  for (const [at, offset] of [ACCOUNT_OFFSETS.signer, ACCOUNT_OFFSETS.writable, ACCOUNT_OFFSETS.executable].entries())
    a.load(8, r8, r2, offset).store(8, r4, 48 + at, r8);
  a.do('add', r3, 8).do('add', r4, INFO_BYTES).do('sub', r5, 1).jump('account');
}

/** r6 = the script. A call of the program to itself that shows an event ends here. */
function emitData(a: Assembler): void {
  a.label('accounts are read').load(64, r3, r1).do('add', r1, 8).store(64, r7, HEAP.data, r1);
  failWhen(a, r3, 'lt', EVENT_MARK.length, 'invalid data');
  a.load(64, r2, r1).constant(r0, EVENT_MARK.readBigUInt64LE()).when(r2, 'eq', r0, 'end');
  a.do('add', r3, r1).load(16, r2, r3, -2);
  failWhen(a, r2, 'ne', MARK, 'invalid data');
  a.load(8, r6, r3, -TAIL_BYTES).do('add', r6, r1);
  failWhen(a, r6, 'ge', r3, 'invalid data');
}

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
  a.do('add', r1, ACCOUNT_OFFSETS.key).store(64, r3, 0, r1);
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
  a.do('add', r1, ACCOUNT_OFFSETS.key).do('mov', r4, 32).jump('seed is found');
  a.label('seed is a slice');
  takeAccount(a, r5);
  takeNumber(a, 16, r1);
  takeNumber(a, 8, r4);
  reachOperand(a, r1, r5, r4);
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
