import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { book, foundBy, judged, mintOf } from '../../../../test/support/wallet-evidence.ts';
import { ownMints } from './own-mints.ts';

it('flags mints that the wallet made', () => {
  expect(foundBy(ownMints, judged())).toBe('clear');
  expect(foundBy(ownMints, judged({ book: known(book({ created: [mintOf(0)] })) }))).toEqual(['CREATED_MINTS']);
});
