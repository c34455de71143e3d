import { expect, it } from 'vitest';
import { mintFacts, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { holdersListed } from './holders-listed.ts';

const clean = tokenEvidence();
const facts = clean.holders.known ? clean.holders.value : null;
const listing = (listedTokens: bigint, count = 3) => ({
  known: true as const,
  value: { ...facts!, accounts: facts!.accounts.slice(0, 1).flatMap((one) => Array(count).fill(one)), listedTokens },
});
const supply = 1_000_000n;
const mint = { known: true as const, value: { is: 'mint' as const, mint: mintFacts({ supply }) } };
const flagsOf = (listedTokens: bigint, count?: number) => {
  const finding = holdersListed.judge(tokenEvidence({ mint, holders: listing(listedTokens, count) }));
  return finding.outcome === 'raised' ? finding.flags : [];
};

it('tells of a short list that leaves out a part of the supply', () => {
  expect(flagsOf(supply)).toEqual([]);
  expect(flagsOf((supply * 99n) / 100n)).toEqual([]);
  expect(flagsOf((supply * 98n) / 100n)).toEqual(['HOLDERS_LIST_INCOMPLETE']);
});

it('says nothing of a full list, which may leave out any number of small holders', () => {
  expect(flagsOf(1n, 20)).toEqual([]);
});
