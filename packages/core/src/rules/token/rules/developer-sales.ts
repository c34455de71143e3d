import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { DeveloperFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';
import { DUMPED_BEFORE_MIN, DUMPED_ONCE_MIN } from './developer-record.ts';

/**
 * Could the developer have sold tokens that ended, in transactions that were not read? Anybody can name a developer and its accounts in
 * any number of transactions, so a history that is too long accuses nobody: it only rules out the best verdict.
 */
export const developerSales = tokenRule({
  id: 'developer-sales',
  needs: ['mint', 'developer'],
  codes: {
    DEV_DUMP_NOT_EXCLUDED: {
      severity: 'medium',
      category: 'control',
      certainty: 'inferred',
      unread: { reading: 'developer', cause: 'limit_reached', caps: true },
      meaning:
        'An earlier token that names the developer ended, and whether the developer launched or sold it was not read.',
      action: 'Look at what the developer sold before you rely on this token.',
    },
    DEV_HISTORY_LONG: {
      severity: 'medium',
      category: 'control',
      certainty: 'state',
      unread: { reading: 'developer', cause: 'limit_reached', caps: true },
      meaning:
        'Two earlier tokens or more that name the developer ended, and whether the developer launched or sold them was not read.',
      action: 'They may have been dumped, and this one may be next.',
    },
    DEV_HISTORY_UNREAD: {
      severity: 'medium',
      category: 'control',
      certainty: 'state',
      unread: { reading: 'developer', cause: 'rpc_unavailable' },
      meaning: 'An earlier token of the developer ended, and not all transactions of the developer were given.',
      action: 'The developer may have sold it. Ask again later, or of a service with another endpoint.',
    },
  },
  judge({ developer }) {
    const code = codeOf(developer);
    if (code === null) return clear;
    const { wallet, launches, looked, trading, unproven, unread: cause } = developer;
    const named = unproven?.ended ?? 0;
    const also = named > 0 ? ` Of ${named} more in its name, which ended, it was not found who launched them.` : '';
    const message = `Of ${counted(looked, 'other token')} of the developer ${trading} still trade, and not all of its transactions were read.${also}`;
    const evidence = { wallet, launches, looked, trading, ended_unproven: named };
    // A gap of endpoints is no fact about the developer.
    return raised([
      cause ? reason('DEV_HISTORY_UNREAD', { ...evidence, cause }, message) : reason(code, evidence, message),
    ]);
  },
});

function codeOf({ isHistoryWhole, looked, trading, dumped, unproven }: DeveloperFacts) {
  if (isHistoryWhole || dumped >= DUMPED_BEFORE_MIN) return null;
  const ended = looked - trading + (unproven?.ended ?? 0);
  if (ended >= DUMPED_BEFORE_MIN) return 'DEV_HISTORY_LONG';
  return ended >= DUMPED_ONCE_MIN && dumped < DUMPED_ONCE_MIN ? 'DEV_DUMP_NOT_EXCLUDED' : null;
}
