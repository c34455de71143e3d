import { describe, expect, it } from 'vitest';
import { effect } from '../../../../test/support/wallet-effects.ts';
import type { Effect } from '../effect.ts';
import { Rates } from './rates.ts';

const T = 1_700_000_000;
const seen = (seconds: number, lamports: bigint, over: Partial<Effect['rate'] & object> = {}): Effect =>
  effect({
    signature: `rate at ${seconds} of ${lamports}`,
    time: T + seconds,
    rate: { mint: 'usd', units: 1_000_000n, lamports, ...over },
  });

function ratesOf(...effects: readonly Effect[]): Rates {
  const times = effects.map(({ time }) => time ?? 0);
  return new Rates(effects, times, new Set(['usd', 'other usd', 'fine usd']));
}

const dollar = (units: bigint, mint = 'usd') => [{ mint, units }];

describe('a rate', () => {
  it('is that of the same transaction, else the nearest within half an hour, of two the earlier', () => {
    const rates = ratesOf(seen(0, 100n), seen(1_000, 101n), seen(1_000, 103n), seen(1_200, 102n));
    const at = (seconds: number, signature = '') => rates.worthOf(dollar(1_000_000n), T + seconds, signature);
    expect([at(500), at(501), at(1_100), at(3_000), at(3_001), at(-1_800), at(-1_801)]).toEqual([
      100n,
      101n,
      101n,
      102n,
      null,
      100n,
      null,
    ]);
    expect(at(0, 'rate at 1200 of 102')).toBe(102n);
    expect(at(1_000)).toBe(101n);
  });

  it('of the same coin goes before a nearer one of another', () => {
    const rates = ratesOf(seen(0, 100n), seen(900, 110n, { mint: 'other usd' }));
    expect(rates.worthOf(dollar(1_000_000n), T + 1_000, '')).toBe(100n);
    expect(rates.worthOf(dollar(1_000_000n), T + 1_801, '')).toBe(110n);
  });

  it('rounds what was paid up and what was received down', () => {
    const rates = ratesOf(seen(0, 150_000_001n));
    expect(rates.worthOf(dollar(-10n), T, '')).toBe(-1_501n);
    expect(rates.worthOf(dollar(10n), T, '')).toBe(1_500n);
  });

  it('knows how many decimals a coin has', () => {
    const held = { amount: 0n, lamports: 0n };
    const account = { account: 'a', mint: 'fine usd', decimals: 9, before: held, after: held };
    const rates = ratesOf(effect({ time: T, accounts: [account] }), seen(0, 150n));
    expect(rates.worthOf(dollar(1_000_000_000n, 'fine usd'), T, '')).toBe(150n);
  });

  it('is none when it is far off the middle of at least three around it', () => {
    const near = [seen(0, 100n), seen(60, 101n), seen(120, 99n)];
    expect(ratesOf(...near, seen(180, 115n)).worthOf(dollar(1_000_000n), T + 180, '')).toBe(115n);
    expect(ratesOf(...near, seen(180, 120n)).worthOf(dollar(1_000_000n), T + 180, '')).toBe(99n);
    const alone = ratesOf(seen(0, 100n), seen(60, 1_000n));
    expect(alone.worthOf(dollar(1_000_000n), T + 60, '')).toBe(1_000n);
    const later = ratesOf(...near, seen(120 + 86_401, 1_000n));
    expect(later.worthOf(dollar(1_000_000n), T + 86_521, '')).toBe(1_000n);
  });

  it('is compared with the mean of the two in the middle where there is an even number', () => {
    // The middle is 110: 100 and 120 lie 10 off it, and 15 percent of it are 16.5. Of 120 alone 100 would lie 20 off, beyond 18.
    const rates = ratesOf(seen(0, 100n), seen(10, 101n), seen(20, 119n), seen(30, 120n));
    expect(rates.worthOf(dollar(1_000_000n), T, '')).toBe(100n);
    expect(rates.worthOf(dollar(1_000_000n), T + 30, '')).toBe(120n);
  });

  it('is compared with those of a whole day later, the last second included', () => {
    const worthAtStart = (later: number) =>
      ratesOf(seen(0, 1_000n), seen(later, 100n), seen(later, 101n)).worthOf(dollar(1_000_000n), T, '');
    expect([worthAtStart(86_400), worthAtStart(86_401)]).toEqual([null, 1_000n]);
  });

  it('is none of a failed transaction, of an unknown coin, or of nothing', () => {
    const rates = ratesOf(
      { ...seen(0, 100n), failed: true },
      seen(0, 100n, { mint: 'coin' }),
      seen(0, 0n),
      seen(0, 100n, { units: 0n }),
    );
    expect(rates.worthOf(dollar(1n), T, '')).toBeNull();
    expect(rates.roughly(dollar(1n), T)).toBeNull();
  });

  it('is found at any distance where only a rough figure is wanted', () => {
    expect(ratesOf(seen(0, 100n)).roughly(dollar(-1_500_001n), T + 10 ** 7)).toBe(151n);
  });
});

it('shows at most twenty rates that priced something, newest first', () => {
  const effects = Array.from({ length: 30 }, (_, at) => seen(at * 10, 100n + BigInt(at % 3)));
  const rates = ratesOf(...effects);
  for (const { time } of effects) rates.worthOf(dollar(1n), time ?? 0, '');
  const used = rates.used();
  expect(used).toHaveLength(20);
  expect(used[0]).toMatchObject({ time: T + 290, mint: 'usd' });
});
