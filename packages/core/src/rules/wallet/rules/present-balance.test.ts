import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, history, judged, jump, mintOf } from '../../../../test/support/wallet-evidence.ts';
import { presentBalance } from './present-balance.ts';

it('holds the present to the same bounds as the past', () => {
  const off = (lamports: bigint) => judged({ history: known(history({ mismatches: [jump({ lamports })] })) });
  expect(foundBy(presentBalance, judged())).toBe('clear');
  expect(foundBy(presentBalance, off(920_000_000n))).toBe('clear');
  expect(foundBy(presentBalance, off(920_000_001n))).toEqual(['BALANCE_MISMATCH']);
});

it('finds a traded mint of which there is more or less than follows', () => {
  const mismatches = [jump({ mint: mintOf(3), account: 'account', lamports: 0n, units: 1n })];
  expect(foundBy(presentBalance, judged({ history: known(history({ mismatches })) }))).toEqual(['BALANCE_MISMATCH']);
});

it('adds what is missing in the past to what is missing now', () => {
  const torn = (then: bigint, now: bigint) => {
    const [breaks, mismatches] = [[jump({ lamports: then })], now > 0n ? [jump({ lamports: now })] : []];
    return foundBy(presentBalance, judged({ history: known(history({ breaks, mismatches })) }));
  };
  expect(torn(460_000_000n, 460_000_000n)).toBe('clear');
  expect(torn(460_000_001n, 460_000_000n)).toEqual(['BALANCE_MISMATCH']);
  expect(torn(920_000_001n, 1n)).toBe('clear');
  expect(torn(460_000_000n, 0n)).toBe('clear');
});
