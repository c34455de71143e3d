import type { Keypair } from '@solana/web3.js';
import { x402Facilitator } from '@x402/core/facilitator';
import type { Network } from '@x402/core/types';
import { SettlementCache } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/facilitator';
import type { Gap } from 'assay-core/lib/reading.ts';
import { address } from 'assay-core/solana/address.ts';
import type { PaymentChain, PaymentRank } from '../chain/payment-chain.ts';
import { Attempt, type BeforeSend, type Purpose, validOf } from './attempt.ts';
import type { Facilitator, Payment, SettleResult, VerifyResult } from './payment.ts';
import {
  checkStatically,
  guard,
  payerOf,
  payloadOf,
  requirementsOf,
  sponsorLimits,
  sponsorMustHold,
  WALLET_GUARD_REFUSED,
} from './static-check.ts';
import { decodeWire } from './wire-transaction.ts';

/** `keypair` pays only network fees; `network` is the CAIP-2 id, `v1Network` its name in protocol v1. */
interface LocalOptions {
  readonly keypair: Keypair;
  readonly chain: PaymentChain;
  readonly network: string;
  readonly v1Network: string | null;
}

const UNREADABLE = 'invalid_exact_svm_payload_transaction_could_not_be_decoded';
const FAILED = 'invalid_exact_svm_transaction_failed';

/** Lamports that a guard must leave the fee payer for other settlements until its payment expires: enough for 66 of the dearest. */
const SPARE_LAMPORTS = 1_000_000n;

/** Opens a facilitator in this process: the reference implementation with our guard and our fee payer's key. */
export function openLocalFacilitator(options: LocalOptions): Facilitator {
  const feePayer = address(options.keypair.publicKey.toBase58());
  return {
    feePayer: (version = 2) => (version === 1 && options.v1Network === null ? null : feePayer),
    check: checkStatically,
    verify: (payment, rank = 'payment') => verify(options, payment, rank),
    settle: (payment, beforeSend) => settle(options, payment, beforeSend),
    close: () => undefined,
  };
}

async function verify(options: LocalOptions, payment: Payment, rank: PaymentRank): Promise<VerifyResult> {
  const attempt = attemptFor(options, payment, { rank, beforeSend: async () => undefined });
  if (!attempt) return { is: 'invalid', reason: UNREADABLE };
  const answer = await facilitatorOver(options, attempt, payment).verify(payloadOf(payment), requirementsOf(payment));
  if (attempt.gap) return { is: 'unavailable', detail: detailOf(attempt.gap) };
  if (answer.isValid && attempt.simulation?.ok) {
    return (attempt.simulation.processed ? null : await shortOf(options, payment)) ?? validOf(attempt.simulation);
  }
  const { invalidReason: reason = UNREADABLE, invalidMessage: detail } = answer;
  return { is: 'invalid', reason, ...(detail !== undefined && { detail }) };
}

/** Refuses, before any work, a wallet's guard that other settlements could make fail; null for every other payment. */
async function shortOf({ keypair, chain }: LocalOptions, { transaction }: Payment): Promise<VerifyResult | null> {
  const wire = decodeWire(transaction);
  const least = wire ? sponsorMustHold(wire) : 0n;
  if (least === 0n) return null;
  const sponsor = await chain.account(address(keypair.publicKey.toBase58()));
  if (!sponsor.known) return { is: 'unavailable', detail: detailOf(sponsor.gap) };
  const spare = (sponsor.value?.lamports ?? 0n) - least;
  return spare < SPARE_LAMPORTS ? { is: 'invalid', reason: WALLET_GUARD_REFUSED } : null;
}

async function settle(options: LocalOptions, payment: Payment, beforeSend: BeforeSend): Promise<SettleResult> {
  // The work is done, so settlement must not wait behind calls that only present payments.
  const attempt = attemptFor(options, payment, { rank: 'settlement', beforeSend });
  if (!attempt) return { is: 'refused', reason: UNREADABLE };
  const reason = await reasonOf(facilitatorOver(options, attempt, payment), payment);
  if (attempt.thrown) throw attempt.thrown.error;
  const { signature } = attempt;
  if (signature && attempt.sendGap) return { is: 'unknown', reason: detailOf(attempt.sendGap), signature };
  if (signature) return { is: 'submitted', signature };
  if (attempt.gap) return { is: 'refused', reason: detailOf(attempt.gap), ours: true };
  const { simulation } = attempt;
  return { is: 'refused', reason, ...(simulation?.ok === false && { detail: simulation.error }) };
}

/** Why the library did not settle. Its word about a success does not count; the attempt knows the result. */
async function reasonOf(facilitator: x402Facilitator, payment: Payment): Promise<string> {
  try {
    const answer = await facilitator.settle(payloadOf(payment), requirementsOf(payment));
    return answer.errorReason ?? FAILED;
  } catch (error) {
    // The guard's refusal is an error with the library's prefix before the reason.
    return error instanceof Error ? error.message.replace(/^Settlement aborted: /, '') : FAILED;
  }
}

/** Null where there is no transfer to attempt. */
function attemptFor({ keypair, chain }: LocalOptions, payment: Payment, purpose: Purpose): Attempt | null {
  const transaction = decodeWire(payment.transaction);
  const payer = transaction && payerOf(transaction);
  return payer ? new Attempt(keypair, chain, payment.transaction, payer.source, purpose) : null;
}

/**
 * The library over one attempt. Built for each call with empty caches, because only the ledger may decide whether a payment was
 * seen before.
 */
function facilitatorOver(options: LocalOptions, attempt: Attempt, payment: Payment): x402Facilitator {
  const memory = new SettlementCache();
  const facilitator = new x402Facilitator().register(
    options.network as Network,
    new ExactSvmScheme(attempt, memory, sponsorLimits),
  );
  if (options.v1Network !== null) {
    facilitator.registerV1(options.v1Network as Network, new ExactSvmSchemeV1(attempt, memory));
  }
  const feePayer = options.keypair.publicKey.toBase58();
  const hook = async () => {
    const transaction = decodeWire(payment.transaction);
    const reason = transaction ? guard(transaction, feePayer) : UNREADABLE;
    return reason === null ? undefined : { abort: true as const, reason };
  };
  return facilitator.onBeforeVerify(hook).onBeforeSettle(hook);
}

function detailOf(gap: Gap): string {
  return gap.detail === undefined ? gap.cause : `${gap.cause}: ${gap.detail}`;
}
