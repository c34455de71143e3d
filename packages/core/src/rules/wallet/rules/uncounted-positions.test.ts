import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { book, foundBy, judged, position } from '../../../../test/support/wallet-evidence.ts';
import { uncountedPositions } from './uncounted-positions.ts';

it.each([
  ['confidential', ['CONFIDENTIAL_MINT']],
  ['unclear', ['UNCLEAR_POSITIONS']],
  ['unknown_basis', 'clear'],
  [null, 'clear'],
] as const)('flags what cannot be seen: %s', (taint, found) => {
  const positions = [position({ taint, counted: taint === null })];
  expect(foundBy(uncountedPositions, judged({ book: known(book({ positions })) }))).toEqual(found);
});
