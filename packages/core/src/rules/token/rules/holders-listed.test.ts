import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, holder, holdersOf, mint, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import type { HolderRole } from '../evidence.ts';
import { holdersListed } from './holders-listed.ts';

const supply = 1_000_000n;
const of = (amounts: readonly bigint[], role: HolderRole = 'wallet') =>
  tokenEvidence({
    mint: known(mint({ supply })),
    holders: known(holdersOf(...amounts.map((tokens, n) => holder(n, { tokens, role })))),
  });
const found = (...given: Parameters<typeof of>) => foundBy(holdersListed, of(...given));
const times = (count: number, amount: bigint) => Array.from({ length: count }, () => amount);

it('tells of a short list that leaves out a part of the supply', () => {
  expect(found(times(10, 100_000n))).toBe('clear');
  expect(found(times(10, 99_100n))).toBe('clear');
  expect(found(times(10, 99_000n))).toEqual(['HOLDERS_CUT']);
});

it('takes the next account of a full list for as large as the last one', () => {
  expect(found(times(20, 10_000n))).toBe('clear');
  expect(found(times(20, 42_000n), 'pool')).toEqual(['HOLDERS_PARTIAL']);
  expect(found(times(20, 50_000n), 'pool')).toBe('clear');
});

it('does not know of fees that a mint withholds where they are', () => {
  const evidence = of(times(10, 50_000n));
  const extensions = [{ type: 'confidential_transfer', authority: null, autoApprove: true }] as const;
  expect(foundBy(holdersListed, { ...evidence, mint: known(mint({ supply, extensions })) })).toBe('clear');
});
