import { clear, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { COLLAPSED_BPS, drawdownOf, isCrowded } from '../drawdown.ts';
import { isMarketYounger } from '../market-age.ts';
import { tokenRule } from '../policy.ts';

/**
 * Has the price fallen from the best proven one? Without transactions the rule claims nothing: the age of the market then says how little
 * of its past is known.
 */
export const priceCollapsed = tokenRule({
  id: 'price-collapsed',
  needs: ['mint', 'trades'],
  codes: {
    PRICE_COLLAPSED: {
      severity: 'medium',
      category: 'liquidity',
      certainty: 'derived',
      meaning: 'The price in SOL lies 90 percent or more below the best one that transactions of its market prove.',
      action: 'Most of what there was to lose has been lost; expect no recovery.',
    },
    PRICE_HISTORY_CROWDED: {
      severity: 'medium',
      category: 'liquidity',
      certainty: 'state',
      meaning:
        'Most transactions that name the vault of the pool leave it alone, so many that they hide how its price went.',
      action: 'Look at its price elsewhere: somebody may hide a collapse.',
    },
  },
  judge({ trades }, evidence) {
    const drawdown = drawdownOf(evidence);
    if (drawdown === null || drawdown.bps < COLLAPSED_BPS) {
      // The age of the market says as much where noise hides that as well.
      const isHidden = isCrowded(trades, evidence) && !isMarketYounger(evidence);
      return isHidden ? raised([reason('PRICE_HISTORY_CROWDED', { pool: trades.pool, ...trades.seen })]) : clear;
    }
    const { bps, best, present, since } = drawdown;
    const facts = {
      drawdown_bps: bps,
      pool: trades.pool,
      best_at_unix: best.time,
      known_since_unix: since,
      best_lamports_per_trillion: best.lamportsPerTrillion.toString(),
      present_lamports_per_trillion: present.toString(),
    };
    return raised([reason('PRICE_COLLAPSED', facts, `The price is ${percentText(bps)} below its best proven one.`)]);
  },
});
