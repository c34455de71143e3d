import { formatUsdc } from 'assay-core/lib/money.ts';
import type { PassState } from '#ledger/books.ts';
import { type Tier, tiers, topupAtomicMax, topupAtomicMin } from '#payments/credits/tiers.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { builder } from '../builder.ts';
import { rfc3339 } from '../operation/delivery.ts';
import { enumOf } from '../vocabulary.ts';

/** The tiers of passes, as an enumeration. */
export const PassTierEnum = builder.enumType('PassTier', {
  description: 'The tiers of passes.',
  values: enumOf(
    Object.fromEntries(
      tiers.map(({ tier, days, calls }) => [tier, `${days} days with ${calls} checks at no charge each.`]),
    ),
  ),
});

const PassStateEnum = builder.enumType('PassState', {
  description: 'Whether calls draw on a pass now.',
  values: enumOf({ active: 'It runs: calls draw on it.', queued: 'Its period begins when the one before it ends.' }),
});

/** A period that was bought. */
export const PassPeriod = builder.objectRef<PassState>('PassPeriod').implement({
  description: 'A period of calls that a key bought. It ends by itself; nothing recurs.',
  fields: (t) => ({
    tier: t.expose('tier', { type: PassTierEnum, description: 'Its tier.' }),
    state: t.expose('state', { type: PassStateEnum, description: 'Whether calls draw on it now.' }),
    startsAt: t.field({ type: 'DateTime', description: 'When it begins.', resolve: (pass) => rfc3339(pass.startsAt) }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends.', resolve: (pass) => rfc3339(pass.expiresAt) }),
    fairUseCalls: t.exposeInt('callsIncluded', { description: 'Checks that it includes.' }),
    fairUseLeft: t.exposeInt('callsLeft', { description: 'Checks of those that are left.' }),
  }),
});

const PassOffer = builder.objectRef<Tier>('PassOffer').implement({
  description: 'A pass as it is sold.',
  fields: (t) => ({
    tier: t.expose('tier', { type: PassTierEnum, description: 'Its tier.' }),
    priceUsdc: t.field({ type: 'Usdc', description: 'Its price.', resolve: (tier) => formatUsdc(tier.priceAtomic) }),
    priceAtomic: t.field({
      type: 'TokenAmount',
      description: 'Its price in atomic units: the amount to prepare.',
      resolve: (tier) => tier.priceAtomic.toString(),
    }),
    days: t.exposeInt('days', { description: 'Days from its beginning to its end.' }),
    fairUseCalls: t.exposeInt('calls', { description: 'Checks that it includes; beyond them the balance pays.' }),
    label: t.exposeString('label', { description: 'What it is called.' }),
  }),
});

const PaymentParameters = builder.objectRef<PaymentSettings>('PaymentParameters').implement({
  description: 'What is paid with, on which network and to whom.',
  fields: (t) => ({
    protocol: t.string({ description: 'The protocol of payments per call: `x402`.', resolve: () => 'x402' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether a call can be paid without a key.' }),
    network: t.exposeString('network', { description: 'CAIP-2 id of the network.' }),
    asset: t.string({ description: 'The asset: `USDC`.', resolve: () => 'USDC' }),
    assetMint: t.expose('assetMint', { type: 'Address', description: 'The mint of the asset.' }),
    payTo: t.expose('payTo', { type: 'Address', description: 'The receiving wallet: the owner, not a token account.' }),
    feePayer: t.expose('feePayer', {
      type: 'Address',
      nullable: true,
      description: 'Who pays the network fee of a payment per call; null where none can be made.',
    }),
    minTopupUsdc: t.field({
      type: 'Usdc',
      description: 'The smallest top-up.',
      resolve: () => formatUsdc(topupAtomicMin),
    }),
    maxTopupUsdc: t.field({
      type: 'Usdc',
      description: 'The largest top-up.',
      resolve: () => formatUsdc(topupAtomicMax),
    }),
  }),
});

builder.queryFields((t) => ({
  passes: t.field({ type: [PassOffer], description: 'The passes that are sold. Free.', resolve: () => tiers }),
  paymentParameters: t.field({
    type: PaymentParameters,
    description: 'What is paid with, on which network and to whom. Free.',
    resolve: (_root, _args, { money }) => money.settings,
  }),
}));
