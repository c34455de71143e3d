import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { errorCodeOf, refusedPayment, submittedIn } from './extension.ts';

describe('what a message says of a payment', () => {
  it.each([
    [undefined, 'absent'],
    [{}, 'absent'],
    [{ 'x402.payment.status': 'payment-required' }, 'absent'],
    [{ 'x402.payment.status': 'payment-submitted' }, 'unreadable'],
    [{ 'x402.payment.payload': [] }, 'unreadable'],
    [{ 'x402.payment.payload': '' }, 'unreadable'],
    [{ 'x402.payment.status': 'payment-rejected', 'x402.payment.payload': {} }, 'rejected'],
    [{ 'x402.payment.payload': { x402Version: 1 } }, 'payment'],
    [{ 'x402.payment.payload': 'e30=' }, 'payment'],
    [{ 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': {} }, 'payment'],
    [{ 'x402.payment.status': 'payment-required', 'x402.payment.payload': {} }, 'absent'],
    [{ 'x402.payment.status': 7, 'x402.payment.payload': {} }, 'absent'],
  ])('%j is %s', (metadata, is) => {
    expect(submittedIn(metadata, undefined).is).toBe(is);
    expect(submittedIn(undefined, metadata).is).toBe(is);
  });
});

describe('the code of a refused payment', () => {
  it.each([
    [new Fault('payment_invalid', 'insufficient_funds'), 'INSUFFICIENT_FUNDS'],
    [new Fault('payment_invalid', 'invalid_exact_svm_payload_signature'), 'INVALID_SIGNATURE'],
    [new Fault('payment_invalid', 'No matching payment requirements'), 'INVALID_AMOUNT'],
    [new Fault('payment_invalid', 'something new'), 'PAYMENT_INVALID'],
    [new Fault('payment_failed', 'block_height_exceeded'), 'EXPIRED_PAYMENT'],
    [new Fault('payment_failed', 'transaction_failed'), 'SETTLEMENT_FAILED'],
    [new Fault('payment_already_used'), 'DUPLICATE_NONCE'],
    [new Fault('prepaid_only'), 'PREPAID_ONLY'],
  ])('%s', (fault, code) => expect(errorCodeOf(fault)).toBe(code));

  it('is sent with the receipt that the refusal has, or with one of nothing', () => {
    const receipt = {
      version: 2,
      success: false,
      transaction: 'T',
      network: 'n',
      payer: 'P',
      errorReason: 'r',
    } as const;
    const { version: _, ...reported } = receipt;
    const failed = refusedPayment(new Fault('payment_failed', 'r', { receipt }), 'net');
    expect(failed['x402.payment.receipts']).toEqual([reported]);
    const invalid = refusedPayment(new Fault('payment_invalid', 'why'), 'net');
    const nothing = { success: false, errorReason: 'why', transaction: '', network: 'net' };
    expect(invalid['x402.payment.receipts']).toEqual([nothing]);
  });

  it.each(['in_flight', 'not_ready', 'too_many_payments', 'internal_error'] as const)(
    'is none for %s, whose payment may still count',
    (code) => {
      expect(refusedPayment(new Fault(code), 'net')).toEqual({
        'x402.payment.status': 'payment-submitted',
        'x402.payment.receipts': [],
      });
    },
  );
});
