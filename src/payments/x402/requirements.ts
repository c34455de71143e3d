import { bazaar, paymentIdentifier } from './extensions.ts';
import type { PaidResource, PaymentSettings } from './model.ts';

const MIME = 'application/json';

/** A payment dies with its blockhash after 60 to 90 seconds, so a longer promise could not be kept. */
const TIMEOUT_SECONDS_MAX = 60;

function extraOf(settings: PaymentSettings): Readonly<Record<string, string>> {
  return settings.feePayer === null ? {} : { feePayer: settings.feePayer };
}

/**
 * The v1 `accepts` (x402 v1 `PaymentRequirements`; members by the schema of the v1 reference client). Empty where v1 has
 * no name for the network: its clients refuse the whole list for one network that they do not know.
 */
export function acceptsV1(resource: PaidResource, settings: PaymentSettings): readonly object[] {
  return settings.v1Network === null ? [] : [requirementV1(resource, settings, settings.v1Network)];
}

function requirementV1(resource: PaidResource, settings: PaymentSettings, network: string): object {
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
    extra: extraOf(settings),
  };
}

function requirementV2(resource: PaidResource, settings: PaymentSettings): object {
  return {
    scheme: 'exact',
    network: settings.network,
    amount: resource.priceAtomic.toString(),
    asset: settings.assetMint,
    payTo: settings.payTo,
    maxTimeoutSeconds: TIMEOUT_SECONDS_MAX,
    extra: extraOf(settings),
  };
}

/** The v2 `PaymentRequired` object: the header carries it as base64. */
function paymentRequired(resource: PaidResource, settings: PaymentSettings, error: string): object {
  return {
    x402Version: 2,
    error,
    resource: {
      url: resource.url,
      description: resource.description,
      mimeType: MIME,
      serviceName: settings.serviceName,
      iconUrl: settings.iconUrl,
    },
    accepts: [requirementV2(resource, settings)],
    extensions: { bazaar: bazaar(resource.input), 'payment-identifier': paymentIdentifier },
  };
}

const HEADER_BYTES_MAX = 4096;

/**
 * The `PAYMENT-REQUIRED` header: standard base64 of the v2 object, under 4 KB because common proxies buffer no more.
 * A resource URL so long that it does not fit loses the optional extensions, never the terms of payment.
 */
export function paymentRequiredHeader(resource: PaidResource, settings: PaymentSettings, error: string): string {
  const full = paymentRequired(resource, settings, error);
  const header = base64Json(full);
  return header.length < HEADER_BYTES_MAX ? header : base64Json({ ...full, extensions: undefined });
}

function base64Json(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
