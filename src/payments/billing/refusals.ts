import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { FadingUse } from '#lib/fading-use.ts';
import { Fault } from '#lib/fault.ts';
import { networkGroup, widerNetworkOf } from '#lib/network-group.ts';
import type { Receipt } from '../bill.ts';
import { isExpired } from '../x402/attempt.ts';
import type { Facilitator, Payer, Payment } from '../x402/payment.ts';
import type { BillingDeps } from './deps.ts';
import { WIDER_TIMES } from './unpaid-work.ts';

/** Refused payments of an address within a minute. Many callers may share one address, so it is more than one agent needs. */
const REFUSED_MAX = 60;

const NETWORKS_MAX = 10_000;

const TOO_MANY =
  'Too many payments from this address or its network were refused within the last minute. This one was not looked at, and is unused.';

/**
 * Counts refused payments in this process: by address, IPv6 by /64, and by the network around it. Refusing one costs us a reading of its
 * account and a simulation, and costs its sender nothing.
 */
export class RefusedPayments {
  readonly #refused: FadingUse;

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number) {
    this.#refused = new FadingUse(now, NETWORKS_MAX);
  }

  /** Throws `too_many_payments` once an address or its network had as many refused as it may within a minute. */
  admit(address: string): void {
    for (const [network, max] of boundsOf(address)) {
      const msLeft = this.#refused.msUntilBelow(network, max);
      if (msLeft === 0) continue;
      // The same payment may not live so long.
      const retryAfterSeconds = Math.ceil(msLeft / 1_000);
      throw new Fault('too_many_payments', TOO_MANY, { retryAfterSeconds, retryAction: 'wait_and_retry' });
    }
  }

  count(address: string): void {
    for (const [network] of boundsOf(address)) this.#refused.add(network, 1);
  }
}

/** How many each network of the address may have refused. */
function boundsOf(address: string): readonly (readonly [string, number])[] {
  const wider = widerNetworkOf(address);
  const own = [networkGroup(address), REFUSED_MAX] as const;
  return wider === null ? [own] : [own, [wider, WIDER_TIMES * REFUSED_MAX]];
}

const RETRY_SECONDS = 2;
/** Room comes back with each failure that grows an hour old. */
const PAUSED_RETRY_SECONDS = 60;
const PAUSED =
  'Too many payments failed of token accounts that have paid here as little as this one, so theirs are paused. The payment was not used. Try again later, or send X-API-Key: prepaid credit is not paused.';
const ALIKE =
  'Token accounts that have paid here as little as this one, or the network of this address, have as many unsettled payments as are taken of them. The payment was not used. Token accounts that have paid 5 USDC or for 30 days have places of their own.';
const EXPIRES =
  'The blockhash of the payment is unknown or too old (BlockhashNotFound): the payment could not land any more once its check is done. Nothing was used. Sign a new one with the newest blockhash, and send it at once.';

/** The payer in a settlement response. */
interface Paying {
  readonly payment: Payment;
  readonly payer: string;
}

/** The settlement response of a payment that landed. */
export function receiptOf({ payment, payer }: Paying, transaction: string): Receipt {
  const { version, network } = payment;
  return { version, success: true, transaction, network, payer };
}

/**
 * Faults that a new signature cannot mend. A wallet that adds instructions, accounts or signers adds them again. Simulation faults of the
 * chain, such as our sponsor's lack of SOL, do not depend on the signature.
 */
const NOT_BY_SIGNING =
  /instructions_length|unknown_\w+_instruction|no_transfer_instruction|compute_(?:budget|limit|price)_instruction$|not_isolated|wallet_guard|excessive_signers|smart_wallet|signing_failed|simulation_failed/;

/** An assertion of a wallet that does not hold any more: errors of the guard program. A new one is made for the present state. */
const GUARD_FAILED = /"Custom":6\d{3}\b/;

/** Words of facilitators, and the token programs' error for an account that holds too little. */
const FUNDS = /insufficient[ _](?:funds|balance)(?! for (?:fee|rent))|"Custom":1\}|custom program error: 0x1\b/i;

/** `reason` is an x402 error name, or a sentence; it becomes the refusal's public text. */
export function paymentInvalid(reason: string, priceAtomic: bigint): Fault {
  const helpless = NOT_BY_SIGNING.test(reason) && !GUARD_FAILED.test(reason);
  return new Fault('payment_invalid', reason, { priceAtomic, ...(helpless && { retryAction: 'pay_with_key' }) });
}

/** The finding of a facilitator or a simulation: `reason` is an x402 error name if there is one. */
export function verificationFault(reason: string, detail: string | undefined, priceAtomic: bigint): Fault {
  const words = detail === undefined ? reason : `${reason}: ${detail}`;
  if (words.includes('BlockhashNotFound')) return paymentExpires(priceAtomic);
  return FUNDS.test(words) ? insufficientFunds(priceAtomic) : paymentInvalid(words, priceAtomic);
}

/** `held` is what the token account that pays can spend; undefined where that is not known. */
export function insufficientFunds(priceAtomic: bigint, held?: bigint): Fault {
  const has = held === undefined ? 'less can be spent' : `${formatUsdc(held)} USDC can be spent`;
  const words = `The call costs ${formatUsdc(priceAtomic)} USDC, and ${has} from the token account that pays.`;
  return new Fault('insufficient_funds', words, { priceAtomic, ...(held !== undefined && { balanceAtomic: held }) });
}

/** The payment could not land any more after its check. Unchanging readings are kept for a new one. */
export function paymentExpires(priceAtomic: bigint): Fault {
  return paymentInvalid(EXPIRES, priceAtomic);
}

/** It was not settled and never will be. `transaction` where one was made; `detail` is what a simulation found. */
export function paymentFailed(
  paying: Paying,
  reason: string,
  priceAtomic: bigint,
  { transaction = '', detail }: { readonly transaction?: string; readonly detail?: string | undefined } = {},
): Fault {
  const receipt = { ...receiptOf(paying, transaction), success: false, errorReason: reason };
  const words = detail === undefined ? reason : `${reason}: ${detail}`;
  const unfunded = FUNDS.test(words) && { retryAction: 'human_required' as const };
  return new Fault('payment_failed', words, { priceAtomic, receipt, ...unfunded });
}

/** The outcome is not known yet. Never a 402, because a client would sign and pay a second time. */
export function inFlight(paying: Paying, transaction: string | null): Fault {
  const receipt = { ...receiptOf(paying, transaction ?? ''), success: false, errorReason: 'settlement_pending' };
  return new Fault('in_flight', undefined, { retryAfterSeconds: RETRY_SECONDS, receipt });
}

/** The same refusal for every bought check, so that it reveals nothing. */
export function alreadyUsed(): Fault {
  return new Fault('payment_already_used');
}

export function chainUnavailable(): Fault {
  return new Fault('chain_unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS });
}

export function tooManyPayments(): Fault {
  return new Fault('too_many_payments', undefined, { retryAfterSeconds: RETRY_SECONDS });
}

/** Sources of the same standing have reached their limit of unsettled payments, or of payments that may be sent at one moment. */
export function tooManyAlike(): Fault {
  return new Fault('too_many_payments', ALIKE, { retryAfterSeconds: RETRY_SECONDS });
}

/** Payments of sources of the same standing are paused. */
export function sourcesPaused(): Fault {
  return new Fault('too_many_payments', PAUSED, {
    retryAfterSeconds: PAUSED_RETRY_SECONDS,
    retryAction: 'pay_with_key',
  });
}

type FundsDeps = Pick<BillingDeps, 'chain' | 'payments'> & { readonly facilitator: Facilitator };

/**
 * Checks that the source has the amount before any row is written. A signature costs nothing, so a payment from an empty account, or from
 * another owner's account, must leave no row. Throws `insufficient_funds` or `payment_invalid` for those, and `chain_unavailable` if the
 * chain cannot be read.
 */
export async function checkFunds(
  { chain, payments, facilitator }: FundsDeps,
  payer: Payer,
  payment: Payment,
): Promise<void> {
  const { messageHash, transaction } = payment;
  const account = await chain.account(payer.source);
  if (!account.known) throw chainUnavailable();
  const refusal = fundsFault(account.value, payer, payment);
  if (refusal === null) return;
  // Another call may have made the same payment meanwhile, which emptied the account.
  if (await payments.recall(messageHash)) return;
  // The reading may be seconds old: since then the source was funded, or this very payment landed and emptied it.
  const trial = await chain.simulate(transaction, payer.source, 'payment');
  if (!trial.known) throw chainUnavailable();
  if (trial.value.ok) return;
  // A payment that landed long ago fails the simulation because its blockhash is too old.
  const verified = isExpired(trial.value) ? await facilitator.verify(payment) : null;
  if (verified?.is === 'unavailable') throw chainUnavailable();
  if (verified?.is === 'valid' && verified.processed) return;
  throw refusal;
}

const FOREIGN = 'the token account that pays is not one of its signer for the asset of the requirements';

/** Why the account cannot pay; null where it can. An account that does not exist, and a frozen one, can spend nothing. */
function fundsFault(
  account: AccountState | null,
  { payer }: Payer,
  { requirements, amountAtomic }: Payment,
): Fault | null {
  const token = account && readTokenAccount(account);
  if (token && (token.authority !== payer || token.mint !== requirements.asset)) {
    return paymentInvalid(FOREIGN, amountAtomic);
  }
  const spendable = token && !token.frozen ? token.amount : 0n;
  return spendable >= amountAtomic ? null : insufficientFunds(amountAtomic, spendable);
}
