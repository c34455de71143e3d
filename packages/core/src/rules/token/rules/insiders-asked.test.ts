import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { insiders } from '../../../../test/support/token-insiders.ts';
import { insidersAsked } from './insiders-asked.ts';

it('flags insiders that nobody looked for', () => {
  expect(foundBy(insidersAsked, tokenEvidence())).toEqual(['INSIDERS_NOT_CHECKED']);
  expect(foundBy(insidersAsked, tokenEvidence({ insiders: known(insiders()) }))).toBe('clear');
});

it('leaves a gap to the verdict, and asks of mints only', () => {
  expect(foundBy(insidersAsked, tokenEvidence({ insiders: missing('insiders', 'deadline') }))).toBe('unknown');
});
