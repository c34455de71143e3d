import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, holder, holdersOf, key, SUPPLY, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import type { VestingFacts } from '../holdings/evidence.ts';
import { vestings } from './vestings.ts';

const locked = (tokens: bigint): VestingFacts => ({
  program: 'a locker',
  sender: key(40),
  recipient: key(41),
  cancelableBy: [],
  locked: tokens,
  opensSoon: 0n,
  nextAtUnix: null,
  endsAtUnix: null,
});
const under = (...all: readonly VestingFacts[]) =>
  foundBy(vestings, tokenEvidence({ holders: known(holdersOf(holder(0, { vestings: all }), holder(1))) }));

it('tells of locks that hold one percent of the supply together', () => {
  expect(under(locked(SUPPLY / 200n), locked(SUPPLY / 200n))).toEqual(['VESTING_AMONG_HOLDERS']);
});

it('tells nothing of less, or where none is decoded', () => {
  expect(under(locked(SUPPLY / 101n))).toBe('clear');
  expect(under()).toBe('clear');
});
