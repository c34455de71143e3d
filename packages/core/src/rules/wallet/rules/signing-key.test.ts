import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { signingKey } from './signing-key.ts';

it('takes a key on the curve for one that a person can hold, and no other', () => {
  expect(foundBy(signingKey, judged())).toBe('clear');
  const off = judged({ identity: known({ onCurve: false, label: null }), account: missing('account', 'deadline') });
  expect(foundBy(signingKey, off)).toEqual(['NOT_A_WALLET']);
  expect(foundBy(signingKey, judged({ identity: missing('identity', 'deadline') }))).toBe('unknown');
});
