import { expect, it } from 'vitest';
import { counted, percentText } from './words.ts';

it('writes basis points as percent, without zeros that say nothing', () => {
  expect([0, 1, 50, 231, 300, 1_010, 123_456].map(percentText)).toEqual([
    '0 %',
    '0.01 %',
    '0.5 %',
    '2.31 %',
    '3 %',
    '10.1 %',
    '1234.56 %',
  ]);
});

it('counts with the right noun', () => {
  expect([0, 1, 2].map((count) => counted(count, 'pool'))).toEqual(['0 pools', '1 pool', '2 pools']);
});
