import { HOLDINGS_MAX } from 'assay-core/chain/loaders/token-holdings.ts';
import { ACCOUNT_BYTES_READ } from 'assay-core/chain/rpc/rpc-limits.ts';
import { codes } from 'assay-core/rules/wallet/codes.ts';
import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAMS } from 'assay-core/solana/token/programs.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { NEWEST_SLOT, nthAddress, smallWorld, walletAccount } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';

const MIB = 1024 * 1024;
const GAP = { gap: { cause: 'rpc_unavailable' } };

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
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
  const addresses = Array.from({ length: HOLDINGS_MAX + 1 }, (_, n) => nthAddress(n));
  const LIMIT = { gap: { reading: 'token_holdings', cause: 'limit_reached' } };

  /** The small world, in which everybody has `count` token accounts of the first program, of `bytes` bytes. */
  function worldWithHoldings(count: number, bytes = 170): RpcMethods {
    const [program] = TOKEN_PROGRAMS;
    const held = new Map<unknown, unknown>();
    const value = (owner: unknown) => {
      const known = held.get(owner) ?? holdingsOf(owner);
      held.set(owner, known);
      return known;
    };
    const holdingsOf = (owner: unknown) => {
      const data = Buffer.alloc(bytes);
      data.set(addressBytes(owner as Address), 32);
      const account = {
        ...walletAccount(2_039_280),
        owner: program,
        space: bytes,
        data: [data.toString('base64'), 'base64'],
      };
      return Array.from({ length: count }, (_, n) => ({
        pubkey: addresses[n] ?? '',
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
    expect(codes.HISTORY_TRUNCATED.meaning).toContain(HOLDINGS_MAX.toLocaleString('en'));
  });
});
