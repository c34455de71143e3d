import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { UnpricedHolders } from '../evidence.ts';
import { tradeRule } from '../policy.ts';
import { nothingFound } from '../pools.ts';
import { poolsRead } from './pools-read.ts';

/** Where no pool was found, do holders show that there is one? */
export const holdersExplained = tradeRule({
  id: 'holders-explained',
  needs: ['mint', 'pools', 'holders', 'cost'],
  codes: poolsRead.codes,
  judge({ mint, pools, holders, cost }) {
    if (mint.is !== 'mint' || !nothingFound(pools, cost)) return notApplicable;
    return holders.unpriced.length > 0 ? raised([holdersReason(holders)]) : clear;
  },
});

function holdersReason({ unpriced, seen }: UnpricedHolders) {
  const venues = [...new Set(unpriced.map(({ venue }) => venue))].join(', ');
  const message = `No pool was found, but liquidity without a price lies at ${venues}: ${counted(unpriced.length, 'large account')}.`;
  const accounts = unpriced.map(({ account }) => account).join(', ');
  return reason('POOLS_NOT_READ', { holders_seen: seen, accounts, venues }, message);
}
