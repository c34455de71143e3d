import type { CodeEntry } from '../../check.ts';

/** Codes about the size of the record and the profit in it. */
export const recordCodes = {
  POSITIVE_EXPECTANCY_LCB99: {
    severity: 'info',
    meaning:
      'Profit divided by cost is above zero with 99 percent confidence, after a sceptical prior and by days as well.',
    action:
      'Profit was made that luck alone hardly explains; with lottery-like returns a part is luck all the same. It is no promise.',
  },
  NEGATIVE_EXPECTANCY: {
    severity: 'high',
    meaning: 'Profit divided by cost is below zero with 99 percent confidence: the wallet loses by what it does.',
    action: 'Do not follow it: the loss is not bad luck.',
  },
  PNL_POSITIVE_NOT_SIGNIFICANT: {
    severity: 'low',
    meaning: 'The wallet made a profit, but one that luck explains as well.',
    action: 'Do not count it as skill. More round trips may tell.',
  },
  PNL_NOT_POSITIVE: {
    severity: 'medium',
    meaning: 'The closed and written-off positions made no profit together.',
    action: 'There is no profit to follow.',
  },
  PESSIMISTIC_PNL_NEGATIVE: {
    severity: 'medium',
    meaning:
      'No profit is left after uncounted losses, tokens that went elsewhere, fees, tips, and SOL sunk in pools, loans and NFTs.',
    action: 'Read the parts in the evidence: uncounted losses, what was transferred out, and overhead.',
  },
  TOO_FEW_CLOSED_TRADES: {
    severity: 'low',
    meaning: 'There are too few closed round trips to tell skill from luck.',
    action: 'Ask again when the wallet has traded more; the bound is in the evidence.',
  },
  SIZES_TOO_UNEVEN: {
    severity: 'low',
    meaning: 'A few large round trips carry the record; the others are too small to add to it.',
    action: 'Count the large ones only. The figure says how many round trips of one size would weigh as much.',
  },
  TOO_FEW_MINTS: {
    severity: 'low',
    meaning: 'The round trips are of too few different tokens.',
    action: 'One good token proves little. The bound is in the evidence.',
  },
  TOO_FEW_ACTIVE_DAYS: {
    severity: 'low',
    meaning: 'The trades lie on too few different days.',
    action: 'A few days share one mood of the market. The bound is in the evidence.',
  },
  LOW_TURNOVER: {
    severity: 'low',
    meaning: 'Too little SOL was put into the round trips.',
    action: 'Small sums are cheap to arrange. The bound is in the evidence.',
  },
  NO_TRADES: {
    severity: 'info',
    meaning: 'The wallet bought and sold nothing in the window that is read.',
    action: 'There is no record to judge.',
  },
  LUCKY_HIT: {
    severity: 'medium',
    meaning: 'One round trip brought too large a part of all gains.',
    action: 'Without that one there is little; do not expect it again.',
  },
  LEAVE_K_OUT_NEGATIVE: {
    severity: 'medium',
    meaning: 'Without the few best round trips, as far as any made a profit, none is left.',
    action: 'Whatever profit there is rests on a few hits; the evidence says how many were left out at most.',
  },
  HALF_NEGATIVE: {
    severity: 'low',
    meaning: 'One half of the time brought no profit, or neither did.',
    action: 'The evidence has the profit of each: a record that has ended is no record to follow.',
  },
  ONE_REGIME: {
    severity: 'low',
    meaning: 'All profit was made in one half of the time.',
    action: 'It may come from one phase of the market. Wait for another.',
  },
  LOW_PROFIT_FACTOR: {
    severity: 'low',
    meaning: 'Gains are too little above losses.',
    action: 'Costs of following such a wallet are likely to eat the difference.',
  },
  OPEN_BAGS: {
    severity: 'medium',
    meaning: 'Too much of the cost still lies in open positions, whose losses have not been taken yet.',
    action: 'Closed trades look better while losers are kept. Ask again in a week, when they count.',
  },
  TRANSFERRED_OUT: {
    severity: 'medium',
    meaning: 'Too much of what was bought left for other addresses without a sale.',
    action: 'Losers can be hidden that way. Look at the wallet that received them.',
  },
  STALE: {
    severity: 'low',
    meaning: 'The last trade is more than 30 days ago.',
    action: 'The record may be good, but nobody is adding to it now.',
  },
  COST_METHOD_SENSITIVE: {
    severity: 'low',
    meaning: 'Profit by average cost and by first in, first out differ in sign or by a quarter of turnover.',
    action: 'The figure depends on bookkeeping more than on trading; do not rely on it.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
