import { describe, expect, it } from 'vitest';
import { amountWorth, parseAmount } from './order.ts';

const offer = {
  min_topup_usdc: '0.50',
  max_topup_usdc: '10000.00',
  prices_usdc: { wallet: '0.10', token: '0.02', free: '0.00' },
};

describe('an amount', () => {
  it.each([
    ['5', 5_000_000n],
    [' 0.5 ', 500_000n],
    ['2.50', 2_500_000n],
    ['0.500001', 500_001n],
    ['10000', 10_000_000_000n],
  ])('%s is taken to the last unit', (typed, atomic) => {
    expect(parseAmount(typed, offer)).toBe(atomic);
  });

  it.each(['', 'five', '1,5', '1e3', '-1', '+1', '.5', '5.', '0.1234567', '٥', '1 000', '9999999999'])(
    '%j is none',
    (typed) => {
      expect(parseAmount(typed, offer)).toBe('Type an amount in digits, such as 5 or 2.50.');
    },
  );

  it('stays within what is sold', () => {
    expect(parseAmount('0.499999', offer)).toBe('The smallest top-up is 0.50 USDC.');
    expect(parseAmount('10000.000001', offer)).toBe('The largest top-up is 10000.00 USDC.');
  });

  it('is shown in checks', () => {
    expect(amountWorth(150_000_000n, offer)).toBe('150.00 USDC pays for 1,500 wallet, or 7,500 token checks.');
  });
});
