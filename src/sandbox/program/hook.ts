import { addressOf } from '#lib/address.ts';
import { derive } from '../chain/programs.ts';
import { Assembler, r0, r1, r2, r3, r4, r5 } from './assembler.ts';
import { ACCOUNT } from './code/memory.ts';
import { elfOf } from './elf.ts';

/** The sandbox's transfer hook. A mint that names it is let through while its gate is open. */
export const HOOK_PROGRAM = addressOf(derive('sandbox', 'transfer hook'));
/** The custom error of a transfer that comes to a closed gate. */
export const GATE_CLOSED = 6001;

/** The runtime's error for an instruction that names too few accounts, in the upper half of r0. */
const NOT_ENOUGH_ACCOUNTS = 11n << 32n;
/** Source, mint, destination, authority and the hook's list stand before the gate, the first account of that list. */
const GATE_INDEX = 5;
const NOT_REPEATED = 255;

/** The hook as a file that the chain loads: it succeeds if the first byte of the gate's data is 1. */
export function hookFile(): Uint8Array {
  const a = new Assembler();
  a.load(64, r2, r1).when(r2, 'le', GATE_INDEX, 'too few').do('add', r1, 8).do('mov', r3, GATE_INDEX);
  a.label('account').when(r3, 'eq', 0, 'gate').do('sub', r3, 1);
  a.load(8, r4, r1).when(r4, 'ne', NOT_REPEATED, 'repeated').load(64, r5, r1, ACCOUNT.length).do('add', r1, r5);
  // Behind the spare room: up to the next multiple of 8, then the rent epoch.
  a.do('add', r1, ACCOUNT.data + ACCOUNT.spare + 7)
    .do('and', r1, -8)
    .do('add', r1, 8)
    .jump('account');
  a.label('repeated').do('add', r1, 8).jump('account');
  a.label('gate').load(8, r4, r1).when(r4, 'ne', NOT_REPEATED, 'closed');
  a.load(64, r5, r1, ACCOUNT.length).when(r5, 'eq', 0, 'closed');
  a.load(8, r4, r1, ACCOUNT.data).when(r4, 'ne', 1, 'closed').do('mov', r0, 0).exit();
  a.label('closed').do('mov', r0, GATE_CLOSED).exit();
  a.label('too few').constant(r0, NOT_ENOUGH_ACCOUNTS).exit();
  return elfOf(a.bytes());
}
