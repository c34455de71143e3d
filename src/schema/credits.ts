import type { PassTerms } from '#ledger/claims.ts';
import { formatUsdc } from '#lib/money.ts';
import type { ClaimAnswer, PreparedTransfer } from '#payments/credits/model.ts';
import { builder } from './builder.ts';
import { claimCall, claimNote, signingSteps } from './credit-guide.ts';
import { rfc3339 } from './delivery.ts';
import { PassPeriod, PassTierEnum } from './passes.ts';

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
