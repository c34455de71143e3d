import { describe, expect, it } from 'vitest';
import { holdTimesOf } from './hold-times.ts';

const hold = (seconds: number, amount: bigint) => ({ seconds, currency: 'sol' as const, amount });

describe('holding times', () => {
  it('are counted in the band below whose bound they stay, by number and by money', () => {
    const held = [hold(0, 1n), hold(59, 1n), hold(60, 2n), hold(3_599, 2n), hold(3_600, 4n), hold(86_400, 10n)];
    const { bands } = holdTimesOf([...held, hold(604_799, 20n), hold(604_800, 60n)]);
    expect(bands).toEqual([
      { band: 'under_minute', holds: 2, holdsBps: 2_500, moneyBps: 200 },
      { band: 'under_hour', holds: 2, holdsBps: 2_500, moneyBps: 400 },
      { band: 'under_day', holds: 1, holdsBps: 1_250, moneyBps: 400 },
      { band: 'under_week', holds: 2, holdsBps: 2_500, moneyBps: 3_000 },
      { band: 'longer', holds: 1, holdsBps: 1_250, moneyBps: 6_000 },
    ]);
  });

  it('have quartiles by money, so that a hundred holds of dust move none of them', () => {
    const dust = Array.from({ length: 100 }, () => hold(1, 1n));
    const real = [hold(100, 1_000n), hold(200, 1_000n), hold(300, 1_000n), hold(400, 1_000n)];
    expect(holdTimesOf([...dust, ...real])).toMatchObject({
      lowerQuartileSeconds: 100,
      upperQuartileSeconds: 300,
      longestSeconds: 400,
    });
  });

  it('are null where no money was held, and every band is there all the same', () => {
    for (const none of [[], [hold(7, 0n)]]) {
      const times = holdTimesOf(none);
      expect([times.lowerQuartileSeconds, times.upperQuartileSeconds, times.longestSeconds]).toEqual([
        null,
        null,
        null,
      ]);
      expect(times.bands.map(({ moneyBps }) => moneyBps)).toEqual([0, 0, 0, 0, 0]);
    }
  });
});
