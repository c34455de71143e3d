import { type Codes, found, notApplicable } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { DAY_SECONDS } from '../evidence.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

/** Seconds since the last trade from which a flag says so. */
const STALE_FLAG_SECONDS = 14 * DAY_SECONDS;

const codes = {
  STALE: {
    severity: 'low',
    bound: most('seconds', neutral(30n * BigInt(DAY_SECONDS))),
    meaning: 'The last trade is more than 30 days ago.',
    action: 'The record may be good, but nobody is adding to it now.',
  },
} as const satisfies Codes<WalletWeight>;

/** Is the wallet still trading? */
export const lastTrade = walletRule({
  id: 'last-trade',
  needs: ['asOf', 'figures'],
  codes,
  flags: {
    STALE: 'The last trade is more than 14 days ago.',
  },
  judge({ asOf, figures }) {
    if (figures.lastTradeAt === null || asOf.time === null) return notApplicable;
    const seconds = Math.max(0, asOf.time - figures.lastTradeAt);
    const stale = missed(codes, 'STALE', seconds, { last_trade_time_unix: figures.lastTradeAt });
    return found(stale, seconds > STALE_FLAG_SECONDS ? ['STALE'] : []);
  },
});
