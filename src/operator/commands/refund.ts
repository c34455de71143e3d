import type { NotRefunded, RefundBook, Refunded, TooMuch } from '#ledger/refunds.ts';
import { openRefundBook } from '#ledger/refunds.ts';
import { formatUsdc } from '#lib/money.ts';
import { type Books, type Said, withBooks } from '../run-command.ts';
import { type RefundOrder, readRefundOrder } from './refund-order.ts';

const WHY_NOT: Readonly<Record<NotRefunded['outcome'], string>> = {
  unknown: 'The books know no such charge, payment or transfer',
  too_old: 'It is older than RETENTION_DAYS: what is left of it is a sum, which cannot be refunded',
  on_pass: 'The check was a call on a pass and took no money',
  bought_pass: 'The transfer bought a pass, so that its money is not on the balance',
  key_unknown: 'No account has this key',
};

/**
 * Gives money back as the arguments say, once; the same again is answered with what was done and `already`. What goes back to
 * the payer of a transfer is debited here, and the line says what the operator then has to send.
 */
export async function refundCommand(argv: readonly string[], books: Books): Promise<Said> {
  const order = readRefundOrder(argv);
  const result = await withBooks(books, (database) => carryOut(order, openRefundBook(database)));
  if (result.outcome === 'too_much') {
    throw new Error(
      `At most ${formatUsdc(result.availableAtomic)} USDC are unspent of this transfer, so nothing was refunded.`,
    );
  }
  if (result.outcome !== 'refunded') throw new Error(`${WHY_NOT[result.outcome]}, so nothing was refunded.`);
  return { told: told(order, result) };
}

function carryOut(order: RefundOrder, refunds: RefundBook): Promise<Refunded | NotRefunded | TooMuch> {
  if (order.what === 'charge') return refunds.charge(order.place);
  if (order.what === 'payment') return refunds.payment(order.signature, order.apiKey);
  return refunds.topUp(order.signature, order.amountAtomic);
}

function told(order: RefundOrder, { already, accountId, amountAtomic, balanceAtomic, apiKey }: Refunded) {
  const toChain = order.what === 'top_up' && {
    send_atomic: String(amountAtomic),
    send_to_fee_payer_of: order.signature,
  };
  return {
    refunded_usdc: formatUsdc(amountAtomic),
    account: String(accountId),
    ...(apiKey !== undefined && { api_key: apiKey }),
    balance_usdc: formatUsdc(balanceAtomic),
    ...toChain,
    ...(already && { already: true }),
  };
}
