import { afterEach, describe, expect, it } from 'vitest';
import { HOLDINGS_MAX, tokenPrograms } from '#chain/loaders/token-holdings.ts';
import { ACCOUNT_BYTES_READ, answerSizeMax } from '#chain/rpc/answer-size.ts';
import { rpcLimits } from '#chain/rpc/limits.ts';
import { historyCodes } from '#checks/wallet/codes/history.ts';
import { type Address, addressBytes } from '#lib/address.ts';
import { RpcFault, type RpcMethods } from '#sandbox/json-rpc.ts';
import { type Rig, rig } from '../support/chains.ts';
import {
  entry,
  NEWEST_SLOT,
  nthAddress,
  nthSignature,
  smallWorld,
  transferBody,
  walletAccount,
} from '../support/small-world.ts';

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

/** An account with `bytes` bytes of data, of which the request may ask for the first ones alone. */
function accountOf(bytes: number, options: unknown): Record<string, unknown> {
  const { dataSlice } = (options ?? {}) as { dataSlice?: { length: number } };
  const data = Buffer.alloc(Math.min(bytes, dataSlice?.length ?? bytes), 7).toString('base64');
  return { ...walletAccount(7), space: bytes, data: [data, 'base64'] };
}

/** The small world, in which these of the addresses hold accounts of ten mebibytes. */
function worldWithLarge(isLarge: (n: number) => boolean): RpcMethods {
  const numbers = new Map(Array.from({ length: 200 }, (_, n) => [nthAddress(n) as unknown, n]));
  return {
    ...smallWorld(),
    getMultipleAccounts: ([addresses, options]) => ({
      context: { slot: NEWEST_SLOT },
      value: (addresses as unknown[]).map((one) => accountOf(isLarge(numbers.get(one) ?? 0) ? 10 * MIB : 0, options)),
    }),
  };
}

describe('accounts as large as an account can be', () => {
  const patient = { limits: { requestTimeoutMs: 10_000 }, bounds: { timeMsMax: 15_000 } };
  const hundred = Array.from({ length: 100 }, (_, n) => nthAddress(n));

  it('spoil nothing for those that are asked for with them', async () => {
    open = await rig([worldWithLarge((n) => n < 2)], patient);
    const { reader } = open;
    const apart = await Promise.all(hundred.map((address) => reader.account(address)));
    expect(apart.every(({ known }) => known)).toBe(true);
    const together = await reader.snapshot(hundred);
    const lengths = together.known ? together.value.value.map((account) => account?.data.length) : [];
    expect(lengths.slice(0, 3)).toEqual([ACCOUNT_BYTES_READ, ACCOUNT_BYTES_READ, 0]);
    expect(open.rpcs[0].calls('getMultipleAccounts')).toBe(2);
  });

  it('are read where a whole snapshot consists of them', async () => {
    open = await rig([worldWithLarge(() => true)], patient);
    const read = await open.reader.snapshot(hundred);
    expect(read.known && read.value.value.every((account) => account?.data.length === ACCOUNT_BYTES_READ)).toBe(true);
  });

  it.each([-32602, -32600])(
    'read the same of an endpoint that cannot cut them and says %i, one by one',
    async (code) => {
      const whole = worldWithLarge(() => true);
      const getMultipleAccounts: RpcMethods[string] = ([addresses, options]) => {
        if ((options as { dataSlice?: unknown }).dataSlice) throw new RpcFault(code, 'Invalid params: dataSlice');
        return whole.getMultipleAccounts?.([addresses, options]);
      };
      open = await rig([{ ...whole, getMultipleAccounts }], patient);
      const read = await open.reader.account(nthAddress(1));
      expect(read.known && read.value.value?.data.length).toBe(ACCOUNT_BYTES_READ);
      expect((await open.reader.snapshot([nthAddress(2)])).known).toBe(true);
      // What it takes is remembered.
      expect(open.rpcs[0].calls('getMultipleAccounts')).toBe(3);
    },
  );
});

describe('more token accounts than are read', () => {
  const limits = { requestTimeoutMs: 10_000, restMsMin: 60_000, restMsMax: 60_000 };
  const bounds = { timeMsMax: 15_000 };
  const LIMIT = { gap: { reading: 'token_holdings', cause: 'limit_reached' } };

  /** The small world, in which everybody has `count` token accounts of the first program, of `bytes` bytes. */
  function worldWithHoldings(count: number, bytes = 170): RpcMethods {
    const [program] = tokenPrograms;
    const value = (owner: unknown) => {
      const data = Buffer.alloc(bytes);
      data.set(addressBytes(owner as Address), 32);
      const account = {
        ...walletAccount(2_039_280),
        owner: program,
        space: bytes,
        data: [data.toString('base64'), 'base64'],
      };
      return Array.from({ length: count }, (_, n) => ({
        pubkey: nthAddress(n),
        account: { ...account, rentEpoch: 2 ** 64 },
      }));
    };
    return {
      ...smallWorld(),
      getTokenAccountsByOwner: ([owner, of]) => ({
        context: { slot: NEWEST_SLOT },
        value: (of as { programId: unknown }).programId === program ? value(owner) : [],
      }),
    };
  }

  it('are a fact of the owner where every endpoint finds as many', async () => {
    for (const bytes of [165, 900]) {
      open = await rig([worldWithHoldings(HOLDINGS_MAX + 1, bytes), worldWithHoldings(HOLDINGS_MAX + 1)], {
        limits,
        bounds,
      });
      expect(await open.reader.tokenHoldings(nthAddress(1))).toMatchObject(LIMIT);
      await open.end();
    }
  });

  it('are none where another endpoint finds fewer, and not known to be where it cannot be asked', async () => {
    open = await rig([worldWithHoldings(HOLDINGS_MAX + 1, 500), smallWorld()], { limits, bounds });
    expect(await open.reader.tokenHoldings(nthAddress(1))).toMatchObject({ known: true });
    open.rpcs[1]?.fail(() => ({ kind: 'status', status: 503 }));
    expect(await open.reader.tokenHoldings(nthAddress(2))).toMatchObject(GAP);
    // It rests by now, and is not even asked.
    expect(await open.reader.tokenHoldings(nthAddress(3))).toMatchObject(GAP);
  });

  it('are as many as the texts say, which are all read', async () => {
    open = await rig([worldWithHoldings(HOLDINGS_MAX)], { limits, bounds });
    const read = await open.reader.tokenHoldings(nthAddress(1));
    expect(read.known && read.value.value.length).toBe(HOLDINGS_MAX);
    expect(historyCodes.HISTORY_TRUNCATED.meaning).toContain(HOLDINGS_MAX.toLocaleString('en'));
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
