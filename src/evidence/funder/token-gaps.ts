import type { TokenHolding, Transaction } from '#chain/model.ts';
import type { FunderEvidence } from '#checks/funder/evidence.ts';
import { missing, type Reading } from '#lib/reading.ts';
import { amountAfter, amountBefore } from './token-credit.ts';

type TokenGaps = Partial<Pick<FunderEvidence, 'birth' | 'continuity'>>;

/**
 * What the oldest transactions of token accounts leave unproven, as `birth` and `continuity` do for lamports: an account
 * that held tokens before its first transaction has a history that is cut, and one whose amounts jump lacks a transaction.
 * Only a transaction that names the account changes its amount.
 */
export function tokenGaps(holdings: readonly TokenHolding[], bodies: readonly Reading<Transaction>[]): TokenGaps {
  const transactions = bodies.flatMap((body) => (body.known ? [body.value] : []));
  for (const { account } of holdings) {
    let held: bigint | null = null;
    for (const transaction of transactions.filter(({ keys }) => keys.includes(account))) {
      const before = amountBefore(transaction, account);
      const why = `${account} held ${before} tokens before ${transaction.signature}`;
      if (held === null && before > 0n) return { birth: missing('birth', 'history_missing', why) };
      if (held !== null && before !== held) return { continuity: missing('continuity', 'history_missing', why) };
      held = amountAfter(transaction, account);
    }
  }
  return {};
}
