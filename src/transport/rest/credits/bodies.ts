import { z } from 'zod';
import { signatureSchema, subjectSchema } from '#http/questions/parameters.ts';
import { topupAtomicMax, topupAtomicMin } from '#payments/credits/tiers.ts';

const EXAMPLE_WALLET = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';

const payer = subjectSchema.meta({ description: 'The wallet that will pay, in base58.', example: EXAMPLE_WALLET });
const KEY_CHARS_MAX = 256;

/** What `POST /credits/prepare` takes. */
export const prepareBody = z
  .object({
    payer,
    amount_atomic: z
      .int()
      .min(Number(topupAtomicMin))
      .max(Number(topupAtomicMax))
      .meta({ description: 'Atomic units: 1 USDC is 1000000. Selects the tier of a pass.', example: 5_000_000 }),
    pass: z.boolean().nullish().meta({ description: 'True buys a pass instead of credit.', example: false }),
  })
  .meta({ id: 'PrepareCredit' });

/** What `POST /credits/claim` takes. */
export const claimBody = z
  .object({
    signature: signatureSchema,
    ticket: z.string().meta({ description: 'The ticket that came with the transfer.', example: '<TICKET>' }),
    key: z
      .string()
      .min(1)
      .max(KEY_CHARS_MAX)
      .nullish()
      .meta({ description: 'An API key to add to; without one a new key is made.', example: null }),
    pass: z.boolean().nullish().meta({ description: 'As it was prepared; the ticket decides.', example: false }),
  })
  .meta({ id: 'ClaimCredit' });

/** What `POST /pay/prepare` takes. */
export const payBody = z
  .object({
    payer,
    resource: z.string().meta({
      description: 'The path or the URL of a paid check.',
      example: `/check/funder/${EXAMPLE_WALLET}`,
    }),
  })
  .meta({ id: 'PreparePayment' });
