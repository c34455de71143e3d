import { formatUsdc } from 'assay-core/lib/money.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { PassTerms } from '#ledger/books.ts';
import type { ClaimAnswer, PreparedPayment, PreparedTransfer } from '#payments/credits/requests.ts';
import { builder } from '../builder.ts';
import { keyHashOf } from '../node.ts';
import { rfc3339 } from '../operation/delivery.ts';
import {
  askOfRequest,
  CheckRequestInput,
  type CheckRequestValue,
  PassTierEnum,
  requestOfValue,
} from '../vocabulary.ts';
import { PassPeriod } from './passes.ts';

const PreparedPass = builder.objectRef<PassTerms>('PreparedPass').implement({
  description: 'The pass that a transfer buys.',
  fields: (t) => ({
    tier: t.expose('tier', { type: PassTierEnum, description: 'The tier of the pass.' }),
    days: t.exposeInt('days', { description: 'The length of the period in days.' }),
    callsIncluded: t.exposeInt('calls', { description: 'The number of checks that the pass covers.' }),
  }),
});

const PrepareCreditPayload = builder.objectRef<PreparedTransfer>('PrepareCreditPayload').implement({
  description: 'A transfer for the wallet of the payer to sign and send, and the ticket that binds the transfer to it.',
  fields: (t) => ({
    transaction: t.exposeString('transaction', {
      description:
        'The unsigned versioned transaction in base64: one transfer and a memo. The payer signs it, sends it and pays the network fee.',
    }),
    ticket: t.exposeString('ticket', {
      description: 'The ticket for `claimCredit`. Anyone with the ticket and the signature can claim the payment.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The time until which the transaction should land (UTC). The claim may follow at any later time.',
      resolve: (prepared) => rfc3339(prepared.expiresAt),
    }),
    amountUsdc: t.field({
      type: 'USDC',
      description: 'The amount of the transfer in USDC.',
      resolve: (prepared) => formatUsdc(prepared.amountAtomic),
    }),
    amountAtomic: t.field({
      type: 'TokenAmount',
      description: 'The amount of the transfer in atomic units of USDC.',
      resolve: (prepared) => prepared.amountAtomic.toString(),
    }),
    payTo: t.expose('payTo', { type: 'Address', description: 'The wallet that receives the transfer.' }),
    payToTokenAccount: t.expose('destination', {
      type: 'Address',
      description: 'The token account that receives the transfer.',
    }),
    asset: t.string({ description: 'The symbol of the asset, `USDC`.', resolve: () => 'USDC' }),
    assetMint: t.field({
      type: 'Address',
      description: 'The mint of the asset.',
      resolve: (_prepared, _args, { money }) => money.settings.assetMint,
    }),
    network: t.string({
      description: 'The CAIP-2 id of the network.',
      resolve: (_prepared, _args, { money }) => money.settings.network,
    }),
    lastValidBlockHeight: t.field({
      type: 'BlockHeight',
      description: 'The last block height at which the transaction can land.',
      resolve: (prepared) => Number(prepared.lastValidBlockHeight),
    }),
    memo: t.exposeString('memo', { description: 'The memo of the transaction, which names the ticket.' }),
    pass: t.expose('pass', {
      type: PreparedPass,
      nullable: true,
      description: 'The pass that the transfer buys. Null where it buys credit.',
    }),
  }),
});

interface Claimed {
  readonly claimed: ClaimAnswer;
  /** The key that was credited; null where it is not known here. */
  readonly apiKey: string | null;
}

const ClaimCreditPayload = builder.objectRef<Claimed>('ClaimCreditPayload').implement({
  description: 'The credit or the pass that a claim gave.',
  fields: (t) => ({
    apiKey: t.string({
      nullable: true,
      description:
        'The new key, which is shown once. Null where an existing key was credited, and in a repeat that issues no key.',
      resolve: ({ claimed }) => claimed.apiKey ?? null,
    }),
    creditedUsdc: t.field({
      type: 'USDC',
      description: 'The amount of the transfer in USDC.',
      resolve: ({ claimed }) => formatUsdc(claimed.creditedAtomic),
    }),
    balanceUsdc: t.field({
      type: 'USDC',
      nullable: true,
      description: 'The balance of the key in USDC. Null where the claim is a repeat.',
      resolve: ({ claimed: { balanceAtomic } }) => (balanceAtomic === undefined ? null : formatUsdc(balanceAtomic)),
    }),
    tier: t.field({
      type: PassTierEnum,
      nullable: true,
      description: 'The tier of the pass that was bought. Null where credit was bought.',
      resolve: ({ claimed }) => claimed.tier,
    }),
    pass: t.field({
      type: PassPeriod,
      nullable: true,
      description: 'The pass that was bought. Null where credit was bought, and in a repeat.',
      resolve: ({ claimed: { pass }, apiKey }) =>
        pass && apiKey !== null ? { pass, keyHash: keyHashOf(apiKey) } : null,
    }),
    repeated: t.boolean({
      description: 'Whether an earlier claim credited the transfer. A repeat credits nothing.',
      resolve: ({ claimed }) => claimed.repeated,
    }),
    note: t.string({
      description: 'The meaning of the answer and the next step, in words.',
      resolve: ({ claimed }) => claimNote(claimed),
    }),
  }),
});

const PreparePaymentPayload = builder.objectRef<PreparedPayment>('PreparePaymentPayload').implement({
  description: 'A payment of one check by x402 for the wallet of the payer to sign. Nothing is reserved.',
  fields: (t) => ({
    transaction: t.exposeString('transaction', {
      description:
        'The unsigned versioned transaction in base64. The payer signs it; the fee payer is another wallet, which signs last.',
    }),
    paymentHeaderName: t.exposeString('headerName', { description: 'The name of the header to send with the check.' }),
    paymentPayload: t.expose('payload', {
      type: 'JSON',
      description: 'The x402 payload. The header is its base64 form once the signed transaction is in the payload.',
    }),
    signedTransactionAt: t.exposeString('signedTransactionAt', {
      description: 'The place of the signed transaction in the payload, as member names with dots.',
    }),
    requirements: t.expose('requirements', {
      type: 'JSON',
      description: 'The x402 requirements that the payment meets.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The time until which the payment should be sent (UTC).',
      resolve: (prepared) => rfc3339(prepared.expiresAt),
    }),
  }),
});

const PrepareCreditInput = builder.inputType('PrepareCreditInput', {
  description: 'The credit or the pass to buy.',
  fields: (t) => ({
    payer: t.field({
      type: 'Address',
      required: true,
      description: 'The wallet that will pay, base58 of exactly 32 bytes.',
    }),
    amountAtomic: t.field({
      type: 'TokenAmount',
      required: true,
      description:
        'The amount in atomic units of USDC. 1 USDC is `1000000`. The bounds are `minTopupUsdc` and `maxTopupUsdc` of `paymentParameters`.',
    }),
    pass: t.boolean({
      defaultValue: false,
      description: 'Whether to buy a pass. The amount then is the price of the tier, exactly.',
    }),
  }),
});

const ClaimCreditInput = builder.inputType('ClaimCreditInput', {
  description: 'A transfer to credit.',
  fields: (t) => ({
    signature: t.field({
      type: 'TransactionSignature',
      required: true,
      description: 'The signature of the transfer, base58 of exactly 64 bytes.',
    }),
    ticket: t.string({ required: true, description: 'The ticket from `prepareCredit`, unchanged.' }),
    apiKey: t.string({ description: 'The key to credit. A new key is made where absent or null.' }),
    pass: t.boolean({
      description:
        'Whether a pass was prepared. The ticket decides where absent or null, and another value is refused.',
    }),
  }),
});

const PreparePaymentInput = builder.inputType('PreparePaymentInput', {
  description: 'The check to pay and the wallet that pays.',
  fields: (t) => ({
    payer: t.field({
      type: 'Address',
      required: true,
      description: 'The wallet that will pay, base58 of exactly 32 bytes.',
    }),
    check: t.field({ type: CheckRequestInput, required: true, description: 'The check to pay, of exactly 1 kind.' }),
  }),
});

builder.mutationType({
  description: 'Credit, passes and payments. No mutation moves money: the wallet of the payer does.',
});

builder.mutationFields((t) => ({
  prepareCredit: t.field({
    type: PrepareCreditPayload,
    nullable: true,
    description:
      'Proposes a transfer that buys credit or a pass. Sign and send the transaction, wait until it is finalized, then call `claimCredit`. Free. Null with an error where it is refused.',
    args: { input: t.arg({ type: PrepareCreditInput, required: true, description: 'The credit or the pass to buy.' }) },
    resolve: (_root, { input: { payer, amountAtomic, pass } }, { money }) =>
      money.credits.prepare({ payer, amountAtomic: BigInt(amountAtomic), pass: pass ?? false }),
  }),
  claimCredit: t.field({
    type: ClaimCreditPayload,
    nullable: true,
    description:
      'Credits a finalized transfer to a key, once. A repeat is answered and credits nothing. Free. Null with an error where it is refused.',
    args: { input: t.arg({ type: ClaimCreditInput, required: true, description: 'The transfer to credit.' }) },
    resolve: async (_root, { input: { signature, ticket, apiKey, pass } }, { money, caller }): Promise<Claimed> => {
      const claimed = await money.credits.claim({
        signature,
        ticket,
        address: caller.credentials.address,
        ...(typeof apiKey === 'string' && { key: apiKey }),
        ...(typeof pass === 'boolean' && { pass }),
      });
      return { claimed, apiKey: claimed.apiKey ?? apiKey ?? null };
    },
  }),
  preparePayment: t.field({
    type: PreparePaymentPayload,
    nullable: true,
    description:
      'Proposes an x402 payment of one check, for a wallet without x402. Free. Null with an error where it is refused.',
    args: {
      input: t.arg({
        type: PreparePaymentInput,
        required: true,
        description: 'The check to pay and the wallet that pays.',
      }),
    },
    resolve: (_root, { input: { payer, check } }, { money }) =>
      money.preparePayment({ payer, resource: resourceOf(check as CheckRequestValue) }),
  }),
}));

/** The path of a check, which names the resource that is paid. Throws the fault of a malformed request. */
function resourceOf(value: CheckRequestValue): string {
  const { kind, subject } = askOfRequest(value);
  const { sizeSol } = requestOfValue(value);
  const sized = kinds[kind].sized && typeof sizeSol === 'string';
  return `/check/${kind}/${subject}${sized ? `?size_sol=${sizeSol}` : ''}`;
}

const SEND_IT = 'Send it as X-API-Key.';

/** The meaning of the answer to a claim. */
function claimNote({ repeated, apiKey }: ClaimAnswer): string {
  if (!repeated) {
    return apiKey === undefined
      ? 'Credited to the key that was given.'
      : `Keep the key: it is shown once and stored as a hash only. ${SEND_IT}`;
  }
  const nothing = 'An earlier claim credited this transfer; nothing was credited again.';
  return apiKey === undefined
    ? `${nothing} No key was issued or revoked: the one that was issued last stays as it is. One that is lost is replaced by the operator alone.`
    : `${nothing} The key is a new one and the one before it is revoked. ${SEND_IT}`;
}
