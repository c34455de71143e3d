import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#start.ts';
import { Cast } from '#world/actors.ts';
import { memoInstruction } from '#world/instructions.ts';
import { signedBytes } from '#world/transaction.ts';
import { post, rpc } from '../../core/test/sandbox/rpc.ts';

let sandbox: Sandbox;
const lines: string[] = [];
let originals: Buffer[];

/** Transactions of every shape that the wire knows, taken as they would be sent. */
async function shapes(): Promise<Buffer[]> {
  const payer = Keypair.generate();
  const other = Keypair.generate();
  await rpc(sandbox.url, 'requestAirdrop', [payer.publicKey.toBase58(), 1e9]);
  const { value } = await rpc<{ value: { blockhash: string } }>(sandbox.url, 'getLatestBlockhash');
  const pay = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other.publicKey, lamports: 1e6 });
  const open = SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: other.publicKey,
    lamports: 1e7,
    space: 9,
    programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  });
  const text = (...instructions: (typeof pay)[]) =>
    new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: value.blockhash, instructions });
  const simple = new VersionedTransaction(text(pay, memoInstruction('m')).compileToLegacyMessage());
  const versioned = new VersionedTransaction(text(pay).compileToV0Message());
  const twoSigners = new VersionedTransaction(text(open).compileToLegacyMessage());
  simple.sign([payer]);
  versioned.sign([payer]);
  twoSigners.sign([payer, other]);
  const hidden = sandbox.subjects.find((one) => one.what.includes('lookup table'))?.address;
  const [oldest] = (await rpc<{ signature: string }[]>(sandbox.url, 'getSignaturesForAddress', [hidden])).slice(-1);
  const options = { encoding: 'base64', maxSupportedTransactionVersion: 1 };
  const params = [oldest?.signature, options];
  const { transaction } = await rpc<{ transaction: [string] }>(sandbox.url, 'getTransaction', params);
  const own = [simple, versioned, twoSigners].map((one) => Buffer.from(one.serialize()));
  const actor = new Cast('fuzz').person('payer');
  await rpc(sandbox.url, 'requestAirdrop', [actor.address, 1e9]);
  const config = { priorityFee: 7n, computeUnitLimit: 300_000 };
  const newest = Buffer.from(
    signedBytes({ payer: actor, instructions: [memoInstruction('m')], config }, value.blockhash),
  );
  return [...own, Buffer.from(transaction[0], 'base64'), newest];
}

beforeAll(async () => {
  sandbox = await startSandbox({ log: (line) => lines.push(line) });
  originals = await shapes();
});
afterAll(() => sandbox.stop());

const mutation = fc.record({
  shape: fc.nat(4),
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom('set', 'flip', 'copy', 'cut', 'insert', 'remove'),
      // Most places of a transaction are keys; the interesting ones, counts and indexes, are met by small steps.
      at: fc.oneof(fc.nat(1300), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 64, max: 75 })),
      value: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0x81, 0xff)),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

type Edit = (bytes: Buffer, at: number, value: number) => Buffer;

const edits: Readonly<Record<string, Edit>> = {
  set: (bytes, at, value) => spliced(bytes, at, at + 1, [value]),
  flip: (bytes, at, value) => spliced(bytes, at, at + 1, [(bytes[at] ?? 0) ^ (1 << (value % 8))]),
  copy: (bytes, at, value) => spliced(bytes, at, at + 32, bytes.subarray(value, value + 32)),
  cut: (bytes, at) => bytes.subarray(0, at),
  insert: (bytes, at, value) => spliced(bytes, at, at, [value]),
  remove: (bytes, at) => spliced(bytes, at, at + 1, []),
};

function spliced(bytes: Buffer, from: number, to: number, put: Iterable<number>): Buffer {
  return Buffer.concat([bytes.subarray(0, from), Buffer.from([...put]), bytes.subarray(to)]);
}

function mutant({ shape, changes }: { shape: number; changes: { kind: string; at: number; value: number }[] }): Buffer {
  return changes.reduce<Buffer>(
    (bytes, { kind, at, value }) => edits[kind]?.(bytes, at % Math.max(1, bytes.length), value) ?? bytes,
    originals[shape] ?? Buffer.alloc(0),
  );
}

test('no bytes whatever end the chain, and each gets an answer of the protocol', async () => {
  const pid = sandbox.pid();
  let admitted = 0;
  const oneBatch = async (mutants: readonly Buffer[]) => {
    const loose = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true };
    const strict = { encoding: 'base64', skipPreflight: true };
    const calls = mutants.flatMap((bytes, id) => [
      { jsonrpc: '2.0', id, method: 'simulateTransaction', params: [bytes.toString('base64'), loose] },
      { jsonrpc: '2.0', id, method: 'sendTransaction', params: [bytes.toString('base64'), strict] },
    ]);
    const answers = await post<{ error?: { code: number }; result?: unknown }[]>(sandbox.url, calls);
    for (const { error } of answers) if (error) expect([-32602, -32003, -32002]).toContain(error.code);
    admitted += answers.filter((answer) => answer.result !== undefined).length;
  };
  const batches = fc.array(mutation, { minLength: 50, maxLength: 100, size: 'max' });
  await fc.assert(
    fc.asyncProperty(batches, (list) => oneBatch(list.map(mutant))),
    { numRuns: 60, endOnFailure: true, seed: 7 },
  );
  expect(await rpc(sandbox.url, 'getHealth')).toBe('ok');
  expect(sandbox.pid()).toBe(pid);
  expect(lines).toEqual([]);
  // Unless many mutants get as far as the virtual machine, this test proves nothing.
  expect(admitted).toBeGreaterThan(500);
});
