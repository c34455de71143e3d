import { type Codes, found, reason } from '../../rule.ts';
import type { Figures } from '../book-figures.ts';
import { least, missed, neutral } from '../bounds.ts';
import { DAY_SECONDS } from '../evidence.ts';
import { measured } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

/** As many days as the best verdict needs with a trade. */
const TRUSTED_SECONDS = 14 * DAY_SECONDS;

const codes = {
  WINDOW_SHORT: {
    severity: 'low',
    bound: least('seconds', neutral(BigInt(TRUSTED_SECONDS))),
    meaning: 'The wallet has more transactions than a check counts, so that fewer days than asked for are judged.',
    action: 'The verdict is about the days in metrics.window.judged. From 14 days on it may be any verdict.',
  },
  WINDOW_CUT: {
    severity: 'medium',
    allows: 'NEUTRAL',
    unread: 'deadline',
    spoilsRecord: true,
    meaning: 'The time or the calls of the check were used up, so that fewer days than asked for are judged.',
    action: 'Ask again soon: what was read is kept, so that the next check reaches further back.',
  },
  WINDOW_FILLED: {
    severity: 'low',
    bound: least('bps', neutral(2_000n)),
    meaning: 'What shortened the window was mostly no trade: transactions of the wallet that bought and sold nothing.',
    action: 'Transactions without a purpose may push losses out of the window. Look at the wallet yourself.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does the window hold the whole life of the wallet, or less than was asked for, and did its own list name everything? */
export const window = walletRule({
  id: 'window',
  needs: ['history', 'others'],
  mayBeNull: ['figures'],
  codes,
  flags: {
    BORN_IN_WINDOW: 'The first transaction of the wallet lies inside the window: its whole life was read.',
    HISTORY_REPAIRED: "Some transactions were found only in the lists of the wallet's token accounts.",
    WINDOW_SHORTENED: 'Fewer days than asked for are judged: metrics.window says which, and why.',
  },
  judge({ history, figures, others }) {
    const { bornInside, repaired, shortenedBy, windowFrom, windowTo, signatures, dust } = history;
    const flags = [
      ...(bornInside ? ['BORN_IN_WINDOW'] : []),
      ...(repaired > 0 ? ['HISTORY_REPAIRED'] : []),
      ...(shortenedBy === null ? [] : ['WINDOW_SHORTENED']),
    ];
    if (shortenedBy === null) return found([], flags);
    const own = Math.max(1, signatures - dust);
    const isFull = shortenedBy === 'transactions';
    return found(
      [
        reason('WINDOW_SHORT', measured('at_least', 'seconds', windowTo - windowFrom, TRUSTED_SECONDS)),
        // Time and calls are also used up by others, and reading less must not improve a verdict.
        ...(isFull ? [] : [reason('WINDOW_CUT', { too_many: shortenedBy === 'calls' })]),
        ...(isFull && figures ? missed(codes, 'WINDOW_FILLED', (tradesOf([figures, ...others]) * 10_000) / own) : []),
      ],
      flags,
    );
  },
});

function tradesOf(books: readonly Figures[]): number {
  return books.reduce((sum, { trades }) => sum + trades, 0);
}
