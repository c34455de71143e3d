import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { LargeHolders } from '../evidence.ts';
import { tradeRule } from '../policy.ts';
import { nothingFound } from '../pools.ts';
import { poolsRead } from './pools-read.ts';

/** Where no pool was found, do holders show that there is one? */
export const holdersExplained = tradeRule({
  id: 'holders-explained',
  needs: ['mint', 'pools', 'holders', 'cost'],
  codes: poolsRead.codes,
  judge({ pools, holders, cost }) {
    if (!nothingFound(pools, cost)) return notApplicable;
    if (holders.unpriced.length > 0) return raised([holdersReason(holders)]);
    return holders.strangers.length > 0 ? raised([strangersReason(holders)]) : clear;
  },
});

function holdersReason({ unpriced, seen }: LargeHolders) {
  const venues = [...new Set(unpriced.map(({ venue }) => venue))].join(', ');
  const message = `No pool was found, but liquidity without a price lies at ${venues}: ${counted(unpriced.length, 'large account')}.`;
  const accounts = unpriced.map(({ account }) => account).join(', ');
  return reason('POOLS_NOT_READ', { holders_seen: seen, accounts, venues }, message);
}

/** An unknown program may be a market or a vault: its account does not show which. */
function strangersReason({ strangers, seen }: LargeHolders) {
  const programs = [...new Set(strangers.map(({ program }) => program))].join(', ');
  const message = `No pool was found, and large accounts lie under programs that are not known here and may be markets: ${programs}.`;
  const accounts = strangers.map(({ account }) => account).join(', ');
  return reason('POOLS_NOT_READ', { holders_seen: seen, accounts, programs }, message);
}
