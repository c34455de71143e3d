import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, hooked, key, mint, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { mintPowers } from './mint-powers.ts';

it.each([
  ['freezeAuthority', 'FREEZE_AUTHORITY_LIVE'],
  ['permanentDelegate', 'PERMANENT_DELEGATE_LIVE'],
  ['pauseAuthority', 'PAUSABLE_LIVE'],
  ['hookAuthority', 'TRANSFER_HOOK_ARMED'],
])('tells that there is a %s', (power, flag) => {
  expect(foundBy(mintPowers, tradeEvidence({ mint: known(mint({ [power]: key(41) })) }))).toEqual([flag]);
});

it('leaves a hook that is set to its own flag, and says nothing of other mints', () => {
  expect(foundBy(mintPowers, tradeEvidence({ mint: known(hooked({ hookAuthority: key(41) })) }))).toBe('clear');
  expect(foundBy(mintPowers, tradeEvidence())).toBe('clear');
});
