import { z } from 'zod';

const requirement = z
  .object({
    scheme: z.string().meta({ description: 'How the payment is made.', examples: ['exact'] }),
    network: z.string().meta({ description: 'CAIP-2 id of the network.' }),
    amount: z
      .string()
      .regex(/^\d+$/)
      .meta({ description: 'In atomic units of the asset: 20000 is 0.02 USDC.', examples: ['20000'] }),
    asset: z.string().meta({ description: 'The mint that is paid in.' }),
    payTo: z.string().meta({ description: 'The wallet that is paid: the owner, not its token account.' }),
    maxTimeoutSeconds: z.number().min(0).meta({ description: 'How long the payment may take.' }),
    extra: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the scheme asks for besides: on Solana `feePayer`, who pays the network.' }),
  })
  .meta({ id: 'PaymentRequirements', description: 'One way to pay. A payment repeats it unchanged.' });

const resource = z
  .object({
    url: z.string().meta({ description: 'The call that is paid for, where the same answer is to be had over REST.' }),
    description: z.string().optional().meta({ description: 'What the call is about.' }),
    mimeType: z.string().optional().meta({ description: 'The media type of the answer.' }),
    serviceName: z.string().optional().meta({ description: 'Who sells it.' }),
    iconUrl: z.string().optional().meta({ description: 'The logo of who sells it.' }),
  })
  .meta({ id: 'PaidResource', description: 'What is paid for.' });

/** x402 version 2 `PaymentRequired`: what a message carries, and what the header PAYMENT-REQUIRED is the base64 of. */
export const paymentRequiredV2 = z
  .object({
    x402Version: z.literal(2).meta({ description: 'The version of the protocol.' }),
    error: z
      .string()
      .optional()
      .meta({ description: 'Why the call was not served: for a refused payment the reason.' }),
    resource,
    accepts: z.array(requirement).meta({ description: 'The ways to pay; one is enough.' }),
    extensions: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Extensions by name. A client repeats their `info` unchanged in its payment, the nonce above all.',
    }),
  })
  .meta({ id: 'PaymentRequiredV2' });
