/** Flags: worth knowing, and deciding nothing by themselves. A reason of the same name may. */
export const flags = {
  NOT_COPYABLE: 'The trading is too fast or too frequent for anybody who sees it on chain and follows.',
  FAST_HOLDS: 'Half of what was bought was held for less than a minute.',
  HIGH_FREQUENCY: 'More than 300 trades were made on an average active day.',
  STABLE_QUOTED: 'More than 20 percent of the cost was paid in stable coins and converted at prices seen on chain.',
  STALE: 'The last trade is more than 14 days ago.',
  CREATOR_NOT_CHECKED: 'Not every maker of the tokens that brought most profit is known; confidence is at most 0.80.',
  CREATOR_LINKED: 'The wallet traded a token that it made itself, or whose maker it is connected to.',
  CREATED_MINTS: 'The wallet made tokens of its own in the window.',
  CONFIDENTIAL_MINT: 'Balances of a traded token can be hidden; its positions do not count.',
  UNCLEAR_POSITIONS: 'Some transactions could not be told to be a trade; their positions do not count.',
  UNPRICED_TRADES: 'Some trades in stable coins have no price in SOL; their positions do not count.',
  BORN_IN_WINDOW: 'The first transaction of the wallet lies inside the window: its whole life was read.',
  COST_METHOD_SENSITIVE: 'Profit by average cost differs much from profit by first in, first out.',
  UNREAD_TRANSACTIONS:
    'Some listed transactions have no body anywhere; every balance around them follows on without them.',
  HISTORY_REPAIRED: "Some transactions were found only in the lists of the wallet's token accounts.",
} as const;
