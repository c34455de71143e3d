import { createHash } from 'node:crypto';
import { VersionedMessage } from '@solana/web3.js';
import { address, parseSignature } from 'assay-core/solana/address.ts';
import { signedMessageHash } from 'assay-core/solana/decode/signed-message.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import type { LocalChain } from 'assay-sandbox/chain/local-chain.ts';
import { decodeSigned as decodeWire } from 'assay-sandbox/chain/wire.ts';
import { answerBody, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { sandboxMethods } from 'assay-sandbox/rpc/methods.ts';
import { Cast } from 'assay-sandbox/world/actors.ts';
import { memoInstruction, pay } from 'assay-sandbox/world/instructions.ts';
import { signedBytes } from 'assay-sandbox/world/transaction.ts';
import type { World } from 'assay-sandbox/world/world.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleWorld } from './sample-world.ts';

const cast = new Cast('versions');
const [payer, friend] = [cast.person('payer'), cast.person('friend')];

let chain: LocalChain;
let world: World;
let methods: RpcMethods;
beforeAll(async () => {
  ({ chain, world } = sampleWorld());
  methods = sandboxMethods(chain, world);
  await call('requestAirdrop', payer.address, 10_000_000_000);
});

// biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
async function call(method: string, ...params: readonly unknown[]): Promise<any> {
  const { result, error } = JSON.parse(await answerBody(methods, JSON.stringify({ id: 1, method, params })));
  return error ?? result;
}

/** A payment of version 1 with a memo of so many bytes, in base64. */
function payment(memoBytes: number): string {
  const instructions = [pay(payer, friend.publicKey, 7_000_000n), memoInstruction('m'.repeat(memoBytes))];
  const config = { priorityFee: 1_234n, computeUnitLimit: 400_000 };
  return Buffer.from(signedBytes({ payer, instructions, config }, chain.blockhashes.of(chain.clock.tip()))).toString(
    'base64',
  );
}

async function read(signature: string, options: object = {}) {
  return await call('getTransaction', signature, { encoding: 'json', maxSupportedTransactionVersion: 1, ...options });
}

describe('a transaction of version 1', () => {
  it.each(['json', 'jsonParsed'])('is sent, and read with its configuration (%s)', async (encoding) => {
    const signature = await call('sendTransaction', payment(encoding.length), { encoding: 'base64' });
    const body = await read(signature, { encoding });
    expect(body).toMatchObject({ version: 1, meta: { err: null, fee: 6_234 } });
    const { message } = body.transaction;
    expect(message.transactionConfig).toEqual({
      priorityFee: 1_234,
      computeUnitLimit: 400_000,
      loadedAccountsDataSizeLimit: 67_108_864,
      heapSize: null,
    });
    expect(message).not.toHaveProperty('addressTableLookups');
    const { balances } = { balances: body.meta.preBalances[0] - body.meta.postBalances[0] };
    expect(balances).toBe(7_000_000 + 6_234);
    const parsed = parseSignature(signature);
    const decoded = parsed && decodeTransaction(body, parsed);
    expect(decoded).toMatchObject({
      known: true,
      value: { version: 1, fee: 6_234n, feePayer: payer.address, failed: false },
    });
  });

  it.each([
    { priorityFee: 1_234n, computeUnitLimit: 400_000 },
    { priorityFee: 2n ** 33n + 5n, computeUnitLimit: 400_000 },
  ])('has signatures that are over the message as it is written from the body: %o', async (config) => {
    const instructions = [pay(payer, friend.publicKey, 8_000_000n), memoInstruction('x'.repeat(300))];
    const bytes = signedBytes({ payer, instructions, config }, chain.blockhashes.of(chain.clock.tip()));
    const { messageBytes } = decodeWire(bytes);
    expect(VersionedMessage.deserialize(messageBytes).version).toBe(1);
    const signature = await call('sendTransaction', Buffer.from(bytes).toString('base64'), { encoding: 'base64' });
    const body = await read(signature);
    expect(signedMessageHash(body)).toEqual(createHash('sha256').update(messageBytes).digest());
    body.transaction.message.transactionConfig.computeUnitLimit += 1;
    expect(signedMessageHash(body)).toBe(false);
  });

  it('is refused to whoever does not ask for it', async () => {
    const signature = await call('sendTransaction', payment(3), { encoding: 'base64' });
    for (const maxSupportedTransactionVersion of [undefined, null, 0])
      expect(await read(signature, { maxSupportedTransactionVersion })).toMatchObject({
        code: -32015,
        message: expect.stringContaining('Transaction version (1) is not supported'),
      });
  });

  it('may have 4,096 bytes in base64, and as few as ever in base58', async () => {
    const size = (memoBytes: number) => Buffer.from(payment(memoBytes), 'base64').length;
    const room = 4_096 - size(0);
    expect([size(room), size(room + 1)]).toEqual([4_096, 4_097]);
    expect(await call('simulateTransaction', payment(room), { encoding: 'base64' })).toMatchObject({
      value: { err: null },
    });
    const signature = await call('sendTransaction', payment(room), { encoding: 'base64' });
    expect(await read(signature)).toMatchObject({ version: 1, meta: { err: null } });
    expect(await call('sendTransaction', payment(room + 1), { encoding: 'base64' })).toMatchObject({
      message: expect.stringContaining('too large: 4097 bytes (max: 4096 bytes)'),
    });
    expect(await call('sendTransaction', 'z'.repeat(1_684), { encoding: 'base58' })).toMatchObject({
      message: expect.stringContaining('(max: encoded/raw 1683/1232)'),
    });
  });

  it('runs out of the units that its header asks for', async () => {
    const config = { priorityFee: 9n, computeUnitLimit: 10 };
    const draft = { payer, instructions: [memoInstruction('much')], config };
    const wire = Buffer.from(signedBytes(draft, chain.blockhashes.of(chain.clock.tip()))).toString('base64');
    const signature = await call('sendTransaction', wire, { encoding: 'base64', skipPreflight: true });
    expect(await read(signature)).toMatchObject({
      meta: { err: { InstructionError: [0, expect.anything()] }, fee: 5_009 },
    });
  });
});

describe('the sample world', () => {
  it.each(['wallet', 'funder', 'token'] as const)('has both kinds of versions in histories of a %s', async (kind) => {
    const versions = new Set<unknown>();
    for (const { address: of } of world.subjects.filter((one) => one.kind === kind).slice(0, 4)) {
      const page: readonly { readonly signature: string }[] = await call('getSignaturesForAddress', address(of), {
        limit: 40,
      });
      for (const { signature } of page) versions.add((await read(signature)).version);
    }
    expect(versions).toContain(1);
    expect(versions).toContain('legacy');
  });
});
