import { describe, expect, expectTypeOf, it } from 'vitest';
import { readingRole as ofFunder } from './funder/policy.ts';
import { funderMetricSections } from './funder/sections.ts';
import { type ReadingName, readingNameOf, readingNames } from './reading-names.ts';
import { readingRole as ofToken } from './token/policy.ts';
import { tokenMetricSections } from './token/sections.ts';
import { readingRole as ofTrade } from './trade/policy.ts';
import { tradeMetricSections } from './trade/sections.ts';
import { readingRole as ofWallet } from './wallet/policy.ts';
import { walletMetricSections } from './wallet/sections.ts';

const kinds = [
  { kind: 'funder', roles: ofFunder, declared: funderMetricSections },
  { kind: 'token', roles: ofToken, declared: tokenMetricSections },
  { kind: 'trade', roles: ofTrade, declared: tradeMetricSections },
  { kind: 'wallet', roles: ofWallet, declared: walletMetricSections },
];

/** Names that gaps have while the chain is asked. */
const INTERNAL = ['rpc', 'transaction', 'accounts', 'past', 'first_funder', 'bodies', 'positions', 'check', 'effect'];

describe.each(kinds)('the readings of $kind', ({ roles, declared: { wholeReadings, sections } }) => {
  const published = Object.keys(roles).map((name) => readingNameOf(name));
  const placed = [...wholeReadings, ...Object.values(sections).flatMap(({ readings }) => readings)];

  it('each belong to a section of the metrics, or to the whole answer', () => {
    expect(published.filter((name) => !placed.includes(name))).toEqual([]);
  });

  it('are the only ones that sections name, and none belongs to both', () => {
    expect(placed.filter((name) => !published.includes(name))).toEqual([]);
    expect(wholeReadings.filter((name) => placed.filter((one) => one === name).length > 1)).toEqual([]);
  });

  it('keep a published name when only gathering has a name for the gap', () => {
    const renamed = Object.keys(roles).flatMap((name) => INTERNAL.map((internal) => readingNameOf(internal, name)));
    expect(new Set(renamed)).toEqual(new Set(published));
  });
});

it('no name inside of gathering is one that an answer publishes', () => {
  expectTypeOf<Extract<ReadingName, 'rpc' | 'transaction' | 'accounts'>>().toEqualTypeOf<never>();
  expect(INTERNAL.filter((name) => Object.hasOwn(readingNames, name))).toEqual([]);
  expect(() => readingNameOf('rpc')).toThrow('an answer has no reading rpc');
});

it('every published name is that of a reading', () => {
  const names = new Set(kinds.flatMap(({ roles }) => Object.keys(roles).map((name) => readingNameOf(name))));
  expect(new Set(Object.keys(readingNames))).toEqual(names);
});
