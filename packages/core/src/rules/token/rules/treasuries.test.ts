import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, holder, holdersOf, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import type { TreasuryFacts } from '../holdings/evidence.ts';
import { treasuries } from './treasuries.ts';

const multisig: TreasuryFacts = {
  kind: 'squads_v4',
  account: key(40),
  threshold: 2,
  members: 3,
  configAuthority: null,
  delaySeconds: 0,
};
const judged = (treasury?: TreasuryFacts, tokens = 5n) =>
  foundBy(
    treasuries,
    tokenEvidence({ holders: known(holdersOf(holder(0, { tokens, ...(treasury && { treasury }) }), holder(1))) }),
  );

it('tells of a proven vault', () => {
  expect(judged(multisig)).toEqual(['TREASURY_AMONG_HOLDERS']);
  const governance = { ...multisig, kind: 'realms', threshold: null, members: null } as const;
  expect(judged(governance)).toEqual(['TREASURY_AMONG_HOLDERS']);
});

it.each([{ threshold: 1 }, { threshold: 1, members: 1 }, { configAuthority: key(41) }])(
  'tells that one key decides where that is so (%j)',
  (changes) => {
    expect(judged({ ...multisig, ...changes })).toEqual(['TREASURY_AMONG_HOLDERS', 'TREASURY_OF_ONE_KEY']);
  },
);

it('tells nothing of an empty one, or where none is proven', () => {
  expect(judged(multisig, 0n)).toBe('clear');
  expect(judged()).toBe('clear');
});
