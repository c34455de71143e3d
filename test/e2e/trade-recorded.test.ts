import { type Address, address } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPools, recordedAccount } from '../../packages/core/test/support/recorded-pools.ts';
import { type RecordedPool, recordedPools, USDC } from '../../packages/core/test/support/recorded-worlds.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Asking, type TradeAnswer, withRecorded } from '../support/recorded-service.ts';
import { DERIVED, expectFound, expectFreeUnknown, poolOf, world } from './recorded-trades.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

/** Verdicts by cost; whoever trades at these sizes is told one of them. */
const bounds = { ACCEPTABLE_COST: [0, 300], ELEVATED_COST: [301, 1_000], HIGH_COST: [1_001, 3_500] } as const;

function expectVerdictOfCost({ body }: TradeAnswer): void {
  const cost = Number(body.metrics.cost_bps);
  const [verdict] = Object.entries(bounds).find(([, [low, high]]) => cost >= low && cost <= high) ?? ['UNTRADEABLE'];
  expect(body.verdict).toBe(verdict);
}

function expectPartsToAddUp({ body }: TradeAnswer): void {
  const parts = Object.values(body.metrics.cost_parts ?? {}).map(({ lamports }) => BigInt(lamports));
  expect(parts.every((part) => part >= 0n)).toBe(true);
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(body.metrics.cost_lamports ?? -1));
}

describe.runIf(hasPools)('real pools through the running service', () => {
  it.each(Object.keys(recordedPools).filter((name) => name !== 'dammV1'))(
    '%s: a purchase brings exactly what the verified quotes say, within the calls that were promised',
    async (name) => {
      const { accounts, options, mint, pool, venue, quotes, derived } = world(name);
      await withRecorded(database, accounts, options, async ({ ask, rpc }) => {
        let warm = false;
        for (const [size, tokens] of Object.entries(quotes)) {
          rpc.forget();
          const answer = await ask(mint, size);
          expect([size, answer.status, answer.body.verdict]).not.toContain('UNKNOWN');
          expect([size, answer.body.metrics.tokens_bought]).toEqual([size, tokens]);
          expect(answer.body.metrics.route).toEqual([{ size_sol: size, hops: [{ venue, pool }] }]);
          expect(poolOf(answer, pool)).toMatchObject({ used: true, refused: null });
          expectVerdictOfCost(answer);
          expectPartsToAddUp(answer);
          // A pool that only holders led to is remembered, so that it costs its further rounds once.
          const further = derived || warm ? 0 : 4;
          expect(rpc.asked().rounds, JSON.stringify(rpc.asked())).toBeLessThanOrEqual((warm ? 2 : 3) + further);
          expect(rpc.asked().requests).toBeLessThanOrEqual(8);
          warm = true;
        }
        expect(warm).toBe(true);
      });
    },
  );

  it('DAMM v1: liquidity in a dynamic vault is not taken for no pool', async () => {
    const { accounts, options, mint } = world('dammV1');
    await withRecorded(database, accounts, options, async ({ ask }) => {
      expect((await ask(mint, '0.1')).body.verdict).not.toBe('NO_POOL');
    });
  });

  it.each(DERIVED)('%s: is found by derivation, without holders, priority fees or a clock', async (name) => {
    await expectFound(database, name, 'taken');
  });

  it.each(['refused_by_error', 'refused_by_status'] as const)(
    'is found where arrays are %s, which are not tried again',
    async (arrays) => {
      await expectFound(database, 'clmm', arrays);
    },
  );

  it('takes the time of the slot where the clock is no account', async () => {
    const { accounts, mint } = world('clmm');
    await withRecorded(database, accounts, { clock: false }, async ({ ask }) => {
      expect((await ask(mint, '0.5')).body.metrics).toMatchObject({
        tokens_bought: '40879554',
        account_rent_lamports: null,
      });
    });
  });

  it('a coin that trades against USDC only goes through the deepest pool of SOL and USDC, from the first check on', async () => {
    const accounts = new Map([...world('pumpswap').accounts, ...world('clmm').accounts]);
    const mint = address('pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn');
    const hops = [
      { venue: 'raydium_clmm', pool: '3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv' },
      { venue: 'pumpswap', pool: '2uF4Xh61rDwxnG9woyxsVQP7zuA6kLFpb3NvnRQeoiSd' },
    ];
    await withRecorded(database, accounts, {}, async ({ ask, rpc }) => {
      for (const size of ['0.5', '1', '0.6']) {
        rpc.forget();
        const answer = await ask(mint, size);
        expect(answer.body.metrics.route).toEqual([{ size_sol: size, hops }]);
        expect(answer.body.flags).toContain('TWO_HOP_ROUTE');
        expectVerdictOfCost(answer);
        expectPartsToAddUp(answer);
      }
      expect(rpc.asked().rounds).toBeLessThanOrEqual(2);
    });
  });

  it('all collected pools together: the cheapest is taken, what was not priced is named, the calls stay few', async () => {
    const all = Object.values(recordedPools).flatMap((make) => [...make().accounts]);
    await withRecorded(database, new Map(all), {}, async ({ ask, rpc }) => {
      const single = await ask(USDC, '0.5');
      expect(single.body.metrics.tokens_bought).toBe('40397880');
      expect(single.body.verdict).toBe('ACCEPTABLE_COST');
      const venues = single.body.metrics.pools?.map(({ venue }) => venue);
      expect(venues).toEqual(
        expect.arrayContaining(['raydium_clmm', 'orca_whirlpool', 'raydium_cpmm', 'meteora_dlmm']),
      );
      expect(single.body.flags).toContain('UNPRICED_LIQUIDITY');
      rpc.forget();
      const large = await ask(USDC, '5000');
      expect(large.body.metrics.cost_bps).not.toBeNull();
      expect(rpc.asked()).toMatchObject({ rounds: 2 });
      expect(rpc.asked().requests).toBeLessThanOrEqual(8);
    });
  });
});

describe.runIf(hasPools)('spoiled recordings', () => {
  const CLMM = '3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv' as Address;
  const VAULT = '4ct7br2vTPzfdmY3S5HLtTxcGSBfn6pnw98hsS6v359A' as Address;

  /** The answer of the CLMM pool after something happened to the recording. */
  async function spoiled(
    change: (accounts: RecordedPool['accounts']) => void,
    use: (answer: TradeAnswer, asking: Asking) => Promise<void> | void,
  ): Promise<void> {
    const { accounts, mint } = world('clmm');
    change(accounts);
    await withRecorded(database, accounts, {}, async (asking) => use(await asking.ask(mint, '0.5'), asking));
  }

  it.each<[string, (accounts: RecordedPool['accounts']) => void]>([
    ['a vault is missing', (accounts) => accounts.delete(VAULT)],
    ['a vault is a foreign account', (accounts) => change(accounts, VAULT, { owner: USDC })],
    ['a vault is cut off', (accounts) => change(accounts, VAULT, { data: accounts.get(VAULT)!.data.slice(0, 100) })],
    ['every tick array is missing', (accounts) => dropAll(accounts, 10_240)],
    ['the configuration is random bytes', (accounts) => dropAll(accounts, 117, random)],
    ['the pool is cut off', (accounts) => change(accounts, CLMM, { data: accounts.get(CLMM)!.data.slice(0, 1_000) })],
    ['the pool is empty', (accounts) => change(accounts, CLMM, { data: new Uint8Array() })],
    ['the pool is random bytes', (accounts) => change(accounts, CLMM, { data: random(1_544) })],
    ['the vaults are random bytes', (accounts) => dropAll(accounts, 165, random)],
  ])('%s: nothing is guessed and nothing charged', async (_, change) => {
    await spoiled(change, (answer) => expectFreeUnknown(answer, 'POOLS_NOT_READ'));
  });

  it('outer tick arrays are missing: the price inside stands, and a trade beyond is not priced', async () => {
    const outer = (accounts: RecordedPool['accounts']) => {
      const arrays = [...accounts.values()].filter(({ data }) => data.length === 10_240);
      const start = ({ data }: (typeof arrays)[number]) =>
        new DataView(data.buffer, data.byteOffset).getInt32(40, true);
      const sorted = arrays.sort((a, b) => start(a) - start(b));
      for (const one of [sorted.at(0), sorted.at(-1)]) accounts.delete(one!.address);
    };
    await spoiled(outer, async ({ body }, { ask }) => {
      expect(body.metrics.tokens_bought).toBe('40879554');
      expectFreeUnknown(await ask(USDC, '10000'), 'POOLS_NOT_READ');
    });
  });

  it('the account at the derived address belongs to somebody else: there is no pool', async () => {
    await spoiled(
      (accounts) => change(accounts, CLMM, { owner: USDC }),
      ({ body }) => expect([body.verdict, body.reason_codes]).toEqual(['NO_POOL', ['NO_POOL_FOUND']]),
    );
  });

  it('no pool is NO_POOL only where holders were read as well', async () => {
    const { accounts, mint } = world('clmm');
    accounts.delete(CLMM);
    accounts.delete('5it83u57VRrVgc51oNV19TTmAJuffPx5GtGwQr7gQNUo' as Address);
    await withRecorded(database, accounts, {}, async ({ ask }) => {
      expect((await ask(mint, '0.5')).body).toMatchObject({ verdict: 'NO_POOL', billing: { charged_usdc: '0.02' } });
    });
    await withRecorded(database, accounts, { lacking: ['getTokenLargestAccounts'] }, async ({ ask }) => {
      expectFreeUnknown(await ask(mint, '0.5'), 'PLAN_REFUSES', 'POOLS_NOT_READ');
    });
  });

  it('the mint is missing, or is no mint: that is said of the subject', async () => {
    await spoiled(
      (accounts) => accounts.delete(USDC),
      ({ body }) => expect([body.verdict, body.reason_codes]).toEqual(['UNKNOWN', ['NOT_A_MINT']]),
    );
    await spoiled(
      () => undefined,
      async (_, { ask }) => {
        expect((await ask(VAULT, '0.5')).body).toMatchObject({ verdict: 'UNKNOWN', reason_codes: ['NOT_A_MINT'] });
      },
    );
  });
});

function change(
  accounts: RecordedPool['accounts'],
  at: Address,
  to: { readonly owner?: Address; readonly data?: Uint8Array },
): void {
  const { owner, data } = accounts.get(at)!;
  accounts.set(at, recordedAccount(at, to.owner ?? owner, to.data ?? data));
}

/** Takes accounts of a length away, or fills them with something else. */
function dropAll(accounts: RecordedPool['accounts'], length: number, fill?: (length: number) => Uint8Array): void {
  for (const { address: at, data } of [...accounts.values()].filter((one) => one.data.length === length)) {
    if (fill) change(accounts, at, { data: fill(data.length) });
    else accounts.delete(at);
  }
}

function random(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 2_654_435_761 + 40_503) >>> 7);
}
