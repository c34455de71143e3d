import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { expect, test } from 'vitest';
import { USDC_MINT } from '#identity.ts';
import { Cast } from '#world/actors.ts';
import { memoInstruction, openTokenAccount, pay } from '#world/instructions.ts';
import { signedBytes } from '#world/transaction.ts';
import { errorText, INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './error-names.ts';
import { derive, PROGRAMS } from './programs.ts';
import { Svm } from './svm.ts';
import { mintData } from './tokens.ts';

const payer = new Cast('svm').person('payer');

function funded(): Svm {
  const svm = new Svm();
  const empty = { owner: PROGRAMS.system, executable: false, data: new Uint8Array(0) };
  svm.setAccount(payer.address, { lamports: 10n ** 12n, ...empty });
  return svm;
}

/** A rest of doubles is an x87 operation, whether JavaScript is interpreted or compiled. */
function remainder(a: number, b: number): number {
  return a % b;
}

test('programs leave the processor as they found it', () => {
  // Builds of the virtual machine before 1.4 left MMX active after some programs (anza-xyz/sbpf issue 197): the next
  // x87 operation of the process yielded NaN, and the hash tables of Node itself asked for absurd sizes and aborted.
  const svm = funded();
  const mint = { lamports: 1_461_600n, owner: PROGRAMS.token, executable: false, data: mintData(null, 6) };
  svm.setAccount(USDC_MINT, mint);
  for (let count = 0; count < 50; count += 1) {
    const owner = new Cast('svm').stranger(bs58.encode(derive('owner', count))).publicKey;
    const instructions = [memoInstruction(`note ${count}`), openTokenAccount(payer, owner, new PublicKey(USDC_MINT))];
    const bytes = signedBytes({ payer, instructions }, payer.address);
    expect(svm.simulate(bytes, true).error).toBeNull();
    expect(remainder(7.25, 2)).toBe(1.25);
    expect(svm.execute(bytes, true).error).toBeNull();
    expect(remainder(5.5, 2)).toBe(1.5);
  }
});

/** The names of an enumeration as the package declares it. */
function declared(enumeration: string): string[] {
  const path = createRequire(import.meta.url)
    .resolve('litesvm/dist/internal.js')
    .replace(/js$/, 'd.ts');
  const body = readFileSync(path, 'utf8').split(`enum ${enumeration} {`)[1]?.split('}')[0] ?? '';
  return [...body.matchAll(/(\w+) = \d+/g)].map(([, name]) => name ?? '');
}

test('error names stand in the order of the virtual machine', () => {
  expect(TRANSACTION_ERRORS).toEqual(declared('TransactionErrorFieldless'));
  expect(INSTRUCTION_ERRORS).toEqual(declared('InstructionErrorFieldless'));
});

test('errors of the virtual machine become those of a node', () => {
  const svm = funded();
  const draft = (lamports: bigint) =>
    signedBytes({ payer, instructions: [pay(payer, payer.publicKey, lamports)] }, payer.address);
  const poor = svm.execute(draft(10n ** 15n), true);
  expect(poor.error).toEqual({ InstructionError: [0, { Custom: 1 }] });
  const stranger = new Cast('svm').person('stranger');
  const unfunded = signedBytes({ payer: stranger, instructions: [memoInstruction('x')] }, payer.address);
  expect(svm.execute(unfunded, true).error).toBe('AccountNotFound');
  const forged = Buffer.from(draft(1n));
  forged[9] = (forged[9] ?? 0) ^ 1;
  expect(svm.execute(forged, true).error).toBe('SignatureFailure');
  expect(svm.execute(forged, false).error).toBeNull();
});

test('errors have the words of a node', () => {
  expect(errorText('BlockhashNotFound')).toBe('Blockhash not found');
  expect(errorText({ InstructionError: [2, { Custom: 255 }] })).toBe(
    'Error processing Instruction 2: custom program error: 0xff',
  );
  expect(errorText({ InstructionError: [0, 'InvalidAccountData'] })).toContain('invalid account data for instruction');
  expect(errorText({ InsufficientFundsForRent: { account_index: 1 } })).toContain('account (1)');
});
