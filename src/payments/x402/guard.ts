import { address } from '#lib/address.ts';
import { FIRST_MEMO_PROGRAM, MEMO_PROGRAM } from '#payments/credits/instructions.ts';
import type { WireInstruction, WireTransaction } from './wire-transaction.ts';

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
const MEMO_PROGRAMS: ReadonlySet<string> = new Set([MEMO_PROGRAM, FIRST_MEMO_PROGRAM]);

/**
 * What a payment may cost its sponsor: two signatures and 100,000 units at 0.05 lamports, 15,000 lamports in all. A
 * transfer with a memo and a wallet's assertions needs under 30,000 units.
 */
export const sponsorLimits = {
  maxComputeUnits: 100_000,
  maxPriorityFeeMicroLamports: 50_000,
  maxRequiredSignatures: 2,
} as const;

/** A claim's memo begins like this; a payment per call must never pass for one. */
const CLAIM_MEMO = Buffer.from('assay:');

/** What is refused beside the library's own checks, as x402 error names; the library's where it has one. */
const reasons = {
  feePayer: 'invalid_exact_svm_fee_payer_mismatch',
  signers: 'invalid_exact_svm_payload_excessive_signers',
  lookups: 'invalid_exact_svm_payload_address_lookup_tables_not_allowed',
  isolation: 'invalid_exact_svm_payload_fee_payer_not_isolated',
  units: 'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction_too_high',
  price: 'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
  budget: 'invalid_exact_svm_payload_unsupported_compute_budget_instruction',
  memo: 'invalid_exact_svm_payload_memo_reserved',
} as const;

/**
 * Why a payment must not be co-signed, or null: what a payer could use to spend the sponsor's money or to make one
 * transfer count twice. Layout, destination, amount and signatures are the library's checks.
 */
export function guard(transaction: WireTransaction, feePayer: string): string | null {
  const { accounts, signatures, instructions } = transaction;
  if (accounts[0] !== feePayer) return reasons.feePayer;
  if (signatures.length > sponsorLimits.maxRequiredSignatures) return reasons.signers;
  if (transaction.lookupTables > 0) return reasons.lookups;
  for (const instruction of instructions) {
    const reason = guardInstruction(instruction, feePayer);
    if (reason !== null) return reason;
  }
  return null;
}

function guardInstruction({ program, accounts, data }: WireInstruction, feePayer: string): string | null {
  // By address: the same key may stand in the message a second time under another index.
  if (program === feePayer || accounts.some((account) => account === feePayer)) return reasons.isolation;
  if (program === COMPUTE_BUDGET) return guardBudget(Buffer.from(data));
  return MEMO_PROGRAMS.has(program) && CLAIM_MEMO.equals(data.subarray(0, CLAIM_MEMO.length)) ? reasons.memo : null;
}

/**
 * Layout of the compute budget program's instructions: a tag, then for tag 2 the units as u32 and for tag 3 the price as
 * u64, both little-endian. Its other instructions raise other costs, and a payment needs none of them.
 */
function guardBudget(data: Buffer): string | null {
  const { maxComputeUnits, maxPriorityFeeMicroLamports } = sponsorLimits;
  if (data[0] === 2 && data.length === 5) return data.readUInt32LE(1) > maxComputeUnits ? reasons.units : null;
  if (data[0] !== 3 || data.length !== 9) return reasons.budget;
  return data.readBigUInt64LE(1) > maxPriorityFeeMicroLamports ? reasons.price : null;
}
