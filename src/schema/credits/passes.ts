import { formatUsdc } from 'assay-core/lib/money.ts';
import type { PassState } from '#ledger/books.ts';
import { type Tier, tiers, topupAtomicMax, topupAtomicMin } from '#payments/credits/tiers.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { builder } from '../builder.ts';
import { globalId, keyHashOf, Node, nodeType, opened, sealed } from '../node.ts';
import { rfc3339 } from '../operation/delivery.ts';
import { enumOf, PassTierEnum } from '../vocabulary.ts';

const PassStateEnum = builder.enumType('PassState', {
  description: 'Whether checks use a pass now.',
  values: enumOf({ active: 'Checks use the pass.', queued: 'The period begins when the pass before it ends.' }),
});

/** A period that the account of a key bought. */
interface OwnedPass {
  readonly keyHash: Uint8Array;
  readonly pass: PassState;
}

/** Periods of an account never begin at the same moment. */
function passName({ keyHash, pass }: OwnedPass): string {
  return sealed(keyHash, 'PassPeriod', [BigInt(pass.startsAt.getTime())]);
}

export const PassPeriod = builder.objectRef<OwnedPass>('PassPeriod').implement({
  description: 'A pass that a key bought. It covers a number of checks within a period and is not renewed.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the pass.',
      resolve: (owned) => globalId('PassPeriod', passName(owned)),
    }),
    tier: t.field({ type: PassTierEnum, description: 'The tier of the pass.', resolve: ({ pass }) => pass.tier }),
    state: t.field({
      type: PassStateEnum,
      description: 'Whether checks use the pass now.',
      resolve: ({ pass }) => pass.state,
    }),
    startsAt: t.field({
      type: 'DateTime',
      description: 'The start of the period (UTC).',
      resolve: ({ pass }) => rfc3339(pass.startsAt),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The end of the period (UTC).',
      resolve: ({ pass }) => rfc3339(pass.expiresAt),
    }),
    callsIncluded: t.int({
      description: 'The number of checks that the pass covers.',
      resolve: ({ pass }) => pass.callsIncluded,
    }),
    callsLeft: t.int({
      description: 'The number of checks that the pass still covers.',
      resolve: ({ pass }) => pass.callsLeft,
    }),
  }),
});

nodeType('PassPeriod', {
  isOwned: true,
  find: async (name, { caller, money }) => {
    const { apiKey } = caller.credentials;
    if (apiKey === null) return null;
    const keyHash = keyHashOf(apiKey);
    const [startsAt] = opened(keyHash, 'PassPeriod', name) ?? [];
    if (startsAt === undefined) return null;
    const statement = await money.accounts.statement(apiKey);
    caller.resumed?.();
    const pass = statement?.passes.find((one) => BigInt(one.startsAt.getTime()) === startsAt);
    return pass ? { keyHash, pass } : null;
  },
});

const PassOffer = builder.objectRef<Tier>('PassOffer').implement({
  description: 'A pass that is for sale.',
  fields: (t) => ({
    tier: t.expose('tier', { type: PassTierEnum, description: 'The tier of the pass.' }),
    priceUsdc: t.field({
      type: 'USDC',
      description: 'The price of the pass in USDC.',
      resolve: (tier) => formatUsdc(tier.priceAtomic),
    }),
    priceAtomic: t.field({
      type: 'TokenAmount',
      description: 'The price of the pass in atomic units of USDC, as `prepareCredit` takes it.',
      resolve: (tier) => tier.priceAtomic.toString(),
    }),
    days: t.exposeInt('days', { description: 'The length of the period in days.' }),
    callsIncluded: t.exposeInt('calls', {
      description: 'The number of checks that the pass covers. The balance pays for further checks.',
    }),
    label: t.exposeString('label', { description: 'The name of the pass, for people.' }),
  }),
});

const PaymentParameters = builder.objectRef<PaymentSettings>('PaymentParameters').implement({
  description: 'The asset, the network and the receiver of payments.',
  fields: (t) => ({
    protocol: t.string({ description: 'The protocol of payments per call, `x402`.', resolve: () => 'x402' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether a call can be paid without a key now.' }),
    network: t.exposeString('network', { description: 'The CAIP-2 id of the network.' }),
    asset: t.string({ description: 'The symbol of the asset, `USDC`.', resolve: () => 'USDC' }),
    assetMint: t.expose('assetMint', { type: 'Address', description: 'The mint of the asset.' }),
    payTo: t.expose('payTo', {
      type: 'Address',
      description: 'The wallet that receives payments. It owns the token account that a transfer goes to.',
    }),
    feePayer: t.expose('feePayer', {
      type: 'Address',
      nullable: true,
      description: 'The wallet that pays the network fee of a payment per call. Null where no call can be paid so.',
    }),
    minTopupUsdc: t.field({
      type: 'USDC',
      description: 'The smallest amount of credit that can be bought, in USDC.',
      resolve: () => formatUsdc(topupAtomicMin),
    }),
    maxTopupUsdc: t.field({
      type: 'USDC',
      description: 'The largest amount of credit that can be bought, in USDC.',
      resolve: () => formatUsdc(topupAtomicMax),
    }),
  }),
});

builder.queryFields((t) => ({
  passes: t.field({ type: [PassOffer], description: 'The passes that are for sale. Free.', resolve: () => tiers }),
  paymentParameters: t.field({
    type: PaymentParameters,
    description: 'The asset, the network and the receiver of payments. Free.',
    resolve: (_root, _args, { money }) => money.settings,
  }),
}));
