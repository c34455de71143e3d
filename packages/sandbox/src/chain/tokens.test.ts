import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROGRAMS } from './programs.ts';
import { mintData, mintOf, tokenAccountOf, uiAmount } from './tokens.ts';

test('amounts are shown without trailing zeros, and zero without a number', () => {
  expect(uiAmount(1_500_000n, 6)).toEqual({ amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' });
  expect(uiAmount(0n, 6)).toEqual({ amount: '0', decimals: 6, uiAmount: null, uiAmountString: '0' });
  expect(uiAmount(7n, 9).uiAmountString).toBe('0.000000007');
  expect(uiAmount(42n, 0).uiAmountString).toBe('42');
});

test('the shown text is the amount, whatever the decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
      const [whole = '', fraction = ''] = uiAmount(amount, decimals).uiAmountString.split('.');
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount);
    }),
  );
});

test('a mint is read from its own layout, and only under a token program', () => {
  const data = mintData(new Uint8Array(32).fill(7), 6);
  const account = { lamports: 1n, owner: PROGRAMS.token, executable: false, data };
  expect(mintOf(account)).toMatchObject({ decimals: 6, supply: 0n, freezeAuthority: null });
  expect(mintOf({ ...account, owner: PROGRAMS.system })).toBeNull();
  expect(mintOf({ ...account, data: data.subarray(1) })).toBeNull();
  expect(tokenAccountOf(account)).toBeNull();
  expect(mintOf(null)).toBeNull();
});
