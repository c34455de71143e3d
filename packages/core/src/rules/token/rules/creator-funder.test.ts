import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { insiders } from '../../../../test/support/token-insiders.ts';
import { creatorFunder } from './creator-funder.ts';

it("flags a holder with the creator's funder", () => {
  const shared = tokenEvidence({ insiders: known(insiders({ sharesCreatorFunder: [key(71)] })) });
  expect(foundBy(creatorFunder, shared)).toEqual(['SAME_FUNDER_AS_CREATOR']);
  expect(foundBy(creatorFunder, tokenEvidence({ insiders: known(insiders()) }))).toBe('clear');
});

it('needs insiders', () => {
  expect(foundBy(creatorFunder, tokenEvidence({ insiders: missing('insiders', 'deadline') }))).toBe('unknown');
});
