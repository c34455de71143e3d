import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { hookUpgrade } from './hook-upgrade.ts';

const hooked = (upgradeable: boolean | null) => tokenEvidence({ hook: known({ program: key(40), upgradeable }) });

it('flags a hook that somebody can change, and claims it of no other', () => {
  expect(foundBy(hookUpgrade, hooked(true))).toEqual(['HOOK_PROGRAM_UPGRADEABLE']);
  expect(foundBy(hookUpgrade, hooked(false))).toBe('clear');
  expect(foundBy(hookUpgrade, hooked(null))).toBe('clear');
});

it('does not know where the hook was not read', () => {
  expect(foundBy(hookUpgrade, tokenEvidence({ hook: missing('hook', 'deadline') }))).toBe('unknown');
});
