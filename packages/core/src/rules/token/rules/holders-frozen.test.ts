import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  extended,
  foundBy,
  holder,
  holders,
  holdersOf,
  key,
  mint,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import type { HolderAccount, HolderRole } from '../evidence.ts';
import { holdersFrozen } from './holders-frozen.ts';

const frozen = (changes: Partial<HolderAccount> = {}) =>
  known(holdersOf(holder(0, { frozen: true, ...changes }), holder(1)));
const live = known(mint({ freezeAuthority: key(50) }));

it.each<HolderRole>(['wallet', 'program', 'exchange'])('raises a frozen account of a %s', (role) => {
  const evidence = tokenEvidence({ mint: live, holders: frozen({ role }) });
  expect(reasonOf(holdersFrozen, evidence)).toMatchObject({
    code: 'HOLDERS_FROZEN',
    severity: 'critical',
    message: 'Of the 2 accounts that were read, 1 of ordinary holders is frozen.',
    evidence: { frozen_accounts: 1, tokens: (SUPPLY / 100n).toString(), freeze_authority: key(50) },
  });
});

it.each<HolderRole>(['burn', 'pool', 'curve', 'launch_system', 'locker'])(
  'leaves out a frozen account of a %s',
  (role) => {
    expect(foundBy(holdersFrozen, tokenEvidence({ mint: live, holders: frozen({ role }) }))).toBe('clear');
  },
);

it('leaves out empty accounts, and what nobody can freeze again', () => {
  expect(foundBy(holdersFrozen, tokenEvidence({ mint: live, holders: frozen({ tokens: 0n }) }))).toBe('clear');
  expect(foundBy(holdersFrozen, tokenEvidence({ holders: frozen() }))).toBe('clear');
  expect(foundBy(holdersFrozen, tokenEvidence({ mint: live, holders: known(holders()) }))).toBe('clear');
});

it('takes a permanent delegate for somebody with power', () => {
  const delegated = known(extended({ type: 'permanent_delegate', delegate: key(51) }));
  expect(reasonOf(holdersFrozen, tokenEvidence({ mint: delegated, holders: frozen() }))?.evidence).toMatchObject({
    permanent_delegate: key(51),
  });
  const revoked = known(extended({ type: 'permanent_delegate', delegate: null }));
  expect(foundBy(holdersFrozen, tokenEvidence({ mint: revoked, holders: frozen() }))).toBe('clear');
});

it('needs holders', () => {
  expect(foundBy(holdersFrozen, tokenEvidence({ holders: missing('holders', 'deadline') }))).toBe('unknown');
});
