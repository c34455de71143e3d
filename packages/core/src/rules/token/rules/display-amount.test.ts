import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { displayAmount } from './display-amount.ts';

const scaled = (authority: boolean) =>
  ({
    type: 'scaled_ui_amount',
    authority: authority ? key(5) : null,
    multiplier: '1',
    newMultiplier: '10',
    newFrom: 0n,
  }) as const;
const interest = { type: 'interest_bearing', authority: null, rateBps: 100 } as const;

it('flags a factor that somebody can change, and interest that is shown', () => {
  expect(foundBy(displayAmount, evidenceWith(scaled(true)))).toEqual(['SCALED_UI_MUTABLE']);
  expect(foundBy(displayAmount, evidenceWith(interest))).toEqual(['INTEREST_BEARING']);
});

it('flags nothing else', () => {
  expect(foundBy(displayAmount, evidenceWith(scaled(false)))).toEqual([]);
  expect(foundBy(displayAmount, tokenEvidence())).toEqual([]);
});
