import { formatUsdc } from 'assay-core/lib/money.ts';
import type { PassTerms } from '#ledger/books.ts';
import type { ClaimAnswer, PreparedTransfer } from '#payments/credits/requests.ts';
import { builder } from '../builder.ts';
import { rfc3339 } from '../operation/delivery.ts';
import { PassPeriod, PassTierEnum } from './passes.ts';

/** The next step with a prepared transfer. */
const signingSteps: readonly string[] = [
  'Decode transaction (base64) and check it: one transfer of amount_atomic of asset_mint to pay_to_token_account, and the memo.',
  'Sign it with the wallet of the payer, as it is, and send it before expires_at. The payer pays the network fee.',
  'Wait until it is finalized, which takes about 7 seconds.',
  'Send claim with the signature of the transaction. The API key is shown once. A repeat credits nothing twice; while the key was never used, a repeat without one gives a new one, at most five times, and revokes the one before. A key that a claim names is never revoked by it.',
];

const SEND_IT = 'Send it as X-API-Key.';

const PreparedPass = builder.objectRef<PassTerms>('PreparedPass').implement({
  description: 'The pass that a transfer buys.',
  fields: (t) => ({
    tier: t.expose('tier', { type: PassTierEnum, description: 'Its tier.' }),
    days: t.exposeInt('days', { description: 'Days from its beginning to its end.' }),
    fairUseCalls: t.exposeInt('calls', { description: 'Checks that it includes.' }),
  }),
});

const PreparedCredit = builder.objectRef<PreparedTransfer>('PreparedCredit').implement({
  description: 'A transfer to sign and send from the own wallet, and the ticket that binds it to its payer.',
  fields: (t) => ({
    transaction: t.exposeString('transaction', {
      description:
        'The unsigned versioned transaction in base64. The payer signs it, sends it and pays its network fee.',
    }),
    ticket: t.exposeString('ticket', {
      description: 'Keep it until the claim: whoever has the ticket and the signature can claim the payment.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Until when the transfer should land. It may be claimed at any later time.',
      resolve: (prepared) => rfc3339(prepared.expiresAt),
    }),
    amountUsdc: t.field({
      type: 'Usdc',
      description: 'What is transferred.',
      resolve: (prepared) => formatUsdc(prepared.amountAtomic),
    }),
    amountAtomic: t.field({
      type: 'TokenAmount',
      description: 'The same in atomic units.',
      resolve: (prepared) => prepared.amountAtomic.toString(),
    }),
    payTo: t.expose('payTo', { type: 'Address', description: 'The receiving wallet.' }),
    payToTokenAccount: t.expose('destination', { type: 'Address', description: 'Its token account.' }),
    asset: t.string({ description: 'The asset: `USDC`.', resolve: () => 'USDC' }),
    assetMint: t.field({
      type: 'Address',
      description: 'The mint of the asset.',
      resolve: (_prepared, _args, { money }) => money.settings.assetMint,
    }),
    network: t.string({
      description: 'CAIP-2 id of the network.',
      resolve: (_prepared, _args, { money }) => money.settings.network,
    }),
    lastValidBlockHeight: t.field({
      type: 'Slot',
      description: 'The block height after which the transaction cannot land any more.',
      resolve: (prepared) => Number(prepared.lastValidBlockHeight),
    }),
    memo: t.exposeString('memo', { description: 'The memo of the transaction, which names its ticket.' }),
    pass: t.expose('pass', { type: PreparedPass, nullable: true, description: 'The pass that it buys; null: credit.' }),
    instructions: t.stringList({ description: 'What to do next, step by step.', resolve: () => signingSteps }),
    claim: t.field({
      type: 'JSON',
      description: 'The claim as a REST call, with a placeholder for the signature.',
      resolve: (prepared, _args, { money }) => claimCall(prepared, money.settings.baseUrl),
    }),
  }),
});

const ClaimedCredit = builder.objectRef<ClaimAnswer>('ClaimedCredit').implement({
  description: 'What a claim credited.',
  fields: (t) => ({
    apiKey: t.exposeString('apiKey', {
      nullable: true,
      description: 'The key, shown once; null when an existing key was credited, and mostly in a repeat.',
    }),
    creditedUsdc: t.field({
      type: 'Usdc',
      description: 'The amount of the transfer.',
      resolve: (claimed) => formatUsdc(claimed.creditedAtomic),
    }),
    balanceUsdc: t.field({
      type: 'Usdc',
      nullable: true,
      description: 'What the key can spend now; never told to a repeat.',
      resolve: ({ balanceAtomic }) => (balanceAtomic === undefined ? null : formatUsdc(balanceAtomic)),
    }),
    tier: t.expose('tier', { type: PassTierEnum, nullable: true, description: 'The pass that was bought, if any.' }),
    pass: t.expose('pass', { type: PassPeriod, nullable: true, description: 'Its period; never told to a repeat.' }),
    repeated: t.exposeBoolean('repeated', { description: 'True when an earlier call credited it.' }),
    note: t.string({ description: 'What it means and what to do.', resolve: claimNote }),
  }),
});

builder.mutationType({ description: 'Credit, passes and payments. Nothing here moves money: wallets do.' });

const PASS = 'True buys a pass; the amount selects the tier.';

builder.mutationFields((t) => ({
  prepareCredit: t.field({
    type: PreparedCredit,
    nullable: true,
    description: 'Proposes a transfer that buys credit or a pass. Free; null with an error when it is refused.',
    args: {
      payer: t.arg({ type: 'Address', required: true, description: 'The wallet that will pay.' }),
      amountAtomic: t.arg({ type: 'TokenAmount', required: true, description: '1 USDC is `1000000`.' }),
      pass: t.arg.boolean({ defaultValue: false, description: PASS }),
    },
    resolve: (_root, { payer, amountAtomic, pass }, { money }) =>
      money.credits.prepare({ payer, amountAtomic: BigInt(amountAtomic), pass: pass ?? false }),
  }),
  claimCredit: t.field({
    type: ClaimedCredit,
    nullable: true,
    description: 'Credits a transfer once it is finalized. Free; null with an error when it is refused.',
    args: {
      signature: t.arg({ type: 'TransactionSignature', required: true, description: 'Of the transfer.' }),
      ticket: t.arg.string({ required: true, description: 'The ticket that came with the transfer.' }),
      key: t.arg.string({ description: 'The key to add to; without one a new key is made.' }),
      pass: t.arg.boolean({ description: 'As it was prepared. The ticket decides; another value is refused.' }),
    },
    resolve: (_root, { signature, ticket, key, pass }, { money, caller }) =>
      money.credits.claim({
        signature,
        ticket,
        address: caller.credentials.address,
        ...(typeof key === 'string' && { key }),
        ...(typeof pass === 'boolean' && { pass }),
      }),
  }),
}));

/** The claim of a prepared transfer as a client can send it, but for the signature. */
function claimCall({ ticket, pass }: PreparedTransfer, baseUrl: string): object {
  const body = { signature: '<TRANSACTION_SIGNATURE>', ticket, ...(pass && { pass: true }) };
  return { method: 'POST', url: `${baseUrl}/credits/claim`, body };
}

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
