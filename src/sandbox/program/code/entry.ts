import { type Assembler, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9 } from '../assembler.ts';
import { EVENT_MARK, LIMIT, MARK, TAIL_BYTES } from '../format.ts';
import { ACCOUNT, HEAP, HEAP_ADDRESS, INFO_BYTES } from './memory.ts';
import { failWhen } from './operands.ts';

/** An account that stands for an earlier one of the same address begins with that one's index, any other with this. */
const NOT_REPEATED = 255;

/** Reads what the runtime hands over, and finds the script. r1 points at it; goes on at the label `next`. */
export function emitEntry(a: Assembler): void {
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
  a.do('mov', r2, r1).load(64, r0, r1, ACCOUNT.length).do('add', r1, r0);
  // Behind the spare room: up to the next multiple of 8, then the rent epoch.
  a.do('add', r1, ACCOUNT.data + ACCOUNT.spare + 7)
    .do('and', r1, -8)
    .do('add', r1, 8)
    .jump('account is found');
  a.label('account is repeated').do('lsh', r2, 3).do('add', r2, r7).load(64, r2, r2, HEAP.accounts).do('add', r1, 8);
  a.label('account is found').store(64, r3, HEAP.accounts, r2);
  for (const [at, offset] of [ACCOUNT.key, ACCOUNT.lamports, null, ACCOUNT.data, ACCOUNT.owner].entries())
    if (offset !== null)
      a.do('mov', r8, r2)
        .do('add', r8, offset)
        .store(64, r4, at * 8, r8);
  a.load(64, r8, r2, ACCOUNT.length).store(64, r4, 16, r8);
  for (const [at, offset] of [ACCOUNT.signer, ACCOUNT.writable, ACCOUNT.executable].entries())
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
