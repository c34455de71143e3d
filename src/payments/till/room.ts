import type { Reservation, ReserveResult } from '#ledger/payments-model.ts';
import type { Payer } from '../x402/payment.ts';
import { tokenAmount } from '../x402/token-account.ts';
import type { TillDeps } from './model.ts';
import { chainUnavailable, paymentInvalid } from './refusals.ts';

/**
 * Reserves a payment. Where there is room for funded ones only, the source is looked at first: whoever signs for accounts
 * that hold nothing could else take all the room without spending anything. Throws `payment_invalid` for those, and
 * `chain_unavailable` where nobody can tell.
 */
export async function reserveRoom(
  { payments, chain }: Pick<TillDeps, 'payments' | 'chain'>,
  reservation: Reservation,
  { source }: Payer,
): Promise<ReserveResult> {
  const reserved = await payments.reserve(reservation);
  if (reserved.outcome !== 'unfunded') return reserved;
  const account = await chain.account(source);
  if (!account.known) throw chainUnavailable();
  if (tokenAmount(account.value) < reservation.amountAtomic) {
    throw paymentInvalid('insufficient funds in the token account that pays', reservation.amountAtomic);
  }
  return await payments.reserve(reservation, true);
}
