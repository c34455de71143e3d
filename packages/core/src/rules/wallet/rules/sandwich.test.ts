import { expect, it } from 'vitest';
import { behaviour, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { sandwich } from './sandwich.ts';

const cases = (number: number, shareBps: number) =>
  judged({}, { behaviour: behaviour({ sandwich: { cases: number, shareBps } }) });

it('finds enclosed trades from a tenth of the round trips on', () => {
  expect(foundBy(sandwich, cases(5, 1_000))).toEqual(['SANDWICH']);
  expect(foundBy(sandwich, cases(5, 999))).toBe('clear');
});
