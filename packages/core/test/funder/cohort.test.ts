import { describe, expect, it } from 'vitest';
import type { SignaturePage } from '#chain/chain-reader.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { missing } from '#lib/reading.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import type { Address } from '#solana/address.ts';
import { exchangeLabel, labelsOf } from '../support/funder-evidence.ts';
import { key, type Made, MemoryChain, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const FUNDED = 100_000;
const AMOUNT = 843_700_000n;
const [W, exchange] = ['w', 'exchange'].map(key) as [Address, Address];
const labels = labelsOf(exchangeLabel(exchange));

/** A node that ends a page at `until`, and takes any transaction for `before`, as Agave does. */
class NodeChain extends MemoryChain {
  silent = false;

  override async signatures(of: Address, { before, until, limit = 1_000 }: SignaturePage = {}) {
    if (of !== exchange) return super.signatures(of, { limit, ...(before && { before }) });
    if (this.silent && until) return missing('signatures', 'rpc_unavailable');
    const whole = await super.signatures(of, { limit: 100_000 });
    if (!whole.known) return whole;
    const mark = this.transactions.findLast(({ signature }) => signature === before)?.slot ?? Number.POSITIVE_INFINITY;
    const older = whole.value.filter(({ slot }) => slot < mark);
    const end = until === undefined ? -1 : older.findIndex(({ signature }) => signature === until);
    return { ...whole, value: (end < 0 ? older : older.slice(0, end)).slice(0, limit) };
  }
}

/** What the exchange pays, in lamports by name, `at` seconds from the funding. */
interface Payment {
  readonly at: number;
  readonly to: Readonly<Record<string, bigint>>;
  /** What the accounts had before. */
  readonly held?: bigint;
}

function chainOf(list: readonly Payment[], mine = AMOUNT) {
  let left = 9_000_000n * SOL;
  let own = 0n;
  const paid = [...list]
    .sort((a, b) => a.at - b.at)
    .map(({ at, to, held = 0n }): Made => {
      const given = Object.entries(to).map(([who, lamports]) => [key(who), lamports] as const);
      const before = left;
      left -= given.reduce((sum, [, lamports]) => sum + lamports, FEE);
      return {
        name: `pays ${Object.keys(to).join()} ${at}`,
        slot: FUNDED + at,
        balances: [
          [exchange, before, left],
          ...given.map(([who, lamports]) => {
            const had = who === W ? own : held;
            if (who === W) own += lamports;
            return [who, had, had + lamports] as const;
          }),
        ],
        moves: given.map(([who, lamports]) => transfer(exchange, who, lamports)),
      };
    });
  const spend: Made = { name: 'spend', slot: FUNDED + 90, balances: [[W, mine, mine - FEE]] };
  return new NodeChain([...paid, spend].map(transaction));
}

async function judge(chain: MemoryChain) {
  const evidence = await gatherFunder(W, chain, { labels });
  const { verdict, flags, metrics, confidencePercent, gaps } = judgeFunder(evidence);
  const found = evidence.cohort.known ? evidence.cohort.value : null;
  return {
    verdict,
    flags,
    count: metrics.cohort,
    found,
    percent: confidencePercent,
    gaps: gaps.map(({ reading }) => reading),
  };
}

const fund: Payment = { at: 0, to: { w: AMOUNT } };
const snipers = (count: number, amount = AMOUNT) =>
  Array.from(
    { length: count },
    (_, n): Payment => ({ at: n % 2 ? n : -n - 1, to: { [`sniper ${n}`]: amount + BigInt(n) } }),
  );
/** Others who withdraw in the same minutes: all sorts of amounts, and accounts that are not new. */
const crowd = (count: number, from: number) =>
  Array.from(
    { length: count },
    (_, n): Payment => ({
      at: from + n / 10,
      to: { [`customer ${from} ${n}`]: SOL / 7n + BigInt(n * n) * 9_000_017n },
      held: n % 4 === 0 ? 0n : SOL,
    }),
  );

describe('a cohort of an exchange', () => {
  it('is one of 30 with the same minute and amount', async () => {
    const chain = chainOf([fund, ...snipers(29)]);
    const judged = await judge(chain);
    expect([judged.verdict, judged.flags, judged.count]).toEqual(['CEX_FUNDED', ['SAME_MINUTE_COHORT'], 30]);
    expect(judged.found).toMatchObject({ seen: 30, transactionsRead: 30, whole: true, inTransaction: 1 });
    expect(chain.rounds).toBeLessThanOrEqual(4);
  });

  it('shows to the first and to the last of them alike', async () => {
    const after = [1, 2, 3, 4].map((at): Payment => ({ at, to: { [`after ${at}`]: AMOUNT } }));
    const before = after.map(({ at, to }) => ({ at: -at, to }));
    for (const others of [after, before])
      expect(await judge(chainOf([fund, ...others]))).toMatchObject({ count: 5, flags: ['SAME_MINUTE_COHORT'] });
    expect(await judge(chainOf([fund, ...after.slice(1)]))).toMatchObject({ count: 4, flags: [], percent: 95 });
  });

  it('ends after a minute and one percent, and counts accounts with a speck of lamports', async () => {
    const speck = AMOUNT / 100n;
    const judged = await judge(
      chainOf([
        fund,
        { at: -61, to: { early: AMOUNT } },
        { at: 61, to: { late: AMOUNT } },
        { at: 1, to: { more: (AMOUNT * 101n) / 100n + 1n } },
        { at: 2, to: { specked: AMOUNT }, held: speck },
        { at: 3, to: { owner: AMOUNT }, held: speck + 1n },
        { at: -60, to: { edge: (AMOUNT * 101n) / 100n } },
      ]),
    );
    expect([judged.count, judged.found?.seen]).toEqual([3, 5]);
  });

  it('is found in the list of a busy exchange that has gone on since, and is not whole', async () => {
    const busy = [...crowd(1_500, -151), fund, ...snipers(12), ...crowd(600, 0.05), ...crowd(2_000, 200)];
    const judged = await judge(chainOf(busy));
    expect(judged.flags).toEqual(['SAME_MINUTE_COHORT']);
    expect(judged.count).toBeGreaterThanOrEqual(5);
    expect(judged.found).toMatchObject({ transactionsRead: 101, whole: false });
  });

  it('is no crowd of ordinary customers', async () => {
    const judged = await judge(chainOf([...crowd(600, -60), fund, ...crowd(600, 0.05)]));
    expect([judged.flags, judged.percent]).toEqual([[], 95]);
    const even = Array.from({ length: 8 }, (_, n): Payment => ({ at: n + 1, to: { [`one ${n}`]: SOL } }));
    const whole = await judge(chainOf([{ at: 0, to: { w: SOL } }, ...even], SOL));
    expect([whole.count, whole.flags]).toEqual([9, []]);
  });

  it('in one transaction is an equal batch', async () => {
    const batch = { at: 0, to: { w: AMOUNT, a: AMOUNT, b: AMOUNT, c: 3n * AMOUNT } };
    expect(await judge(chainOf([batch]))).toMatchObject({ count: 3, flags: ['EQUAL_BATCH'], percent: 95 });
    const ordinary = { at: 0, to: { w: AMOUNT, a: 2n * AMOUNT, b: AMOUNT / 3n } };
    expect(await judge(chainOf([ordinary]))).toMatchObject({ count: 1, flags: [] });
  });

  it('is one of 30 that somebody gave a little ahead, or with amounts that differ by two percent', async () => {
    const ahead = snipers(29).map((one) => ({ ...one, held: AMOUNT / 50n }));
    expect(await judge(chainOf([fund, ...ahead]))).toMatchObject({ flags: ['SAME_MINUTE_COHORT'], count: 1 });
    const apart = snipers(29).map(
      ({ at }, n): Payment => ({ at, to: { [`s ${n}`]: AMOUNT + BigInt(n - 14) * 1_200_000n } }),
    );
    expect((await judge(chainOf([fund, ...apart]))).flags).toEqual(['SAME_MINUTE_COHORT']);
  });

  it('is one of 30 where a small payment of its own came long before', async () => {
    const judged = await judge(
      chainOf([{ at: -5_000, to: { w: AMOUNT / 80n } }, fund, ...snipers(29)], AMOUNT + AMOUNT / 80n),
    );
    expect([judged.flags, judged.count]).toEqual([['SAME_MINUTE_COHORT'], 30]);
  });

  it('is a gap where the page after the funding cannot be read', async () => {
    const chain = chainOf([fund, ...snipers(29)]);
    chain.silent = true;
    expect(await judge(chain)).toMatchObject({ verdict: 'CEX_FUNDED', count: null, flags: [], gaps: ['cohort'] });
  });
});
