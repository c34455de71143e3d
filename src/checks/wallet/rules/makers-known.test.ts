import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, judged, maker, mintOf, position } from '../../../../test/support/wallet-evidence.ts';
import { allMakersKnown } from './makers-known.ts';

it('wants the makers of the five mints that brought most', () => {
  expect(foundBy(allMakersKnown, judged())).toBe('clear');
  const four = Array.from({ length: 4 }, (_, n) => maker({ mint: mintOf(n) }));
  expect(foundBy(allMakersKnown, judged({ makers: known(four) }))).toEqual(['CREATOR_NOT_CHECKED']);
  const nameless = [...four, maker({ mint: mintOf(4), creator: null })];
  expect(foundBy(allMakersKnown, judged({ makers: known(nameless) }))).toEqual(['CREATOR_NOT_CHECKED']);
});

it('flags a reading that failed, and wants none where nothing brought a profit', () => {
  const failed = { makers: missing('makers', 'deadline') };
  expect(foundBy(allMakersKnown, judged(failed))).toEqual(['CREATOR_NOT_CHECKED']);
  expect(foundBy(allMakersKnown, judged(failed, { sample: [position({ pnl: 0n })] }))).toBe('clear');
});
