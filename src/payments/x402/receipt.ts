import type { Receipt } from '#payments/bill.ts';

/** A settlement response as the header that its protocol version names: standard base64 of the JSON object. */
export function receiptHeader(receipt: Receipt): { readonly name: string; readonly value: string } {
  const { version, success, transaction, network, payer, errorReason } = receipt;
  const response = { success, transaction, network, payer, ...(errorReason !== undefined && { errorReason }) };
  return {
    name: version === 2 ? 'PAYMENT-RESPONSE' : 'X-PAYMENT-RESPONSE',
    value: Buffer.from(JSON.stringify(response)).toString('base64'),
  };
}
