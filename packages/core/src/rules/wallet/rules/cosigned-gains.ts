import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import type { Book, Currency } from '../evidence/book.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  COSIGNED_PROFIT: {
    severity: 'medium',
    bound: most('bps', neutral(2_000n)),
    meaning:
      'More than a fifth of the gain or the cost lies in fills that another party signed, at prices that no market made.',
    action: 'Whoever signs may be the same person, and several may be one. Look at who filled.',
  },
} as const satisfies Codes<WalletWeight>;

/**
 * Does the record rest on fills that another party signed? Any two wallets may trade through an order engine, or fill each other's orders, at any price, so that
 * the sum over all parties counts: one person splits into any number. A party that takes losers at their cost hides as much as one
 * that pays for gains.
 */
export const cosignedGains = walletRule({
  id: 'cosigned-gains',
  needs: ['book', 'figures'],
  codes,
  judge({ book, figures }) {
    const { cosignedProfitBps, cosignedCostBps } = figures.behaviour;
    const bps = Math.max(cosignedProfitBps, cosignedCostBps);
    return found(missed(codes, 'COSIGNED_PROFIT', bps, fillersIn(book, figures.currency)));
  },
});

/** How many filled, and who of them filled most. */
function fillersIn({ trades }: Book, of: Currency) {
  const filled = new Map<string, bigint>();
  for (const { counterparty, currency, amount } of trades)
    if (counterparty !== null && currency === of) filled.set(counterparty, (filled.get(counterparty) ?? 0n) + amount);
  const [most] = [...filled].sort(([, a], [, b]) => (a > b ? -1 : 1));
  return { wallets: filled.size, wallet: most?.[0] ?? null };
}
