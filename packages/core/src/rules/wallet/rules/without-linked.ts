import { found, reason } from '../../rule.ts';
import { isRecord } from '../evidence/carriers.ts';
import { sumOf } from '../figures/ratio.ts';
import { linkedMints } from '../makers.ts';
import { amountsIn } from '../measured.ts';
import { walletRule } from '../policy.ts';

/** Is there a record left without tokens that the wallet made, or whose maker it is connected to? */
export const withoutLinked = walletRule({
  id: 'without-linked',
  needs: ['book', 'figures', 'seenMakers'],
  codes: {
    RESTS_ON_LINKED_MINTS: {
      severity: 'medium',
      allows: 'NEUTRAL',
      meaning:
        'Without tokens that the wallet made, or whose maker it is connected to, too few round trips, tokens or no profit are left.',
      action: 'Such tokens count for nothing. The rest is too little for the best verdict.',
    },
  },
  judge({ book, figures, seenMakers }) {
    const linked = linkedMints(book, seenMakers);
    const rest = figures.sample.filter(({ mint }) => !linked.has(mint));
    if (rest.length === figures.sample.length) return found([]);
    const left = {
      closed: rest.length,
      mints: new Set(rest.map(({ mint }) => mint)).size,
      realizedPnl: sumOf(rest, ({ pnl }) => pnl),
    };
    const profit = amountsIn(figures.currency, { realized_pnl: left.realizedPnl });
    const said = { closed: left.closed, mints: left.mints, ...profit };
    return found(isRecord(left) ? [] : [reason('RESTS_ON_LINKED_MINTS', said)]);
  },
});
