import { decodePaymentResponseHeader } from '@x402/core/http';
import { describe, expect, it } from 'vitest';
import { receiptHeader } from './receipt.ts';

const settled = { success: true, transaction: 'sig', network: 'solana:x', payer: 'wallet' };

describe('the receipt of a payment', () => {
  it('is the settlement response in the header that its version names', () => {
    const v2 = receiptHeader({ version: 2, ...settled });
    expect(v2.name).toBe('PAYMENT-RESPONSE');
    expect(decodePaymentResponseHeader(v2.value)).toEqual(settled);
    const v1 = receiptHeader({ version: 1, ...settled, network: 'solana' });
    expect(v1.name).toBe('X-PAYMENT-RESPONSE');
    expect(decodePaymentResponseHeader(v1.value)).toEqual({ ...settled, network: 'solana' });
  });

  it('names the reason of a failure', () => {
    const failed = { ...settled, success: false, transaction: '', errorReason: 'payment_failed' };
    expect(decodePaymentResponseHeader(receiptHeader({ version: 2, ...failed }).value)).toEqual(failed);
  });
});
