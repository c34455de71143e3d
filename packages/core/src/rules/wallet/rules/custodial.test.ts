import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, judged, label } from '../../../../test/support/wallet-evidence.ts';
import { custodial } from './custodial.ts';

const labelled = (changes: Parameters<typeof label>[0]) =>
  judged({ identity: known({ onCurve: true, label: label(changes) }) });

it.each([
  ['an exchange', {}],
  ['an exchange of one source', { grade: 'single' }],
  ['a bridge', { fundingClass: 'bridge', category: 'bridge_account' }],
  ['a custodian', { fundingClass: 'service', category: 'custodial_other' }],
  ['an instant exchange', { fundingClass: 'instant_exchange', category: 'instant_exchange' }],
] as const)('attributes no profit to %s', (_, changes) => {
  expect(foundBy(custodial, labelled(changes))).toEqual(['CUSTODIAL_ADDRESS']);
});

it.each([
  ['a weak label', { grade: 'weak' }],
  ['a sanctioned person', { fundingClass: 'sanctioned', category: 'sanctioned' }],
  ['an exploiter', { fundingClass: 'exploiter', category: 'exploiter' }],
  ['a fee account', { fundingClass: 'fee_account', category: 'bot_fee_account' }],
  ['a market maker', { fundingClass: 'service', category: 'market_maker' }],
] as const)('takes %s for one owner', (_, changes) => {
  expect(foundBy(custodial, labelled(changes))).toBe('clear');
});

it('asks nothing of what has no label', () => expect(foundBy(custodial, judged())).toBe('clear'));
