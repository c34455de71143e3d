import type { Address as KitAddress } from '@solana/kit';
import type { PaymentPayload, PaymentRequirements, VerifyResponse } from '@x402/core/types';
import type { FacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/facilitator';
import bs58 from 'bs58';
import { parseSignature } from '#lib/address.ts';
import { guard } from './guard.ts';
import type { Payer, Payment, StaticResult } from './payment.ts';
import { decodeWire, transferOf, type WireTransaction } from './wire-transaction.ts';

const UNREADABLE = 'invalid_exact_svm_payload_transaction_could_not_be_decoded';
const NOT_SIGNED = 'invalid_exact_svm_payload_signature_invalid';

/**
 * What is known of a payment without asking anybody: our guard, then the reference implementation's verification with a
 * signer that simulates nothing. The guard goes first, so the library only sees what decodes.
 */
export async function checkStatically(payment: Payment): Promise<StaticResult> {
  const transaction = decodeWire(payment.transaction);
  const feePayer = feePayerOf(payment);
  if (!transaction) return { valid: false, reason: UNREADABLE };
  const reason = guard(transaction, feePayer) ?? (await libraryReason(payment, feePayer));
  if (reason !== null) return { valid: false, reason };
  const payer = payerOf(transaction);
  return payer ? { valid: true, ...payer } : { valid: false, reason: NOT_SIGNED };
}

/** The fee payer that a payment's requirements name; empty where they name none, which fits no transaction. */
function feePayerOf({ requirements }: Pick<Payment, 'requirements'>): string {
  const { feePayer } = (requirements.extra ?? {}) as { feePayer?: unknown };
  return typeof feePayer === 'string' ? feePayer : '';
}

/** Who pays, or null where the authority of the transfer does not sign itself, as with a multisignature account. */
export function payerOf(transaction: WireTransaction): Payer | null {
  const transfer = transferOf(transaction);
  const slot = transfer ? transaction.accounts.indexOf(transfer.authority) : -1;
  const bytes = slot > 0 ? transaction.signatures[slot] : undefined;
  const payerSignature = bytes ? parseSignature(bs58.encode(bytes)) : null;
  if (!transfer || !payerSignature) return null;
  return { payer: transfer.authority, source: transfer.source, payerSignature, blockhash: transaction.blockhash };
}

async function libraryReason(payment: Payment, feePayer: string): Promise<string | null> {
  const scheme = schemeOf(payment.version, offline(feePayer));
  try {
    const answer = await scheme.verify(payloadOf(payment), requirementsOf(payment));
    return answer.isValid ? null : (answer.invalidReason ?? UNREADABLE);
  } catch {
    // The library throws on some instructions that are too short for what they claim to be.
    return UNREADABLE;
  }
}

function schemeOf(
  version: 1 | 2,
  signer: FacilitatorSvmSigner,
): { verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse> } {
  return version === 2 ? new ExactSvmScheme(signer) : new ExactSvmSchemeV1(signer);
}

/** A payment's payload in the library's type; the protocol's schemas read it. */
export function payloadOf({ payload }: Payment): PaymentPayload {
  return payload as unknown as PaymentPayload;
}

/** A payment's requirements in the library's type; they are ours. */
export function requirementsOf({ requirements }: Payment): PaymentRequirements {
  return requirements as unknown as PaymentRequirements;
}

function offline(feePayer: string): FacilitatorSvmSigner {
  const never = (): never => {
    throw new Error('a static check reaches no network');
  };
  return {
    getAddresses: () => [feePayer as KitAddress],
    simulateTransaction: async () => undefined,
    signTransaction: async () => never(),
    sendTransaction: async () => never(),
    confirmTransaction: async () => never(),
  };
}
