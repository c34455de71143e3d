import { answerSizeMax, rpcLimits } from 'assay-core/chain/rpc/rpc-limits.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  entry,
  nthAddress,
  nthSignature,
  smallWorld,
  transferBody,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';

const MIB = 1024 * 1024;
const GAP = { gap: { cause: 'rpc_unavailable' } };

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

/** The small world, in which the body of transaction `n` is made by `body`. */
function worldWith(body: (n: number) => unknown) {
  const numbers = new Map(Array.from({ length: 200 }, (_, n) => [nthSignature(n) as unknown, n]));
  return { ...smallWorld(), getTransaction: ([signature]: readonly unknown[]) => body(numbers.get(signature) ?? 0) };
}

describe('an answer that is larger than its method ever needs', () => {
  it('is given up while it comes, and asked of another endpoint', async () => {
    const huge = { ...smallWorld(), getSignaturesForAddress: () => [{ ...entry(1), memo: 'x'.repeat(20 * MIB) }] };
    open = await rig([huge, smallWorld()]);
    expect(await open.reader.signatures(nthAddress(1), { limit: 3 })).toMatchObject({ known: true });
    expect(open.rpcs[0].calls('getSignaturesForAddress')).toBeLessThanOrEqual(2);
    expect(open.chain.traffic()[0]?.errors.get('oversize')).toBeGreaterThanOrEqual(1);
    expect(open.chain.traffic()[0]?.bytes ?? 0).toBeLessThan(MIB);
    expect(open.chain.health()[0]).toMatchObject({ healthy: true });
  });

  it('is given up for the values in it as well, which a few bytes can hold very many of', async () => {
    const many = { ...smallWorld(), getSignaturesForAddress: () => Array.from({ length: 200_000 }, () => 1) };
    open = await rig([many]);
    expect(await open.reader.signatures(nthAddress(1))).toMatchObject(GAP);
    expect(open.chain.traffic()[0]?.errors.get('oversize')).toBeGreaterThanOrEqual(1);
  });

  it('spoils nothing for the calls that shared its request', async () => {
    const world = worldWith((n) => (n === 7 ? transferBody(7, 5 * MIB) : transferBody(n)));
    open = await rig([world], { limits: { answerBytesMax: 4 * MIB } });
    const { reader } = open;
    const bodies = await Promise.all(Array.from({ length: 60 }, (_, n) => reader.transaction(nthSignature(n))));
    expect(bodies.flatMap(({ known }, n) => (known ? [] : [n]))).toEqual([7]);
    expect(bodies[7]).toMatchObject(GAP);
    // Arrays are taken as before.
    const later = Array.from({ length: 60 }, (_, n) => reader.transaction(nthSignature(100 + n)));
    expect((await Promise.all(later)).every(({ known }) => known)).toBe(true);
    expect(open.rpcs[0].requests.at(-1)?.array).toBe(true);
  });
});

describe('the largest answers that are honest', () => {
  it('are read: a page of a thousand entries, a transaction of a mebibyte', async () => {
    open = await rig([worldWith((n) => transferBody(n, MIB))], { limits: { requestTimeoutMs: 10_000 } });
    const { reader } = open;
    const page = await reader.signatures(nthAddress(1));
    expect(page.known && page.value.length).toBe(1_000);
    expect(await reader.transaction(nthSignature(1))).toMatchObject({ known: true });
  });
});

it('an array may hold what its calls may hold, and no request more than the bounds of the transport', () => {
  const { answerBytesMax, answerValuesMax } = rpcLimits;
  const sizeOf = (...methods: string[]) => answerSizeMax(methods, rpcLimits);
  expect(sizeOf('getSlot', 'getSlot').bytes).toBe(2 * sizeOf('getSlot').bytes);
  const hundred = sizeOf(...Array.from({ length: 100 }, () => 'getTransaction'));
  expect(hundred).toEqual({ bytes: answerBytesMax, values: answerValuesMax });
  expect(sizeOf('a_method_that_is_not_listed')).toEqual(sizeOf('getSlot'));
});
