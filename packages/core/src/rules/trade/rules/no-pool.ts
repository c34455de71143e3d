import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { tradeRule } from '../policy.ts';
import { nothingFound } from '../pools.ts';

/** Was no pool found, neither at the addresses that follow from the mint nor behind its largest holders? */
export const noPool = tradeRule({
  id: 'no-pool',
  needs: ['mint', 'pools', 'holders', 'cost'],
  codes: {
    NO_POOL_FOUND: {
      severity: 'info',
      allows: 'NO_POOL',
      // Derivation and holders were both read and empty; a pool of a venue that is not known here is not excluded.
      percent: 90,
      meaning: 'No pool that is known here trades the mint, and no large holder shows liquidity elsewhere.',
      action: 'There is nothing to trade with yet. Ask again when a pool has been opened.',
    },
  },
  judge({ pools, holders, cost }) {
    if (!nothingFound(pools, cost) || holders.unpriced.length + holders.strangers.length > 0) return clear;
    const message = `No pool trades the mint. Looked at: ${counted(holders.seen, 'large holder')}, none at a known venue.`;
    return raised([reason('NO_POOL_FOUND', { pools: 0, holders_seen: holders.seen }, message)]);
  },
});
