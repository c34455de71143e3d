import type { Address as KitAddress } from '@solana/kit';
import type { PaymentPayload, PaymentRequirements, VerifyResponse } from '@x402/core/types';
import type { FacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/facilitator';
import { type Address, address, parseSignature } from 'assay-core/solana/address.ts';
import { isSignatureOf } from 'assay-core/solana/decode/signed-message.ts';
import bs58 from 'bs58';
import { FIRST_MEMO_PROGRAM, MEMO_PROGRAM } from '#payments/credits/instructions.ts';
import type { Payer, Payment, StaticResult } from './payment.ts';
import type { WireInstruction, WireTransaction } from './wire-transaction.ts';
import { decodeWire, GUARD_PROGRAM, transferOf, withoutGuards } from './wire-transaction.ts';

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');

const MEMO_PROGRAMS: ReadonlySet<string> = new Set([MEMO_PROGRAM, FIRST_MEMO_PROGRAM]);

/**
 * The highest cost of a payment for its sponsor: two signatures and 100,000 units at 0.05 lamports, 15,000 lamports in all. A transfer
 * with a memo and four assertions of a wallet needs about 42,000 units.
 */
export const sponsorLimits = {
  maxComputeUnits: 100_000,
  maxPriorityFeeMicroLamports: 50_000,
  maxRequiredSignatures: 2,
} as const;

/** The additions of wallets: a present one adds four guards. */
const GUARDS_MAX = 4;

/**
 * Tags of the guard program's assertions about accounts (its `instruction.rs`). Beside them are 0 and 1, which write, 15, which reads the
 * clock, and 16 and 17, which read trees.
 */
const ASSERTIONS = { first: 2, last: 14 } as const;

/**
 * Assertions about what every account has (`account_info.rs`). `one`, `many`: their tags. `bytes`: the length of each kind, in the order
 * lamports, length of data, owner, known owner, rent epoch, signer, writable, executable. `greater`, `atLeast`: operators. Settlements
 * change only the lamports.
 */
const INFO = { one: 5, many: 6, bytes: [10, 10, 34, 3, 10, 3, 3, 3], lamports: 0, greater: 2, atLeast: 4 };

/** A claim's memo begins like this; a payment per call must never pass for one. */
const CLAIM_MEMO = Buffer.from('assay:');

export const WALLET_GUARD_REFUSED = 'invalid_exact_svm_payload_wallet_guard_not_allowed';

/** Refusals beside the library's own checks, as x402 error names; the library's name if it has one. */
const reasons = {
  feePayer: 'invalid_exact_svm_fee_payer_mismatch',
  signers: 'invalid_exact_svm_payload_excessive_signers',
  lookups: 'invalid_exact_svm_payload_address_lookup_tables_not_allowed',
  isolation: 'invalid_exact_svm_payload_fee_payer_not_isolated',
  units: 'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction_too_high',
  price: 'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
  budget: 'invalid_exact_svm_payload_unsupported_compute_budget_instruction',
  memo: 'invalid_exact_svm_payload_memo_reserved',
  walletGuard: WALLET_GUARD_REFUSED,
} as const;

const UNREADABLE = 'invalid_exact_svm_payload_transaction_could_not_be_decoded';
const NOT_SIGNED = 'invalid_exact_svm_payload_signature_invalid';

/**
 * The check of a payment without calls: our guard, then the reference implementation's verification with a signer that simulates nothing.
 * The guard goes first, so the library only sees decodable transactions.
 */
export async function checkStatically(payment: Payment): Promise<StaticResult> {
  const transaction = decodeWire(payment.transaction);
  const feePayer = feePayerOf(payment);
  if (!transaction) return { valid: false, reason: UNREADABLE };
  const reason = guard(transaction, feePayer) ?? (await libraryReason(payment, feePayer));
  if (reason !== null) return { valid: false, reason };
  const payer = payerOf(transaction);
  const isSigned = payer && isSignatureOf(payer.payer, transaction.message, payer.payerSignature);
  return isSigned ? { valid: true, ...payer } : { valid: false, reason: NOT_SIGNED };
}

/** The fee payer that a payment's requirements name; empty where they name none, which fits no transaction. */
function feePayerOf({ requirements }: Pick<Payment, 'requirements'>): string {
  const { feePayer } = (requirements.extra ?? {}) as { feePayer?: unknown };
  return typeof feePayer === 'string' ? feePayer : '';
}

/** The payer, or null if the authority of the transfer does not sign itself, as with a multisignature account. */
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
    // The library throws on some instructions that are too short for their own type.
    return UNREADABLE;
  }
}

function schemeOf(
  version: 1 | 2,
  signer: FacilitatorSvmSigner,
): { verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse> } {
  return version === 2 ? new ExactSvmScheme(signer) : new ExactSvmSchemeV1(signer);
}

/** A payment's payload in the library's type, as far as the library judges it; the protocol's schemas read it. */
export function payloadOf({ payload, transaction }: Payment): PaymentPayload {
  return { ...payload, payload: { transaction: withoutGuards(transaction) } } as unknown as PaymentPayload;
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

/**
 * The reason against co-signing a payment, or null: a payer could spend the sponsor's money or make one transfer count twice. The library
 * checks layout, destination, amount and signatures.
 */
export function guard(transaction: WireTransaction, feePayer: string): string | null {
  const { accounts, signatures, instructions } = transaction;
  if (accounts[0] !== feePayer) return reasons.feePayer;
  if (signatures.length > sponsorLimits.maxRequiredSignatures) return reasons.signers;
  if (transaction.lookupTables > 0) return reasons.lookups;
  const isOfWallet = ({ program }: WireInstruction): boolean => program === GUARD_PROGRAM;
  const { source, authority } = transferOf(transaction) ?? {};
  if (!areAssertions(instructions.filter(isOfWallet), feePayer, [source, authority])) return reasons.walletGuard;
  for (const instruction of instructions) {
    const reason = isOfWallet(instruction) ? null : guardInstruction(instruction, feePayer);
    if (reason !== null) return reason;
  }
  return null;
}

/**
 * Whether the guards of a wallet write nothing, are few, and read only the payer's own accounts and the fee payer, as guards of wallets
 * do. Accounts of others and the clock change by themselves, so a payment with finished work would fail. The payer's own accounts change
 * by the payer's acts.
 */
function areAssertions(guards: readonly WireInstruction[], feePayer: string, own: readonly unknown[]): boolean {
  const { first, last } = ASSERTIONS;
  const isOne = ({ accounts, data, data: [tag = 0] }: WireInstruction): boolean => {
    if (accounts.includes(feePayer as Address)) return accounts.length === 1 && lamportsAsked(data) !== null;
    return tag >= first && tag <= last && accounts.every((account) => own.includes(account));
  };
  return guards.length <= GUARDS_MAX && guards.every(isOne);
}

/** The lamports that the guards of a wallet want the fee payer to hold at least; its balance falls with each settlement. */
export function sponsorMustHold({ accounts: [feePayer], instructions }: WireTransaction): bigint {
  return instructions
    .filter(({ program, accounts }) => program === GUARD_PROGRAM && accounts[0] === feePayer)
    .map(({ data }) => lamportsAsked(data) ?? 0n)
    .reduce((most, asked) => (asked > most ? asked : most), 0n);
}

/**
 * The lamports that an assertion wants an account to hold at least. Null for any other assertion, and for one that compares lamports in
 * another way. Phantom asks for a minimum of the fee payer: https://github.com/x402-foundation/x402/pull/3318
 */
function lamportsAsked(data: Uint8Array): bigint | null {
  const bytes = Buffer.from(data);
  const [tag, , count = 0] = bytes;
  if (tag === INFO.one) return lamportsAskedBy(bytes.subarray(2), 1);
  return tag === INFO.many ? lamportsAskedBy(bytes.subarray(3), count) : null;
}

/** The largest minimum in `count` assertions that follow each other; null as above. */
function lamportsAskedBy(bytes: Buffer, count: number): bigint | null {
  if (count === 0) return bytes.length === 0 ? 0n : null;
  const [kind = -1] = bytes;
  const size = INFO.bytes[kind];
  if (size === undefined || size > bytes.length) return null;
  const others = lamportsAskedBy(bytes.subarray(size), count - 1);
  if (others === null || kind !== INFO.lamports) return others;
  const [operator, asked] = [bytes[size - 1], bytes.readBigUInt64LE(1)];
  if (operator !== INFO.greater && operator !== INFO.atLeast) return null;
  return asked > others ? asked : others;
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
