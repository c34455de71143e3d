import { describe, expect, it } from 'vitest';
import { effect } from '../../../test/support/wallet-effects.ts';
import { fundedBy } from './funded.ts';

const gave = (time: number | null, ...funded: readonly (readonly [string, bigint])[]) =>
  effect({ time, funded: funded.map(([account, lamports]) => ({ account, lamports })) });

describe('the wallets that a wallet funded', () => {
  it('count once each, with all lamports that came while they had nothing', () => {
    expect(fundedBy([gave(1, ['a', 5n], ['b', 7n]), effect(), gave(2, ['a', 4n])])).toEqual({
      wallets: 2,
      lamports: 16n,
      largest: [
        { address: 'a', lamports: 9n, firstAt: 1 },
        { address: 'b', lamports: 7n, firstAt: 1 },
      ],
    });
  });

  it('are none where it funded nobody', () => {
    expect(fundedBy([effect()])).toEqual({ wallets: 0, lamports: 0n, largest: [] });
  });

  it('are named up to ten, those that got most, and counted all', () => {
    const many = Array.from({ length: 25 }, (_, n) => [`wallet ${String(n).padStart(2, '0')}`, 1n] as const);
    const { wallets, lamports, largest } = fundedBy([gave(null, ...many, ['large', 9n])]);
    expect([wallets, lamports]).toEqual([26, 34n]);
    expect(largest.map(({ address }) => address)).toEqual(['large', ...many.slice(0, 9).map(([name]) => name)]);
    expect(largest[0]?.firstAt).toBeNull();
  });
});
