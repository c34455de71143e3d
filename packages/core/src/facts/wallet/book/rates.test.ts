import { describe, expect, it } from 'vitest';
import type { Effect } from '#derive/effects/effect-type.ts';
import { effect } from '../../../../test/support/wallet-effects.ts';
import { Coins } from './coins.ts';
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
  return new Rates(effects, times, coinsOf(effects));
}

const coinsOf = (effects: readonly Effect[]) =>
  new Coins(
    effects,
    new Map([
      ['usd', 'usd'],
      ['other usd', 'usd'],
      ['fine usd', 'usd'],
      ['eur', 'eur'],
    ]),
  );

/** What so many millionths of a dollar are worth in lamports. */
const worthOf = (rates: Rates, amount: bigint, time: number, signature = '', mint = 'usd') =>
  rates.worthIn('sol', { sol: 0n, coins: [{ mint, currency: 'usd', units: amount, amount }] }, { time, signature });

describe('a rate', () => {
  it('is that of the same transaction, else the nearest within half an hour, of two the earlier', () => {
    const rates = ratesOf(seen(0, 100n), seen(1_000, 101n), seen(1_000, 103n), seen(1_200, 102n));
    const at = (seconds: number, signature = '') => worthOf(rates, 1_000_000n, T + seconds, signature);
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

  it('that others signed prices their own transaction alone, since anybody can name a wallet beside a pool of his', () => {
    const filled = { ...seen(1_000, 160n), signed: false };
    const rates = ratesOf(seen(0, 150n), filled, { ...seen(10, 1n), signed: false });
    expect(worthOf(rates, 1_000_000n, T + 11)).toBe(150n);
    expect(worthOf(rates, 1_000_000n, T + 1_000, filled.signature)).toBe(160n);
    expect(rates.bounds().usd).toMatchObject({ least: { lamports: 150n }, most: { lamports: 150n } });
  });

  it('of the same coin goes before a nearer one of another', () => {
    const rates = ratesOf(seen(0, 100n), seen(900, 110n, { mint: 'other usd' }));
    expect(worthOf(rates, 1_000_000n, T + 1_000)).toBe(100n);
    expect(worthOf(rates, 1_000_000n, T + 1_801)).toBe(110n);
  });

  it('rounds what was paid up and what was received down', () => {
    const rates = ratesOf(seen(0, 150_000_001n));
    expect(worthOf(rates, -10n, T)).toBe(-1_501n);
    expect(worthOf(rates, 10n, T)).toBe(1_500n);
  });

  it('is that of whole coins, however many decimals they have', () => {
    const held = { amount: 0n, lamports: 0n };
    const account = { account: 'a', mint: 'fine usd', decimals: 9, before: held, after: held };
    const rate = seen(0, 150n, { mint: 'fine usd', units: 1_000_000_000n });
    const rates = ratesOf(effect({ time: T, accounts: [account] }), rate);
    expect(worthOf(rates, 1_000_000n, T)).toBe(150n);
  });

  it('goes both ways, and between dollars and euros only where both were seen', () => {
    const at = { time: T, signature: '' };
    const rates = ratesOf(seen(0, 6_000_000n));
    expect(rates.exchange(-6_000_000n, 'sol', 'usd', at)).toBe(-1_000_000n);
    expect(rates.exchange(-6_000_001n, 'sol', 'usd', at)).toBe(-1_000_001n);
    expect(rates.exchange(1_000_000n, 'eur', 'usd', at)).toBeNull();
    expect(rates.exchange(1_000_000n, 'eur', 'sol', at)).toBeNull();
    expect(rates.exchange(5n, 'eur', 'eur', at)).toBe(5n);
    expect(rates.exchange(0n, 'eur', 'sol', at)).toBe(0n);
    const both = ratesOf(seen(0, 6_000_000n), seen(0, 6_600_000n, { mint: 'eur' }));
    expect(both.exchange(1_000_000n, 'eur', 'usd', at)).toBe(1_100_000n);
    expect(both.exchange(1_000_000n, 'usd', 'eur', at)).toBe(909_090n);
  });

  it('adds legs of several currencies up, each rounded against the wallet', () => {
    const coins = [{ mint: 'usd', currency: 'usd', units: -10n, amount: -10n }] as const;
    const at = { time: T, signature: '' };
    const rates = ratesOf(seen(0, 150_000_001n));
    expect(rates.worthIn('sol', { sol: -7n, coins }, at)).toBe(-1_508n);
    expect(rates.worthIn('usd', { sol: -150n, coins }, at)).toBe(-11n);
    expect(ratesOf().worthIn('usd', { sol: 0n, coins }, at)).toBe(-10n);
    expect(ratesOf().worthIn('usd', { sol: 1n, coins }, at)).toBeNull();
  });

  it('is none when it is far off the middle of at least three around it', () => {
    const near = [seen(0, 100n), seen(60, 101n), seen(120, 99n)];
    expect(worthOf(ratesOf(...near, seen(180, 115n)), 1_000_000n, T + 180)).toBe(115n);
    expect(worthOf(ratesOf(...near, seen(180, 120n)), 1_000_000n, T + 180)).toBe(99n);
    const alone = ratesOf(seen(0, 100n), seen(60, 1_000n));
    expect(worthOf(alone, 1_000_000n, T + 60)).toBe(1_000n);
    const later = ratesOf(...near, seen(120 + 86_401, 1_000n));
    expect(worthOf(later, 1_000_000n, T + 86_521)).toBe(1_000n);
  });

  it('is compared with the mean of the two in the middle where there is an even number', () => {
    // The middle is 110: 100 and 120 lie 10 off it, and 15 percent of it are 16.5. Of 120 alone 100 would lie 20 off, beyond 18.
    const rates = ratesOf(seen(0, 100n), seen(10, 101n), seen(20, 119n), seen(30, 120n));
    expect(worthOf(rates, 1_000_000n, T)).toBe(100n);
    expect(worthOf(rates, 1_000_000n, T + 30)).toBe(120n);
  });

  it('is compared with those of a whole day later, the last second included', () => {
    const worthAtStart = (later: number) =>
      worthOf(ratesOf(seen(0, 1_000n), seen(later, 100n), seen(later, 101n)), 1_000_000n, T);
    expect([worthAtStart(86_400), worthAtStart(86_401)]).toEqual([null, 1_000n]);
  });

  it('is none of a failed transaction, of an unknown coin, or of nothing', () => {
    const rates = ratesOf(
      { ...seen(0, 100n), failed: true },
      seen(0, 100n, { mint: 'coin' }),
      seen(0, 0n),
      seen(0, 100n, { units: 0n }),
    );
    expect(worthOf(rates, 1n, T)).toBeNull();
    expect(rates.bounds()).toEqual({ usd: null, eur: null });
  });

  it('is known by its extremes, without those that are far off', () => {
    const near = [seen(0, 100n), seen(60, 101n), seen(120, 99n), seen(180, 300n)];
    const amount = 1_000_000n;
    expect(ratesOf(...near).bounds()).toEqual({
      usd: { least: { lamports: 99n, amount }, most: { lamports: 101n, amount } },
      eur: null,
    });
  });
});

it('shows at most twenty rates that priced something, newest first', () => {
  const effects = Array.from({ length: 30 }, (_, at) => seen(at * 10, 100n + BigInt(at % 3)));
  const rates = ratesOf(...effects);
  for (const { time } of effects) worthOf(rates, 1n, time ?? 0);
  const used = rates.used();
  expect(used).toHaveLength(20);
  expect(used[0]).toMatchObject({ time: T + 290, mint: 'usd' });
});
