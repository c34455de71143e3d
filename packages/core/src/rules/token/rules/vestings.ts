import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';
import { bpsOf } from '../shares.ts';

/** A lock of less of the supply, in basis points, says nothing about the holders. Own choice. */
const VESTING_BPS_MIN = 100;

/** Does a decoded lock keep much of the supply for somebody? */
export const vestings = tokenRule({
  id: 'vestings',
  needs: ['mint', 'holders'],
  flags: {
    VESTING_AMONG_HOLDERS:
      'Decoded locks hold one percent or more of the supply. The metrics say for whom, who can end them, and what opens when.',
  },
  judge({ mint, holders }) {
    const locked = holders.accounts.flatMap((one) => one.vestings ?? []).reduce((sum, one) => sum + one.locked, 0n);
    return bpsOf(locked, mint.supply) >= VESTING_BPS_MIN ? raised([], ['VESTING_AMONG_HOLDERS']) : clear;
  },
});
