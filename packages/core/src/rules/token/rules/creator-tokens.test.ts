import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { insiders } from '../../../../test/support/token-insiders.ts';
import { creatorTokens } from './creator-tokens.ts';

it.each([
  [[key(80)], ['CREATOR_MADE_OTHER_TOKENS']],
  [[], 'clear'],
  [null, 'clear'],
])('flags other mints of the creator: %j', (creatorOtherMints, expected) => {
  const evidence = tokenEvidence({ insiders: known(insiders({ creatorOtherMints })) });
  expect(foundBy(creatorTokens, evidence)).toEqual(expected);
});

it('needs insiders', () => {
  expect(foundBy(creatorTokens, tokenEvidence({ insiders: missing('insiders', 'deadline') }))).toBe('unknown');
});
