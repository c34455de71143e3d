import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, history, judged } from '../../../../test/support/wallet-evidence.ts';
import { window } from './window.ts';

it('flags a whole life, and a list that had holes', () => {
  expect(foundBy(window, judged())).toBe('clear');
  expect(foundBy(window, judged({ history: known(history({ bornInside: true })) }))).toEqual(['BORN_IN_WINDOW']);
  expect(foundBy(window, judged({ history: known(history({ repaired: 1 })) }))).toEqual(['HISTORY_REPAIRED']);
  expect(foundBy(window, judged({ history: known(null) }))).toBe('not_applicable');
});
