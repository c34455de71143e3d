import type { AccountState } from '#chain/model.ts';
import type { Reservation, ReserveResult } from '#ledger/payments-model.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import type { Payer, Payment } from '../x402/payment.ts';
import type { TillDeps } from './model.ts';
import { chainUnavailable, paymentInvalid } from './refusals.ts';

/**
 * Reserves a payment. Where there is room for funded ones only, the source is looked at first: whoever signs for accounts
 * that hold nothing, or that are not his, could else take all the room without spending anything. Throws `payment_invalid` for those, and
 * `chain_unavailable` where nobody can tell.
 */
export async function reserveRoom(
  { payments, chain }: Pick<TillDeps, 'payments' | 'chain'>,
  reservation: Reservation,
  payer: Payer,
  { requirements }: Pick<Payment, 'requirements'>,
): Promise<ReserveResult> {
  const reserved = await payments.reserve(reservation);
  if (reserved.outcome !== 'unfunded') return reserved;
  const account = await chain.account(payer.source);
  if (!account.known) throw chainUnavailable();
  if (fundsOf(account.value, payer, requirements.asset) < reservation.amountAtomic) {
    throw paymentInvalid('insufficient funds in the token account that pays', reservation.amountAtomic);
  }
  return await payments.reserve(reservation, true);
}

/** What the payer can pay with the account: nothing where it is none of his own, or of another mint. */
function fundsOf(account: AccountState | null, { payer }: Payer, mint: unknown): bigint {
  const held = account && readTokenAccount(account);
  return held && held.authority === payer && held.mint === mint && !held.frozen ? held.amount : 0n;
}
