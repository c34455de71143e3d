import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { DeveloperFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';

/**
 * The thresholds of a developer's record, all own choices. A launch counts for its signer or payer, since a launcher can name anybody as
 * the creator. A developer of five tokens or more of which at most a fifth still trades launches in series; on launchpads nearly all coins
 * end, so this is no proof of bad intent. A sale into a fall of more than 90 percent may happen once.
 */
const SERIAL_LAUNCHES_MIN = 5;
const SERIAL_TRADING_PARTS = 5;
export const DUMPED_ONCE_MIN = 1;
export const DUMPED_BEFORE_MIN = 2;

/** Do the developer's earlier tokens still trade? */
export const developerRecord = tokenRule({
  id: 'developer-record',
  needs: ['mint', 'developer'],
  codes: {
    DEV_SERIAL_LAUNCHER: {
      severity: 'medium',
      category: 'control',
      certainty: 'derived',
      meaning:
        'The developer signed or paid the launch of five other tokens or more, of which at most a fifth still trades.',
      action: 'Expect that this one ends like the others.',
    },
    DEV_DUMPED_ONCE: {
      severity: 'medium',
      category: 'control',
      certainty: 'inferred',
      meaning: 'One earlier token of the developer lost more than 90 percent of its market while the developer sold.',
      action: 'Watch what the developer holds.',
    },
    DEV_DUMPED_BEFORE: {
      severity: 'high',
      category: 'control',
      certainty: 'inferred',
      meaning:
        'Two earlier tokens or more of the developer lost more than 90 percent of their market while the developer sold.',
      action: 'Expect that the developer sells this one as well.',
    },
  },
  judge({ developer }) {
    const code = codeOf(developer);
    if (code === null) return clear;
    const { wallet, launches, isLowerBound, looked, trading, dumped, since } = developer;
    const evidence = { wallet, launches, is_lower_bound: isLowerBound, looked, trading, dumped, since_unix: since };
    const message = `The developer launched ${counted(launches, 'other token')}; of ${looked} that were looked at ${trading} still trade, and ${dumped} fell while the developer sold.`;
    return raised([reason(code, evidence, message)]);
  },
});

function codeOf({ launches, looked, trading, dumped, unproven }: DeveloperFacts) {
  if (dumped >= DUMPED_BEFORE_MIN) return 'DEV_DUMPED_BEFORE';
  if (dumped >= DUMPED_ONCE_MIN) return 'DEV_DUMPED_ONCE';
  const isSerial = launches >= SERIAL_LAUNCHES_MIN && looked >= SERIAL_LAUNCHES_MIN;
  // A trading token of uncertain launcher counts in its favour; an ended one does not count against it.
  const open = unproven?.trading ?? 0;
  return isSerial && (trading + open) * SERIAL_TRADING_PARTS <= looked + open ? 'DEV_SERIAL_LAUNCHER' : null;
}
