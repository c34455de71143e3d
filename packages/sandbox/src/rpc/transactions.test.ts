import { ComputeBudgetProgram, type TransactionInstruction } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { worldRent } from '#chain/gates.ts';
import { LocalChain } from '#chain/local-chain.ts';
import { PROGRAMS } from '#chain/programs.ts';
import { RpcFault } from '#json-rpc.ts';
import { Cast } from '#world/actors.ts';
import { memoInstruction, pay } from '#world/instructions.ts';
import { signedBytes } from '#world/transaction.ts';
import { transactionMethods } from './transactions.ts';

const cast = new Cast('transactions');
const payer = cast.person('payer');
const friend = cast.person('friend');

function chainWith(lamports: bigint): LocalChain {
  const chain = new LocalChain({
    anchorMs: Date.now(),
    startedMs: Date.now(),
    finalitySlots: 32,
    seed: 'transactions',
  });
  const empty = { owner: PROGRAMS.system, executable: false, data: new Uint8Array(0) };
  chain.setGenesisAccount(payer.address, { lamports, ...empty });
  return chain;
}

function signed(chain: LocalChain, ...instructions: TransactionInstruction[]): Buffer {
  return Buffer.from(signedBytes({ payer, instructions }, chain.blockhashes.of(chain.clock.tip())));
}

/** The bytes with another first signature, which no key made. */
function forged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0, 1, 65);
  return copy;
}

function call(chain: LocalChain, method: string, bytes: Buffer, options: object): unknown {
  return transactionMethods(chain)[method]?.([bytes.toString('base64'), { encoding: 'base64', ...options }]);
}

function send(chain: LocalChain, bytes: Buffer): string {
  return call(chain, 'sendTransaction', bytes, { skipPreflight: true }) as string;
}

test('a message that is in a block does not run again, whatever signature it carries', () => {
  const chain = chainWith(10n ** 10n);
  const bytes = signed(chain, pay(payer, friend.publicKey, 10n ** 8n));
  const trial = (of: Buffer, options: object) => call(chain, 'simulateTransaction', of, options);
  expect(trial(bytes, { sigVerify: true })).toMatchObject({ value: { err: null } });
  send(chain, bytes);
  expect(trial(bytes, { sigVerify: true })).toMatchObject({ value: { err: 'AlreadyProcessed' } });
  expect(trial(forged(bytes), { sigVerify: false })).toMatchObject({ value: { err: 'AlreadyProcessed' } });
  expect(trial(bytes, { replaceRecentBlockhash: true })).toMatchObject({ value: { err: null } });
  for (const method of ['simulateTransaction', 'sendTransaction'])
    expect(() => call(chain, method, forged(bytes), { sigVerify: true })).toThrow(
      new RpcFault(-32003, 'Transaction signature verification failure'),
    );
  chain.clock.advance(151);
  expect(trial(bytes, { sigVerify: true })).toMatchObject({ value: { err: 'BlockhashNotFound' } });
});

test('what fails before it runs is in no block, and what fails while it runs pays its fee', () => {
  const chain = chainWith(10n ** 10n);
  const left = () => chain.account(payer.address, 'processed')?.lamports;
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 });
  const doubled = send(chain, signed(chain, limit, limit, pay(payer, friend.publicKey, 10n ** 8n)));
  expect([chain.history.get(doubled), left()]).toEqual([null, 10n ** 10n]);
  const tooMuch = send(chain, signed(chain, pay(payer, friend.publicKey, 10n ** 11n)));
  expect(chain.history.get(tooMuch)?.error).toEqual({ InstructionError: [0, { Custom: 1 }] });
  expect(left()).toBe(10n ** 10n - 5_000n);
});

test('a payer that its fee would leave below rent reaches no block', () => {
  const chain = chainWith(worldRent(0) + 4_999n);
  expect(chain.history.get(send(chain, signed(chain, memoInstruction('poor'))))).toBeNull();
});

test('a program is read once, and again after it was paid', () => {
  const chain = chainWith(10n ** 10n);
  const program = () => chain.account(PROGRAMS.memo, 'processed');
  const before = program();
  send(chain, signed(chain, memoInstruction('one')));
  expect(program()).toBe(before);
  send(chain, signed(chain, pay(payer, memoInstruction('').programId, 7n)));
  expect(program()?.lamports).toBe((before?.lamports ?? 0n) + 7n);
});
