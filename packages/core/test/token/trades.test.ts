import { describe, expect, it } from 'vitest';
import { gatherToken } from '#facts/token/evidence.ts';
import { missing } from '#lib/reading.ts';
import type { TradeFacts } from '#rules/token/evidence.ts';
import { judgeToken } from '#rules/token/verdict.ts';
import type { Signature } from '#solana/address.ts';
import { optionsOf } from '../support/moves/base-accounts.ts';
import { chainOf } from '../support/moves/build.ts';
import type { TokenFacts } from '../support/moves/facts.ts';
import { MovesReader } from '../support/moves/reader.ts';

/** A coin of 400 hours with one pool, of which nothing is wrong. */
function coin(changes: Partial<TokenFacts> = {}): TokenFacts {
  const pool = { venue: 'raydium_cpmm', index: 0, hours: 400, sol: 400, bps: 2_000, parkedSol: 0 } as const;
  return {
    program: 'classic',
    powers: [],
    madeHours: 400,
    holders: [],
    crowds: [],
    washTrades: 0,
    markets: [{ ...pool, complete: false, liquidity: [{ keeper: 'kept', bps: 10_000 }] }],
    creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
    endpoint: { refuses: [], pageMax: 1_000, largestMax: 20 },
    ...changes,
  };
}

const dumper: TokenFacts['creator'] = {
  launches: 0,
  dumped: 0,
  soldThem: false,
  soldBps: 1_800,
  soldThrough: null,
  admin: null,
};

async function evidenceOf(facts: TokenFacts, prepare: (reader: MovesReader) => void = () => undefined) {
  const { chain, mint } = chainOf(facts);
  const reader = new MovesReader(chain, facts.endpoint);
  prepare(reader);
  return gatherToken(mint, reader, optionsOf());
}

async function tradesOf(facts: TokenFacts): Promise<TradeFacts | null> {
  const { trades } = await evidenceOf(facts);
  if (!trades.known) throw new Error(`no trades: ${trades.gap.cause}`);
  return trades.value;
}

async function saidOf(facts: TokenFacts) {
  const { verdict, reasons } = judgeToken(await evidenceOf(facts));
  return [verdict, ...reasons.map(({ code }) => code)];
}

describe('the trades of a market', () => {
  it('are those of its newest transactions', async () => {
    const trades = await tradesOf(coin({ washTrades: 10 }));
    expect(trades?.transactions).toBe(18);
    expect(trades?.traders.map(({ buys, sells }) => [buys, sells])).toEqual([
      [3, 3],
      [3, 3],
      [3, 3],
    ]);
  });

  it('are the same in one call', async () => {
    const [listed, paged] = await Promise.all(
      [['bodies'] as const, [] as const].map((refuses) =>
        tradesOf(coin({ washTrades: 10, endpoint: { refuses, pageMax: 1_000, largestMax: 20 } })),
      ),
    );
    expect(paged).toEqual(listed);
  });

  it('are no gap where nobody trades', async () => {
    const trades = await tradesOf(coin());
    expect(trades?.frozenBuyers).toBeNull();
    expect(await saidOf(coin())).toEqual(['LOW_RISK', 'NO_ADVERSE_FACT']);
  });

  it('are a gap where a transaction is missing', async () => {
    let left = 12;
    const evidence = await evidenceOf(
      coin({ washTrades: 5, endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 } }),
      (reader) => {
        const read = reader.transaction.bind(reader);
        reader.transaction = async (signature: Signature) => {
          left -= 1;
          return left > 0 ? read(signature) : missing('transaction', 'rpc_unavailable');
        };
      },
    );
    expect(evidence.trades).toMatchObject({ known: false, gap: { reading: 'trades', cause: 'rpc_unavailable' } });
    const { verdict, gaps } = judgeToken({ ...(await evidenceOf(coin())), trades: evidence.trades });
    expect([verdict, gaps.map(({ reading }) => reading)]).toEqual(['UNKNOWN', ['trades']]);
  });

  it('tell who is frozen of those who bought, where somebody can freeze', async () => {
    const holder = { keeper: { is: 'wallet', n: 0 }, bps: 50, got: 'later', through: null, frozen: true } as const;
    const funding = { by: 'exchange', helper: 0, hops: 0, milliSol: 900, minutesBefore: 9_000 } as const;
    const holders = [0, 1, 2, 3, 4, 5].map((n) => ({ ...holder, keeper: { is: 'wallet', n } as const, funding }));
    const trades = await tradesOf(coin({ powers: ['freeze'], holders }));
    expect(trades?.frozenBuyers?.length).toBeGreaterThanOrEqual(2);
    expect(await saidOf(coin({ powers: ['freeze'], holders }))).toContain('RECENT_BUYERS_FROZEN');
  });
});

describe('a coin that was dumped', () => {
  it('is one whose creator sold all it bought', async () => {
    expect(await saidOf(coin({ creator: dumper }))).toEqual(['HIGH_RISK', 'DUMPED_BY_CREATOR', 'PRICE_COLLAPSED']);
  });

  it('stays one where another wallet sold for it, or the newest transactions are noise', async () => {
    const through = await saidOf(coin({ creator: { ...dumper, soldThrough: 7 } }));
    const noisy = await saidOf(coin({ creator: dumper, washTrades: 40 }));
    expect([through[0], noisy[0]]).toEqual(['HIGH_RISK', 'HIGH_RISK']);
    expect(through).toContain('DUMPED_BY_CREATOR');
    expect(noisy).toContain('DUMPED_BY_CREATOR');
  });

  it('is not hidden by noise', async () => {
    const crowded = await saidOf(coin({ creator: dumper, crowds: [{ on: 'market', count: 1_100, when: 'now' }] }));
    expect(crowded[0]).toBe('HIGH_RISK');
    expect(crowded).toContain('DUMPED_BY_CREATOR');
  });

  it('is found in every venue', async () => {
    const venues = [
      'raydium_cpmm',
      'pumpswap',
      'raydium_amm_v4',
      'meteora_dlmm',
      'raydium_clmm',
      'orca_whirlpool',
    ] as const;
    for (const venue of venues) {
      const [pool] = coin().markets;
      if (!pool) throw new Error('a coin without a pool');
      const { metrics } = judgeToken(await evidenceOf(coin({ creator: dumper, markets: [{ ...pool, venue }] })));
      expect([venue, Number(metrics.price_drawdown_bps) > 9_000]).toEqual([venue, true]);
    }
  });
});
