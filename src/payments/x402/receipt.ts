import type { Receipt } from '#payments/bill.ts';

/** A settlement response as protocols send it that carry it in a message. */
export function settleResponse({ success, transaction, network, payer, errorReason }: Receipt): object {
  return { success, transaction, network, payer, ...(errorReason !== undefined && { errorReason }) };
}

/** A settlement response as the header that its protocol version names: standard base64 of the JSON object. */
export function receiptHeader(receipt: Receipt): { readonly name: string; readonly value: string } {
  return {
    name: receipt.version === 2 ? 'PAYMENT-RESPONSE' : 'X-PAYMENT-RESPONSE',
    value: Buffer.from(JSON.stringify(settleResponse(receipt))).toString('base64'),
  };
}
