import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  evidenceWith,
  extended,
  foundBy,
  key,
  mint,
  reasonOf,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { defaultState } from './default-state.ts';

const frozen = { type: 'default_account_state', frozen: true } as const;

it('raises accounts that are frozen from the beginning', () => {
  const thawable = tokenEvidence({ mint: known(mint({ freezeAuthority: key(8), extensions: [frozen] })) });
  expect(reasonOf(defaultState, thawable)).toMatchObject({
    code: 'DEFAULT_STATE_FROZEN',
    severity: 'critical',
    evidence: { freeze_authority: key(8) },
  });
  expect(reasonOf(defaultState, evidenceWith(frozen))?.message).toBe(
    'Every new account is frozen, and nobody is left who could thaw it.',
  );
});

it('has nothing to say of any other state', () => {
  expect(foundBy(defaultState, evidenceWith({ type: 'default_account_state', frozen: false }))).toBe('clear');
  expect(foundBy(defaultState, tokenEvidence({ mint: known(extended()) }))).toBe('clear');
});
