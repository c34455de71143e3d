import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, judged, maker, mintOf, position } from '../../../../test/support/wallet-evidence.ts';
import { allMakersKnown } from './makers-known.ts';

const sample = Array.from({ length: 10 }, (_, n) => position({ mint: mintOf(n) }));
const makersUpTo = (count: number) => Array.from({ length: count }, (_, n) => maker({ mint: mintOf(n) }));

it('wants the makers of the mints that brought four fifths of the gains', () => {
  expect(foundBy(allMakersKnown, judged())).toBe('clear');
  expect(foundBy(allMakersKnown, judged({ makers: known(makersUpTo(8)) }, { sample }))).toBe('clear');
  expect(foundBy(allMakersKnown, judged({ makers: known(makersUpTo(7)) }, { sample }))).toEqual([
    'CREATOR_NOT_CHECKED',
  ]);
  const nameless = [...makersUpTo(7), maker({ mint: mintOf(7), creator: null })];
  expect(foundBy(allMakersKnown, judged({ makers: known(nameless) }, { sample }))).toEqual(['CREATOR_NOT_CHECKED']);
});

it('flags a reading that failed, and wants none where nothing brought a profit', () => {
  const failed = { makers: missing('makers', 'deadline') };
  expect(foundBy(allMakersKnown, judged(failed))).toEqual(['CREATOR_NOT_CHECKED']);
  expect(foundBy(allMakersKnown, judged(failed, { sample: [position({ pnl: 0n })] }))).toBe('clear');
});
