import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, history, judged } from '../../../../test/support/wallet-evidence.ts';
import { historyPresent } from './history-present.ts';

it('tells a wallet that does nothing from one that does not trade', () => {
  const empty = history({ transactions: 0, signatures: 0 });
  expect(foundBy(historyPresent, judged())).toBe('clear');
  expect(foundBy(historyPresent, judged({}, { trades: 0 }))).toEqual(['NO_TRADES']);
  expect(foundBy(historyPresent, judged({ history: known(empty) }, { trades: 0 }))).toEqual([
    'NO_HISTORY',
    'NO_TRADES',
  ]);
  const unasked = judged({ history: known(empty), book: known(null) });
  expect(foundBy(historyPresent, unasked)).toEqual(['NO_HISTORY', 'NO_TRADES']);
});

it('does not call a history empty of which nothing could be read', () => {
  const unusable = [{ signature: 'lost', cause: 'history_missing' as const }];
  const lost = judged({ history: known(history({ transactions: 0, unusable })) }, { trades: 0 });
  expect(foundBy(historyPresent, lost)).toEqual(['NO_TRADES']);
});
