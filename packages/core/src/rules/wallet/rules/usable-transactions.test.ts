import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, history, judged } from '../../../../test/support/wallet-evidence.ts';
import { usableTransactions } from './usable-transactions.ts';

const unusable = (count: number, cause: 'history_missing' | 'unreadable') =>
  judged({
    history: known(
      history({
        transactions: 99,
        unusable: Array.from({ length: count }, (_, n) => ({ signature: `lost ${n}`, cause })),
      }),
    ),
  });

it('passes over two transactions without a body, or one in a hundred, and not over more', () => {
  expect(foundBy(usableTransactions, judged())).toBe('clear');
  expect(foundBy(usableTransactions, unusable(2, 'history_missing'))).toBe('clear');
  expect(foundBy(usableTransactions, unusable(3, 'history_missing'))).toEqual(['META_MISSING']);
});

it('passes over none of a form that is not known', () => {
  expect(foundBy(usableTransactions, unusable(1, 'unreadable'))).toEqual(['UNSUPPORTED_FORMAT']);
});
