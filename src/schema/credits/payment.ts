import type { PreparedPayment } from '#payments/credits/requests.ts';
import { builder } from '../builder.ts';
import { rfc3339 } from '../operation/delivery.ts';

const PreparedPaymentObject = builder.objectRef<PreparedPayment>('PreparedPayment').implement({
  description: 'A payment of one check by x402 that a wallet has still to sign. A proposal only: nothing is reserved.',
  fields: (t) => ({
    transaction: t.exposeString('transaction', {
      description: 'The unsigned versioned transaction in base64. Its fee payer, who is not the payer, signs last.',
    }),
    paymentHeaderName: t.exposeString('headerName', { description: 'The header to send with the check.' }),
    paymentPayload: t.expose('payload', {
      type: 'JSON',
      description: 'The x402 payload. Its base64 is the value of the header once the signed transaction is in it.',
    }),
    signedTransactionAt: t.exposeString('signedTransactionAt', {
      description: 'Where in the payload the signed transaction goes, in base64.',
    }),
    requirements: t.expose('requirements', { type: 'JSON', description: 'The requirements that it meets.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Until when it should be sent.',
      resolve: (prepared) => rfc3339(prepared.expiresAt),
    }),
  }),
});

builder.mutationField('preparePayment', (t) =>
  t.field({
    type: PreparedPaymentObject,
    nullable: true,
    description: 'Proposes a payment of one check for a wallet that speaks no x402. Free; null when it is refused.',
    args: {
      payer: t.arg({ type: 'Address', required: true, description: 'The wallet that will pay.' }),
      resource: t.arg.string({
        required: true,
        description: 'The path or the URL of the check, as in `/check/funder/<address>`.',
      }),
    },
    resolve: (_root, { payer, resource }, { money }) => money.preparePayment({ payer, resource }),
  }),
);
