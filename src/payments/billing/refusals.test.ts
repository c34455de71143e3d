import { expect, it } from 'vitest';
import { insufficientFunds, paymentExpires, paymentFailed, sourcesPaused, verificationFault } from './refusals.ts';

const PRICE = 50_000n;
const SIMULATED = 'invalid_exact_svm_transaction_simulation_failed';
const failed = (error: string): string => `the simulation failed: ${error}`;

/** What a refusal advises, and why that can help. Undefined is the catalogue's `resign`. */
const advice: readonly (readonly [
  reason: string,
  detail: string | undefined,
  action: string | undefined,
  why: string,
])[] = [
  ...[
    'invalid_exact_svm_unsupported_scheme',
    'invalid_exact_svm_network_mismatch',
    'invalid_exact_svm_payload_missing_fee_payer',
    'invalid_exact_svm_fee_payer_not_managed_by_facilitator',
    'invalid_exact_svm_fee_payer_mismatch',
    'invalid_exact_svm_payload_mint_mismatch',
    'invalid_exact_svm_payload_recipient_mismatch',
    'invalid_exact_svm_payload_amount_mismatch',
    'invalid_exact_svm_payload_memo_mismatch',
    'No matching payment requirements',
  ].map((reason) => [reason, undefined, undefined, 'the requirements in the answer say what to sign'] as const),
  ...[
    'invalid_exact_svm_payload_transaction_could_not_be_decoded',
    'invalid_exact_svm_payload_signature_invalid',
    'invalid_exact_svm_payload_memo_reserved',
    'invalid_exact_svm_payload_address_lookup_tables_not_allowed',
    'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
    'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction_too_high',
    'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
  ].map((reason) => [reason, undefined, undefined, 'whoever made the transaction can make it otherwise'] as const),
  ...[
    'invalid_exact_svm_payload_transaction_instructions_length',
    'invalid_exact_svm_payload_unknown_fourth_instruction',
    'invalid_exact_svm_payload_unknown_optional_instruction',
    'invalid_exact_svm_payload_no_transfer_instruction',
    'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction',
    'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction',
    'invalid_exact_svm_payload_unsupported_compute_budget_instruction',
    'invalid_exact_svm_payload_fee_payer_not_isolated',
    'invalid_exact_svm_payload_wallet_guard_not_allowed',
    'invalid_exact_svm_payload_excessive_signers',
  ].map((reason) => [reason, undefined, 'pay_with_key', 'a wallet adds it again'] as const),
  ['invalid_exact_svm_smart_wallet_program_not_allowed', undefined, 'pay_with_key', 'it is the wallet itself'],
  [SIMULATED, failed('"InsufficientFundsForFee"'), 'pay_with_key', 'the sponsor lacks SOL, not the payer'],
  [SIMULATED, failed('"AccountNotFound"'), 'pay_with_key', 'the sponsor has no account'],
  [SIMULATED, 'Transaction results in an account (0) with insufficient funds for rent', 'pay_with_key', 'the same'],
  [SIMULATED, failed('"ProgramAccountNotFound"'), 'pay_with_key', 'the network lacks a program that the wallet calls'],
  [
    SIMULATED,
    failed('{"InstructionError":[2,"InvalidAccountData"]}'),
    'pay_with_key',
    'the merchant has no account yet',
  ],
  [
    SIMULATED,
    failed('{"InstructionError":[3,"ComputationalBudgetExceeded"]}'),
    'pay_with_key',
    'it needs as much again',
  ],
  [SIMULATED, failed('{"InstructionError":[2,{"Custom":17}]}'), 'pay_with_key', 'a frozen account stays frozen'],
  [SIMULATED, failed('{"InstructionError":[4,{"Custom":6001}]}'), undefined, 'the wallet asserts what is so now'],
];

it.each(advice)('%s (%s) advises %s, because %s', (reason, detail, action) => {
  const fault = verificationFault(reason, detail, PRICE);
  expect([fault.code, fault.extra.retryAction, fault.extra.priceAtomic]).toEqual(['payment_invalid', action, PRICE]);
});

it.each([
  ['insufficient_funds', undefined],
  ['invalid_exact_svm_payload_insufficient_funds', undefined],
  [SIMULATED, failed('{"InstructionError":[2,{"Custom":1}]}')],
  [SIMULATED, 'Error processing Instruction 2: custom program error: 0x1'],
  ['invalid_payload', 'Insufficient balance'],
])('%s (%s) says that the wallet has too little', (reason, detail) => {
  const fault = verificationFault(reason, detail, PRICE);
  expect([fault.code, fault.message]).toEqual(['insufficient_funds', expect.stringContaining('0.05 USDC')]);
  const paying = {
    payment: { version: 2, network: 'n' } as Parameters<typeof paymentFailed>[0]['payment'],
    payer: 'p',
  };
  const late = paymentFailed(paying, reason, PRICE, { detail });
  expect([late.code, late.extra.retryAction]).toEqual(['payment_failed', 'human_required']);
});

it('names what is held where that is known', () => {
  expect(insufficientFunds(PRICE, 1_234n)).toMatchObject({
    message: expect.stringContaining('0.001234 USDC'),
    extra: { balanceAtomic: 1_234n },
  });
});

it('sends nobody to wait for longer than a payment lives with the same payment', () => {
  expect(sourcesPaused().extra.retryAction).toBe('pay_with_key');
  expect(verificationFault(SIMULATED, failed('"BlockhashNotFound"'), PRICE).message).toBe(
    paymentExpires(PRICE).message,
  );
});
