import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_SLOT, WORLD_SLOT_MS } from '#chain/gates.ts';
import { type Sandbox, startSandbox } from '#start.ts';
import { post, rpc } from '../../core/test/sandbox/rpc.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const UNKNOWN = bs58.encode(new Uint8Array(64).fill(7));

describe('batches', () => {
  test('are answered in order, each item on its own', async () => {
    const calls = [
      { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
      { jsonrpc: '2.0', id: 'b', method: 'getBalance', params: ['0OIl'] },
      { jsonrpc: '2.0', id: 'c', method: 'getTheMoon' },
    ];
    expect(await post(sandbox.url, calls)).toEqual([
      { jsonrpc: '2.0', id: 'a', result: 'ok' },
      { jsonrpc: '2.0', id: 'b', error: { code: -32602, message: 'Invalid param: Invalid' } },
      { jsonrpc: '2.0', id: 'c', error: { code: -32601, message: 'Method not found' } },
    ]);
  });
});

test('an empty batch is one call that cannot be read', async () => {
  expect(await post(sandbox.url, [])).toMatchObject({ id: null, error: { code: -32600 } });
});

test('the pace of the chain is reported as nodes sample it, and so is that no certificate of Alpenglow exists', async () => {
  const samples = await rpc<{ slot: number }[]>(sandbox.url, 'getRecentPerformanceSamples', [2]);
  const numSlots = Math.floor(60_000 / WORLD_SLOT_MS);
  const sample = {
    slot: expect.any(Number),
    numSlots,
    numTransactions: 0,
    numNonVoteTransactions: 0,
    samplePeriodSecs: 60,
  };
  expect(samples).toEqual([sample, sample]);
  expect(Number(samples[0]?.slot) - Number(samples[1]?.slot)).toBe(numSlots);
  expect(await rpc(sandbox.url, 'getRecentPerformanceSamples')).toHaveLength(720);
  expect(await rpc(sandbox.url, 'getAgGenesisCert')).toBeNull();
});

test('the blockhashes of the last 150 blocks are listed by their sysvar, newest first', async () => {
  const { context, value } = await rpc<{ context: { slot: number }; value: { data: [string, string]; owner: string } }>(
    sandbox.url,
    'getAccountInfo',
    ['SysvarRecentB1ockHashes11111111111111111111', { encoding: 'base64', commitment: 'confirmed' }],
  );
  const data = Buffer.from(value.data[0], 'base64');
  expect(value.owner).toBe('Sysvar1111111111111111111111111111111111111');
  expect([data.length, data.readBigUInt64LE(0), data.readBigUInt64LE(40)]).toEqual([6_008, 150n, 5_000n]);
  const listed = Array.from({ length: 150 }, (_, n) => bs58.encode(data.subarray(8 + 40 * n, 40 + 40 * n)));
  const latest = await rpc<{ context: { slot: number }; value: { blockhash: string } }>(
    sandbox.url,
    'getLatestBlockhash',
    [{ commitment: 'finalized' }],
  );
  expect(listed.indexOf(latest.value.blockhash)).toBe(context.slot - latest.context.slot);
});

describe('what a node refuses is refused with its code and words', () => {
  const cases: readonly [string, readonly unknown[], string][] = [
    ['getBalance', [], '-32602 `params` should have at least 1 argument(s)'],
    ['getBalance', [`${SYSTEM}1`], '-32602 Invalid param: WrongSize'],
    ['getAccountInfo', [SYSTEM, { commitment: 'soon' }], '-32602'],
    ['getAccountInfo', [SYSTEM, { minContextSlot: 9e9 }], '-32016 Minimum context slot has not been reached'],
    ['getMultipleAccounts', [Array(101).fill(SYSTEM)], '-32602 Too many inputs provided; max 100'],
    ['getSignaturesForAddress', [SYSTEM, { limit: 1001 }], '-32602 Invalid limit; max 1000'],
    ['getSignaturesForAddress', [SYSTEM, { before: UNKNOWN }], '-32020 Transaction'],
    ['getSignaturesForAddress', [SYSTEM, { until: UNKNOWN }], '-32020 Transaction'],
    ['getSignaturesForAddress', [SYSTEM, { commitment: 'processed' }], '-32602 Method does not support commitment'],
    ['getSignatureStatuses', [Array(257).fill('1'.repeat(64))], '-32602 Too many inputs provided; max 256'],
    ['getTokenSupply', [SYSTEM], '-32602 Invalid param: not a Token mint'],
    ['getTokenAccountsByOwner', [SYSTEM, { programId: SYSTEM }], '-32602 Invalid param: unrecognized Token program id'],
    ['getTokenAccountsByOwner', [SYSTEM, { mint: SYSTEM }], '-32602 Invalid param: could not find mint'],
    ['getProgramAccounts', [TOKEN, { filters: Array(5).fill({ dataSize: 1 }) }], '-32602 Too many filters provided'],
    ['getProgramAccounts', [TOKEN, { filters: [{ memcmp: { offset: -1, bytes: '1' } }] }], '-32602'],
    ['getAccountInfo', [TOKEN, { encoding: 'base64', dataSlice: { offset: -5, length: 3 } }], '-32602'],
    ['getBlockTime', [1e9], '-32004 Block not available for slot 1000000000'],
    ['getBlock', [1e9, { transactionDetails: 'signatures' }], '-32004 Block not available for slot 1000000000'],
    ['getBlock', [1, { transactionDetails: 'signatures' }], '-32009 Slot 1 was skipped, or missing'],
    ['getBlock', [FIRST_SLOT], '-32602 The sandbox lists'],
    [
      'getBlock',
      [FIRST_SLOT, { transactionDetails: 'none', commitment: 'processed' }],
      '-32602 Method does not support',
    ],
    ['getRecentPerformanceSamples', [721], '-32602 Invalid limit; max 720'],
    ['sendTransaction', ['AAAA', { encoding: 'base64' }], '-32602 failed to deserialize'],
    ['sendTransaction', ['????', { encoding: 'base64' }], '-32602 invalid base64 encoding'],
    ['sendTransaction', ['A'.repeat(5500), { encoding: 'base64' }], '-32602 base64 encoded solana_transaction'],
    ['requestAirdrop', [SYSTEM, 1e15], '-32603 airdrop request failed'],
    ['sandbox_airdropUsdc', [SYSTEM, '1.5'], '-32602'],
  ];
  test.each(cases)('%s', async (method, params, message) => {
    await expect(rpc(sandbox.url, method, params)).rejects.toThrow(message);
  });
});

describe('what a node answers without finding anything', () => {
  test('is null or empty, never an error', async () => {
    const nobody = sandbox.subjects.find((one) => one.what === 'never used')?.address;
    expect(await rpc(sandbox.url, 'getAccountInfo', [nobody])).toMatchObject({ value: null });
    expect(await rpc(sandbox.url, 'getSignaturesForAddress', [nobody])).toEqual([]);
    expect(await rpc(sandbox.url, 'getTransaction', ['1'.repeat(64)])).toBeNull();
    expect(await rpc(sandbox.url, 'getSignatureStatuses', [['1'.repeat(64)]])).toMatchObject({ value: [null] });
  });
});

describe('account data', () => {
  test('comes in every encoding with the same bytes', async () => {
    const read = async (options: object) =>
      (await rpc<{ value: { data: [string, string] } }>(sandbox.url, 'getAccountInfo', [sandbox.usdcMint, options]))
        .value.data;
    const [base64] = await read({ encoding: 'base64' });
    const bytes = Buffer.from(base64, 'base64');
    expect(bytes).toHaveLength(82);
    const [zstd] = await read({ encoding: 'base64+zstd' });
    expect(Buffer.from(zstd, 'base64').subarray(-82)).toEqual(bytes);
    const [slice] = await read({ encoding: 'base64', dataSlice: { offset: 44, length: 1 } });
    expect(Buffer.from(slice, 'base64')).toEqual(Buffer.from([6]));
    const { value } = await rpc<{ value: { rentEpoch: number } }>(sandbox.url, 'getAccountInfo', [sandbox.usdcMint]);
    expect(BigInt(value.rentEpoch)).toBeLessThan(2n ** 64n);
    expect(await read({ encoding: 'jsonParsed' })).toMatchObject({ program: 'spl-token', parsed: { type: 'mint' } });
  });
});

test('equal airdrops of one moment are different transactions', async () => {
  const gifts = Array.from({ length: 20 }, () => rpc<string>(sandbox.url, 'requestAirdrop', [TOKEN, 1_000_000]));
  expect(new Set(await Promise.all(gifts)).size).toBe(20);
});
