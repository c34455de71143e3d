import type { Simulation } from '#chain/payments-model.ts';
import type { VerifyResult } from './payment.ts';

const AMOUNT_OFFSET = 64;

/** Whether a trial run failed because the blockhash of the transaction is too old, or none that the chain knows. */
export function isExpired(trial: Simulation): boolean {
  return !trial.ok && trial.error.includes('BlockhashNotFound');
}

/** What a trial run that passed says of a payment. One that is processed already says nothing of what its source holds. */
export function validOf({ watched, processed }: Extract<Simulation, { readonly ok: true }>): VerifyResult {
  if (processed) return { is: 'valid', processed };
  // The amount of a token account, u64 little-endian behind mint and owner (SPL Token, Token-2022); none holds zero.
  const data = Buffer.from(watched?.data ?? []);
  const sourceAfterAtomic = data.length >= AMOUNT_OFFSET + 8 ? data.readBigUInt64LE(AMOUNT_OFFSET) : 0n;
  return { is: 'valid', sourceAfterAtomic };
}
