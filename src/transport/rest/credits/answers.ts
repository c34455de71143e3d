import { z } from 'zod';
import { tiers } from '#payments/credits/tiers.ts';

/** An amount in USDC. */
export const usdcShape = z
  .string()
  .regex(/^\d+\.\d{2,6}$/)
  .meta({
    id: 'Usdc',
    description: 'An amount in USDC as a decimal string with two to six decimals.',
    example: '4.98',
  });

const text = (description: string, example?: string) =>
  z.string().meta({ description, ...(example !== undefined && { example }) });
const time = (description: string) => text(`${description} RFC 3339 in UTC.`, '2026-11-20T12:00:00Z');
const count = (description: string) => z.int().nonnegative().meta({ description });
const steps = z.array(z.string()).meta({ description: 'What to do next, step by step.' });
const sandbox = z.literal(true).optional().meta({ description: 'Present where the chain is the sample world.' });
const tier = z.enum(tiers.map((each) => each.tier)).meta({ description: 'The tier of the pass.' });
const call = z
  .object({ method: z.literal('POST'), url: z.string(), body: z.record(z.string(), z.unknown()) })
  .meta({ description: 'The claim as it is to be sent, with a placeholder for the signature.' });

const passPeriod = {
  tier,
  starts_at: time('When it begins.'),
  expires_at: time('When it ends.'),
  fair_use_calls: count('Checks that it includes.'),
  fair_use_left: count('Checks of those that are left.'),
};

/** The answer of `POST /credits/prepare`. */
export const prepareAnswer = z
  .object({
    transaction: text('The unsigned versioned transaction in base64.'),
    ticket: text('Keep it until the claim.'),
    expires_at: time('Until when the transfer should land; it may be claimed at any later time.'),
    amount_atomic: count('What is transferred, in atomic units.'),
    amount_usdc: usdcShape,
    pay_to: text('The receiving wallet.'),
    pay_to_token_account: text('Its token account.'),
    asset: z.literal('USDC'),
    asset_mint: text('The mint of the asset.'),
    network: text('CAIP-2 id of the network.'),
    last_valid_block_height: count('The block height after which the transaction cannot land any more.'),
    memo: text('The memo of the transaction, which names its ticket.'),
    pass: z.object({ tier, days: count('Days.'), fair_use_calls: count('Checks that it includes.') }).optional(),
    instructions: steps,
    claim: call,
    sandbox,
  })
  .meta({
    id: 'PreparedCredit',
    description: 'A transfer to sign and send, and the ticket that binds it to its payer.',
  });

/** The answer of `POST /credits/claim`. */
export const claimAnswer = z
  .object({
    api_key: text('The key, shown once; absent where an existing key was credited.').optional(),
    credited_usdc: usdcShape,
    balance_usdc: usdcShape.optional(),
    pass: z.object(passPeriod).optional(),
    repeated: z.literal(true).optional().meta({ description: 'Present where an earlier call credited the transfer.' }),
    note: text('What it means and what to do.'),
    sandbox,
  })
  .meta({ id: 'ClaimedCredit', description: 'What a claim credited.' });

const signedUsdc = z.string().regex(/^-?\d+\.\d{2,6}$/);

/** The answer of `GET /credits/balance`. */
export const balanceAnswer = z
  .object({
    balance_usdc: usdcShape,
    balance_atomic: text('The same in atomic units, as a decimal string.', '4980000'),
    passes: z.array(z.object({ ...passPeriod, state: z.enum(['active', 'queued']) })),
    movements: z
      .array(
        z.object({
          kind: z.enum(['grant', 'topup', 'pass', 'charge', 'change', 'refund']),
          amount_usdc: signedUsdc.meta({ description: 'Negative when it left the account.', example: '-0.05' }),
          at: time('When.'),
          ref: z.union([z.string(), z.null()]).meta({ description: 'Transaction, or kind and subject of a check.' }),
        }),
      )
      .meta({ description: 'The newest 100; GraphQL pages through all.' }),
    sandbox,
  })
  .meta({ id: 'Balance', description: 'What a key owns.' });

/** The answer of `POST /pay/prepare`. */
export const payAnswer = z
  .object({
    transaction: text('The unsigned versioned transaction in base64; its fee payer signs last and is not the payer.'),
    payment_header_name: z.literal('PAYMENT-SIGNATURE'),
    payment_payload: z.record(z.string(), z.unknown()).meta({ description: 'The x402 payload, still unsigned.' }),
    signed_transaction_at: text('Where in the payload the signed transaction goes.', 'payload.transaction'),
    requirements: z.record(z.string(), z.unknown()).meta({ description: 'The requirements that it meets.' }),
    expires_at: time('Until when it should be sent.'),
    instructions: steps,
    sandbox,
  })
  .meta({ id: 'PreparedPayment', description: 'A payment of one check for a wallet to sign. A proposal only.' });
