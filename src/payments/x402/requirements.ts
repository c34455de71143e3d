import { randomFillSync } from 'node:crypto';
import { SHORTEST_SLOT_MS } from 'assay-core/solana/gates/gate-table.ts';
import { BLOCKHASH_BLOCKS } from '../chain/payment-chain.ts';
import { bazaar, NONCE_EXTENSION, nonceExtension, paymentIdentifier } from './extensions.ts';
import type { PaidResource, PaymentSettings } from './offer.ts';

const NONCE_BYTES = 16;

const pool = Buffer.alloc(NONCE_BYTES * 256);

let used = pool.length;

const MIME = 'application/json';

/**
 * The life of a blockhash where slots are shortest: a payment expires with its blockhash, so that a longer time could not be kept. It
 * does not depend on the chain's present speed, because the terms that a client accepted must still be the terms when its payment arrives.
 */
const TIMEOUT_SECONDS_MAX = Math.floor((BLOCKHASH_BLOCKS * SHORTEST_SLOT_MS) / 1_000);

/** An object of the protocol, as JSON has it. */
export type Json = Readonly<Record<string, unknown>>;

function extraOf(feePayer: string | null): Readonly<Record<string, string>> {
  return feePayer === null ? {} : { feePayer };
}

/**
 * The v1 `accepts` (x402 v1 `PaymentRequirements`; members by the schema of the v1 reference client). Empty if v1 has no name for the
 * network, because its clients refuse the whole list for one unknown network, and if no facilitator would settle a v1 payment.
 */
export function acceptsV1(resource: PaidResource, settings: PaymentSettings): readonly Json[] {
  const { v1Network, v1FeePayer } = settings;
  return v1Network === null || v1FeePayer === null ? [] : [requirementV1(resource, settings, v1Network)];
}

function requirementV1(resource: PaidResource, settings: PaymentSettings, network: string): Json {
  return {
    scheme: 'exact',
    network,
    maxAmountRequired: resource.priceAtomic.toString(),
    resource: resource.url,
    description: resource.description,
    mimeType: MIME,
    payTo: settings.payTo,
    maxTimeoutSeconds: TIMEOUT_SECONDS_MAX,
    asset: settings.assetMint,
    outputSchema: { input: { type: 'http', method: resource.input.method, discoverable: true } },
    extra: extraOf(settings.v1FeePayer ?? settings.feePayer),
  };
}

/** The v2 `PaymentRequirements` for a price in atomic USDC. */
export function requirementV2(priceAtomic: bigint, settings: PaymentSettings): Json {
  return {
    scheme: 'exact',
    network: settings.network,
    amount: priceAtomic.toString(),
    asset: settings.assetMint,
    payTo: settings.payTo,
    maxTimeoutSeconds: TIMEOUT_SECONDS_MAX,
    extra: extraOf(settings.feePayer),
  };
}

/** The v2 `resource` object. */
export function resourceV2(resource: PaidResource, settings: PaymentSettings): Json {
  return {
    url: resource.url,
    description: resource.description,
    mimeType: MIME,
    serviceName: settings.serviceName,
    iconUrl: settings.iconUrl,
  };
}

/** The part of a 402 that a v2 payment repeats: the accepted requirements, the resource, and the extensions with their nonce. */
export interface OfferV2 {
  readonly requirements: Json;
  readonly resource: Json;
  readonly extensions: Json;
}

/** The v2 offer for a resource with a nonce of its own, as a 402 would make it. */
export function offerV2(resource: PaidResource, settings: PaymentSettings): OfferV2 {
  return {
    requirements: requirementV2(resource.priceAtomic, settings),
    resource: resourceV2(resource, settings),
    extensions: {
      bazaar: bazaar(resource.input),
      'payment-identifier': paymentIdentifier,
      [NONCE_EXTENSION]: nonceExtension(freshNonce()),
    },
  };
}

/** 128 random bits as 22 characters of base64url. Drawn in portions: asking the kernel each time costs more than the rest of a 402. */
export function freshNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.toString('base64url', used - NONCE_BYTES, used);
}
