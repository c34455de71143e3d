import { describe, expect, it } from 'vitest';
import type { SignaturePage } from '#chain/chain-reader.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { missing } from '#lib/reading.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { type Address, address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { exchangeLabel, labelsOf } from '../support/funder-evidence.ts';
import { key, type Made, MemoryChain, SYSTEM, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const FUNDED = 100_000;
const [W, payer, elder, coin] = ['w', 'payer', 'elder', 'coin'].map(key) as [Address, Address, Address, Address];
const offCurve = address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1');
const service = exchangeLabel(elder, { exchange: null, category: 'protocol_account', fundingClass: 'service' });
/** The payer's own funder is labelled, so that the trail ends there. */
const labels = labelsOf(service);

/** A node that ends a page at `until`, and may fail to give a page that has it. */
class UntilChain extends MemoryChain {
  silent = false;
  readonly asked: SignaturePage[] = [];

  override async signatures(of: Address, page: SignaturePage = {}) {
    if (of === payer) this.asked.push(page);
    const whole = await super.signatures(of, page);
    if (page.until === undefined || !whole.known) return whole;
    if (this.silent) return missing('signatures', 'rpc_unavailable');
    const end = whole.value.findIndex(({ signature }) => signature === page.until);
    return { ...whole, value: end < 0 ? whole.value : whole.value.slice(0, end) };
  }
}

/** The payer's transactions in order, each of which gives lamports to accounts of these names. */
function payments(
  list: readonly { name: string; at: number; to: Readonly<Record<string, bigint>>; over?: Partial<Made> }[],
) {
  let held = 900n * SOL;
  return list.map(({ name, at, to, over }): Made => {
    const given = Object.entries(to).map(([who, lamports]) => [who === 'w' ? W : key(who), lamports] as const);
    const left = held - given.reduce((sum, [, lamports]) => sum + lamports, FEE);
    const made: Made = {
      name,
      slot: FUNDED + at,
      balances: [[payer, held, left], ...given.map(([who, lamports]) => [who, 0n, lamports] as const)],
      moves: given.map(([who, lamports]) => transfer(payer, who, lamports)),
      ...over,
    };
    held = left;
    return made;
  });
}

const birth: Made = {
  name: 'birth',
  slot: 1,
  balances: [
    [elder, 999n * SOL, 99n * SOL - FEE],
    [payer, 0n, 900n * SOL],
  ],
  moves: [transfer(elder, payer, 900n * SOL)],
};
const spend: Made = { name: 'spend', slot: FUNDED + 5_000, balances: [[W, SOL, SOL - FEE]] };
const fund = { name: 'fund', at: 0, to: { w: SOL } };
const one = (name: string, at: number, lamports = SOL, over?: Partial<Made>) => ({
  name,
  at,
  to: { [name]: lamports },
  ...(over && { over }),
});
const chainOf = (list: Parameters<typeof payments>[0]) =>
  new UntilChain([birth, ...payments(list), spend].map(transaction));

async function judge(chain: MemoryChain, known = labels) {
  const evidence = await gatherFunder(W, chain, { labels: known });
  const { verdict, flags, metrics, gaps } = judgeFunder(evidence);
  const found = evidence.siblings.known ? evidence.siblings.value : evidence.siblings.gap.cause;
  return { verdict, flags, count: metrics.siblings, found, gaps: gaps.map(({ reading }) => reading) };
}

describe('siblings', () => {
  it('are found before and after the funding, within ten minutes and five percent, without a round of their own', async () => {
    const chain = chainOf([
      one('too early', -601),
      one('early', -600, (SOL * 95n) / 100n),
      one('near', -3),
      fund,
      one('later', 2, (SOL * 105n) / 100n),
      one('last', 600),
      one('too late', 601),
      one('too much', 100, (SOL * 105n) / 100n + 1n),
      one('too little', 101, (SOL * 95n) / 100n - 1n),
    ]);
    const judged = await judge(chain);
    expect(judged.found).toEqual({ seen: 7, fresh: 5, transactionsRead: 7 });
    expect([judged.verdict, judged.flags, judged.count]).toEqual(['WALLET_FUNDED', ['SIBLINGS'], 5]);
    expect(chain.rounds).toBe(4);
    const asked = chain.asked.map((page) => Object.keys(page).sort().join());
    expect(asked.sort()).toEqual(['before', 'before', 'until']);
  });

  it('are no more than were funded alike: four are a coincidence', async () => {
    const judged = await judge(chainOf([one('a', -3), one('b', -2), fund, one('c', 1)]));
    expect([judged.count, judged.flags]).toEqual([4, []]);
  });

  it('may share a transaction', async () => {
    const batch = { name: 'fund', at: 0, to: { w: SOL, a: SOL, b: SOL } };
    const judged = await judge(chainOf([batch, { name: 'more', at: 9, to: { c: SOL, d: SOL } }]));
    expect([judged.count, judged.flags]).toEqual([5, ['DISPERSE_BATCH', 'SIBLINGS']]);
  });

  it('are found although somebody gave each a little ahead, or the source gave a little before', async () => {
    const speck = 900_000n;
    const ahead = (name: string, at: number) =>
      one(name, at, SOL, {
        balances: [
          [payer, 9n * SOL, 8n * SOL - FEE],
          [key(name), speck, SOL + speck],
        ],
      });
    const others = [1, 2, 3, 4].map((at) => ahead(`ahead ${at}`, at));
    expect(await judge(chainOf([fund, ...others]))).toMatchObject({ flags: ['SIBLINGS'] });
    const earlier = { name: 'little', at: -5_000, to: { w: speck } };
    const larger = {
      ...fund,
      to: { w: SOL - speck },
      over: {
        balances: [
          [payer, 9n * SOL, 8n * SOL + speck - FEE],
          [W, speck, SOL],
        ] as const,
      },
    };
    expect(await judge(chainOf([earlier, larger, ...others]))).toMatchObject({ flags: ['SIBLINGS'] });
  });

  it.each([
    ['that had a little', 900_000n, (to: Address) => transfer(payer, to, SOL)],
    [
      'that it opens',
      0n,
      (to: Address): Move =>
        ({ ...transfer(payer, to, SOL), kind: 'create_account', owner: SYSTEM, space: 0n }) as Move,
    ],
  ])('in one transaction are a batch: accounts %s', async (_, had, move) => {
    const others = ['a', 'b'].map(key);
    const over: Partial<Made> = {
      balances: [[payer, 9n * SOL, 6n * SOL - FEE], [W, 0n, SOL], ...others.map((to) => [to, had, had + SOL] as const)],
      moves: [transfer(payer, W, SOL), ...others.map(move)],
    };
    expect((await judge(chainOf([{ ...fund, over }]))).flags).toContain('DISPERSE_BATCH');
  });

  it('are wallets with the payment as their main source, and not what a failed transaction names', async () => {
    const used: Partial<Made> = {
      balances: [
        [payer, 9n * SOL, 8n * SOL - FEE],
        [key('used'), SOL / 4n + 1n, SOL + SOL / 4n + 1n],
      ],
    };
    const emptied: Partial<Made> = {
      balances: [
        [payer, 9n * SOL, 9n * SOL - FEE],
        [key('emptied'), 0n, 0n],
      ],
    };
    const derived: Partial<Made> = {
      balances: [
        [payer, 9n * SOL, 8n * SOL - FEE],
        [offCurve, 0n, SOL],
      ],
      moves: [transfer(payer, offCurve, SOL)],
    };
    const tokens = {
      keyIndex: 1,
      account: key('tokens'),
      mint: coin,
      owner: W,
      program: TOKEN_PROGRAM,
      amount: 1n,
      decimals: 0,
    };
    const state = {
      ...transfer(payer, key('state'), SOL),
      kind: 'create_account' as const,
      owner: TOKEN_PROGRAM,
    };
    const judged = await judge(
      chainOf([
        fund,
        one('used', 1, SOL, used),
        one('emptied', 2, SOL, emptied),
        one('derived', 3, SOL, derived),
        one('tokens', 4, SOL, { postTokens: [tokens] }),
        one('state', 5, SOL, { moves: [state as never] }),
        one('failed', 6, SOL, { failed: true }),
      ]),
    );
    expect(judged.found).toEqual({ seen: 6, fresh: 1, transactionsRead: 6 });
  });

  it('are looked for in twenty bodies at most, the nearest of either side', async () => {
    const list = Array.from({ length: 15 }, (_, n) => [one(`before ${n}`, -20 - n), one(`after ${n}`, 20 + n)]).flat();
    const chain = chainOf([...list, fund].sort((a, b) => a.at - b.at));
    const judged = await judge(chain);
    expect(judged.found).toEqual({ seen: 31, fresh: 21, transactionsRead: 21 });
    const bare = new MemoryChain(chain.transactions);
    expect((await judge(bare)).found).toEqual(judged.found);
  });

  it('are counted by slots where an endpoint has no times', async () => {
    const { transactions } = chainOf([one('far', -1_503), one('near', -1_500), fund, one('next', 1_500)]);
    const timeless = transactions.map((made) => ({ ...made, blockTime: null }));
    expect((await judge(new UntilChain(timeless))).found).toMatchObject({ fresh: 3 });
  });

  it('that cannot be read are a gap that decides nothing', async () => {
    const list = [one('a', -4), one('b', -3), one('c', -2), one('d', -1), fund];
    const silent = chainOf(list);
    silent.silent = true;
    expect(await judge(silent)).toMatchObject({
      verdict: 'WALLET_FUNDED',
      flags: [],
      count: null,
      found: 'rpc_unavailable',
      gaps: ['siblings'],
    });
    const lost = chainOf([...list, one('e', 5)]);
    lost.lost.add(signatureOf('e'));
    expect(await judge(lost)).toMatchObject({ verdict: 'WALLET_FUNDED', count: null, found: 'history_missing' });
  });

  it('are a cohort behind a label, and not asked for of a hub', async () => {
    const labelled = chainOf([one('a', -1), fund]);
    const known = labelsOf({ ...service, address: payer });
    expect(await judge(labelled, known)).toMatchObject({ verdict: 'UNKNOWN_ORIGIN', found: null });
    expect(labelled.asked.map((page) => Object.keys(page).join())).toEqual(['before', 'until']);
    const busy = chainOf([...Array.from({ length: 1_000 }, (_, n) => one(`n${n}`, n - 1_001)), fund]);
    const calls = await judge(busy);
    expect(calls).toMatchObject({ verdict: 'UNKNOWN_ORIGIN', found: null, count: null, flags: [] });
    expect(busy.calls).toBeLessThan(12);
  });
});
