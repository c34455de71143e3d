import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../packages/core/test/support/chance.ts';
import { fooledShare, outcomeOf, strategyOf } from './bought/report.ts';
import { passedBy } from './wallet-judge.ts';
import { keptLosers, population, roundTrips, shapes } from './wallet-population.ts';
import { keepingLosers, meanShare, simulate, withEdge } from './wallet-report.ts';

/** A few simulated wallets: what `npm run evaluate:wallet` shows of many. */
describe('the wallet check against wallets whose edge is known', () => {
  const cell = simulate('memecoin', 120, 150);
  const luckless = [-0.15, -0.08, -0.03, 0];

  it('ranks the rules: a bound says more than a profit, and TRUSTED nearly never errs', () => {
    const [profit, lower95, trusted] = (['profit', 'lower95', 'trusted'] as const).map(
      (rule) => withEdge(cell, rule) ?? 0,
    );
    expect(profit).toBeLessThan(0.3);
    expect(lower95).toBeGreaterThan(profit ?? 1);
    expect(trusted).toBeGreaterThan(lower95 ?? 1);
    expect(meanShare(cell, 'trusted', luckless)).toBeLessThanOrEqual(0.01);
  });

  it('finds a large edge, and condemns none of those who have one', () => {
    expect(meanShare(cell, 'trusted', [0.5])).toBeGreaterThan(0.5);
    expect(meanShare(cell, 'untrusted', [0.1, 0.25, 0.5])).toBe(0);
    expect(meanShare(cell, 'untrusted', [-0.15])).toBeGreaterThan(meanShare(cell, 'untrusted', [0]));
  });

  it('is stricter with every rule, whatever the wallet', () => {
    for (const edge of [0, 0.25]) {
      const chance = chanceOf('wallets', `strict ${edge}`);
      for (let wallet = 0; wallet < 40; wallet += 1) {
        const passed = passedBy(roundTrips(chance, 'mild', edge, 30));
        const order = [passed.trusted, passed.lower99, passed.lower95, passed.profit];
        expect(order).toEqual([...order].sort());
        expect(passed.trusted && passed.untrusted).toBe(false);
      }
    }
  });

  it.each([0.6, 0.9])('never trusts who keeps %f of the losers, however good the sales look', (share) => {
    const { closedOnly, pessimistic, trusted } = keepingLosers(share, 60);
    expect(closedOnly).toBeGreaterThan(0.4);
    expect({ pessimistic, trusted }).toEqual({ pessimistic: 0, trusted: 0 });
  });

  it('says the same again', () => {
    expect(simulate('lottery', 30, 20)).toEqual(simulate('lottery', 30, 20));
  });
});

describe('simulated wallets', () => {
  it('are the whole population, simulated in full', () => {
    const sum = (part: 'weight' | 'simulated') => population.reduce((total, stratum) => total + stratum[part], 0);
    expect(sum('weight')).toBeCloseTo(1, 12);
    expect(sum('simulated')).toBeCloseTo(1, 12);
  });

  it.each([
    ['mild', 0.1],
    ['memecoin', 0.25],
  ] as const)('have the mean return that they are said to have: %s', (shape, edge) => {
    const trips = roundTrips(chanceOf('wallets', 'mean'), shape, edge, 20_000);
    const mean = trips.reduce((sum, { pnl, cost }) => sum + Number(pnl) / Number(cost), 0) / trips.length;
    expect(Math.abs(mean - edge)).toBeLessThan(0.03);
    const lost = trips.filter(({ pnl, cost }) => pnl === -cost).length / trips.length;
    expect(Math.abs(lost - shapes[shape].lost)).toBeLessThan(0.015);
  });

  it('lose the whole price of what they do not sell', () => {
    const chance = chanceOf('wallets', 'kept');
    const trips = roundTrips(chance, 'memecoin', 0, 30);
    const kept = keptLosers(chance, trips, 1);
    expect(kept.filter(({ state }) => state === 'stale').map(({ pnl, cost }) => pnl + cost)).toEqual(
      trips.filter(({ pnl }) => pnl < 0n).map(() => 0n),
    );
  });
});

/** One chain a way to buy a record: what `npm run evaluate:wallet` shows of many. */
describe('the wallet check against records that somebody bought for himself', () => {
  it.each([
    ['payers funded over two hops', 'UNTRUSTED'],
    ['aged payers, 1,000 transactions each', 'NEUTRAL'],
    ['makers of its own who sign orders', 'NEUTRAL', 'COSIGNED_PROFIT'],
    ['a long past that costs 0.6 SOL', 'NEUTRAL'],
    ['a traded coin, raised at the end', 'NEUTRAL'],
  ])(
    'does not trust %s',
    async (name, verdict, code = verdict === 'UNTRUSTED' ? 'PAID_BY_LINKED_WALLETS' : 'STRANGERS_NOT_PROVEN') => {
      const { trusted, untrusted, cost, reason } = await outcomeOf(strategyOf(name), 1);
      expect([trusted, untrusted]).toEqual([0, verdict === 'UNTRUSTED' ? 1 : 0]);
      expect(reason).toBe(code);
      expect(cost).toBeLessThan(20);
    },
  );

  it('trusts the same record where it was paid by strangers who spend what traders spend', async () => {
    expect(await outcomeOf(strategyOf('strangers, 0.0012 SOL a transaction'), 1)).toMatchObject({ trusted: 1 });
  });

  it('lets nobody through who spends just below 20 SOL on payers, however he divides it', () => {
    expect(fooledShare(100).share).toBe(0);
  });
});
