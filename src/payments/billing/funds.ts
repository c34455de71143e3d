import type { AccountState } from '#chain/model.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import type { Facilitator, Payer, Payment } from '../x402/payment.ts';
import { isExpired } from '../x402/trial.ts';
import type { BillingDeps } from './model.ts';
import { chainUnavailable, paymentInvalid } from './refusals.ts';

type FundsDeps = Pick<BillingDeps, 'chain' | 'payments'> & { readonly facilitator: Facilitator };

/**
 * Looks whether the source holds what is paid, before anything is written: a signature costs nothing, and whoever signs for accounts
 * that hold nothing, or that are not his, must leave no row behind. Throws `payment_invalid` for those, and `chain_unavailable` where
 * nobody can tell.
 */
export async function checkFunds(
  { chain, payments, facilitator }: FundsDeps,
  payer: Payer,
  payment: Payment,
): Promise<void> {
  const { requirements, amountAtomic, messageHash, transaction } = payment;
  const account = await chain.account(payer.source);
  if (!account.known) throw chainUnavailable();
  if (fundsOf(account.value, payer, requirements.asset) >= amountAtomic) return;
  // A call beside this one may have made the same payment meanwhile, which emptied the account.
  if (await payments.recall(messageHash)) return;
  // What was read may be seconds old: the source has been funded since, or emptied by this payment, which is on chain already.
  const trial = await chain.simulate(transaction, payer.source, 'payment');
  if (!trial.known) throw chainUnavailable();
  if (trial.value.ok) return;
  // So does one that emptied it so long ago that its blockhash is too old.
  const verified = isExpired(trial.value) ? await facilitator.verify(payment) : null;
  if (verified?.is === 'unavailable') throw chainUnavailable();
  if (verified?.is === 'valid' && verified.processed) return;
  throw paymentInvalid('insufficient funds in the token account that pays', amountAtomic);
}

/** What the payer can pay with the account: nothing where it is none of his own, or of another mint. */
function fundsOf(account: AccountState | null, { payer }: Payer, mint: unknown): bigint {
  const held = account && readTokenAccount(account);
  return held && held.authority === payer && held.mint === mint && !held.frozen ? held.amount : 0n;
}
