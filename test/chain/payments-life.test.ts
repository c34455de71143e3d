import { SHORTEST_SLOT_MS } from 'assay-core/solana/gates/gate-table.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import bs58 from 'bs58';
import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, walletAccount } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';
import { paymentWorld, withSlot } from './payment-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const hash = (n: number): string => nthAddress(n);

/** The data of the list: its length, then each hash with the fee for a signature. */
function list(hashes: readonly string[], count = hashes.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeBigUInt64LE(BigInt(count));
  const fee = Buffer.alloc(8);
  fee.writeBigUInt64LE(5_000n);
  return Buffer.concat([head, ...hashes.flatMap((one) => [bs58.decode(one), fee])]);
}

const listed = (data: Buffer): RpcMethods => ({
  getAccountInfo: ([of]) => {
    if (of !== 'SysvarRecentB1ockHashes11111111111111111111') return withSlot(walletAccount(7));
    const owner = 'Sysvar1111111111111111111111111111111111111';
    return withSlot({
      lamports: 1,
      owner,
      executable: false,
      space: data.length,
      data: [data.toString('base64'), 'base64'],
    });
  },
});

const newest = Array.from({ length: 150 }, (_, n) => hash(n));
/** Of 150 blocks ten are subtracted for sending. No gates were read, so slots may be the shortest. */
const LIFE_MS = 140 * SHORTEST_SLOT_MS;

describe('the life of a blockhash', () => {
  it('is what is left of 150 blocks by its place in the list of the recent ones, and ends with it', async () => {
    open = await rig([paymentWorld(listed(list(newest)))]);
    const chain = open.payments;
    const lives = await Promise.all([0, 10, 139, 140, 149].map((n) => chain.blockhashLife(hash(n))));
    const values = lives.map((life) => (life.known ? life.value : life.gap));
    expect(values[0]).toBeLessThanOrEqual(LIFE_MS);
    expect(values[0]).toBeGreaterThan(LIFE_MS - 1_000);
    expect(values[1]).toBe(Number(values[0]) - 10 * SHORTEST_SLOT_MS);
    expect(values.slice(3)).toEqual([0, 0]);
    expect(open.rpcs[0].calls('getAccountInfo')).toBe(1);
  });

  it('shrinks while the list is kept, and the list is read again soon', async () => {
    open = await rig([paymentWorld(listed(list(newest)))]);
    const chain = open.payments;
    const first = await chain.blockhashLife(hash(5));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const second = await chain.blockhashLife(hash(5));
    expect(first.known && second.known && Number(first.value) - Number(second.value)).toBeGreaterThanOrEqual(299);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await chain.blockhashLife(hash(5));
    expect(open.rpcs[0].calls('getAccountInfo')).toBe(2);
  });

  it('is looked for in a list of now where one that is kept lacks it, and is null where that does, too', async () => {
    let hashes = newest;
    open = await rig([paymentWorld({ getAccountInfo: (params) => listed(list(hashes)).getAccountInfo?.(params) })]);
    const chain = open.payments;
    await chain.blockhashLife(hash(5));
    hashes = [hash(999), ...newest.slice(0, -1)];
    await new Promise((resolve) => setTimeout(resolve, 5));
    const life = await chain.blockhashLife(hash(999));
    expect(life.known && life.value).toBeGreaterThan(LIFE_MS - 1_000);
    expect(await chain.blockhashLife(hash(5_000))).toEqual({ known: true, value: null });
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['is cut', list(newest).subarray(0, 6_000)],
    ['counts more than it holds', list(newest.slice(0, 3), 150)],
    ['counts more than the chain keeps', list([...newest, hash(151)])],
    ['counts beyond reason', Buffer.alloc(6_008, 0xff)],
  ])('is a gap where the list %s', async (_, data) => {
    open = await rig([paymentWorld(listed(data))]);
    const life = await open.payments.blockhashLife(hash(0));
    expect(life).toMatchObject({ known: false, gap: { reading: 'blockhashes', cause: 'unreadable' } });
  });

  it('is a gap where the list cannot be read', async () => {
    open = await rig([
      paymentWorld({ getAccountInfo: () => withSlot(null), getMultipleAccounts: () => withSlot([null]) }),
    ]);
    const life = await open.payments.blockhashLife(hash(0));
    expect(life).toMatchObject({ known: false });
  });

  it('goes with the tip, too', async () => {
    open = await rig([paymentWorld()]);
    const chain = open.payments;
    const first = await chain.tip();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const second = await chain.tip();
    if (!first.known || !second.known) throw new Error('no tip');
    expect(first.value.landsWithinMs).toBeLessThanOrEqual(LIFE_MS);
    expect(first.value.landsWithinMs - second.value.landsWithinMs).toBeGreaterThanOrEqual(199);
  });
});
