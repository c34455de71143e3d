import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { formatUsdc } from '#lib/money.ts';
import { topupAtomicMin } from '#payments/credits/tiers.ts';
import type { HttpDeps } from '../model.ts';
import { pathTemplate } from './example.ts';

/** The sentence that the service says of itself. */
export const DESCRIPTION =
  'Verdicts with evidence about Solana wallets, tokens, trades and funders, for automated trading agents.';

type RootDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'version'>;

/** The machine-readable self-description at `/`. What does not work yet is listed with that state. */
export function root({ settings, mcpBaseUrl, version }: RootDeps): object {
  const { baseUrl } = settings;
  return {
    name: settings.serviceName,
    version,
    schema_version: 1,
    description: DESCRIPTION,
    ...(settings.sandbox && { sandbox: true }),
    mcp: {
      url: `${mcpBaseUrl}/mcp`,
      transport: 'streamable-http',
      state: 'planned',
      hint: 'Not served yet. Until it is, call the checks over REST or GraphQL.',
    },
    endpoints: Object.fromEntries(Object.values(kinds).map((kind) => [kind.name, endpoint(kind, baseUrl)])),
    credits: {
      url: `${baseUrl}/credits`,
      state: 'available',
      min_topup_usdc: formatUsdc(topupAtomicMin),
      hint: 'Prepare a transfer, sign and send it, claim it with its ticket: the answer is a key for X-API-Key. Passes are bought alike.',
    },
    payment: paymentOf(settings),
    links: {
      usage: `${baseUrl}/check`,
      credits: `${baseUrl}/credits`,
      docs: `${baseUrl}/docs`,
      dashboard: `${baseUrl}/dashboard`,
      topup: `${baseUrl}/topup`,
      openapi: `${baseUrl}/openapi.json`,
      graphql: `${baseUrl}/graphql`,
      reason_codes: `${baseUrl}/reason-codes`,
      errors: `${baseUrl}/errors`,
      jwks: `${baseUrl}/.well-known/jwks.json`,
      health: `${baseUrl}/health`,
      icon: settings.iconUrl,
    },
  };
}

function endpoint(kind: Kind, baseUrl: string): object {
  return {
    method: 'GET',
    path: pathTemplate(kind),
    url: `${baseUrl}${pathTemplate(kind)}`,
    description: kind.summary,
    verdicts: Object.keys(kind.verdicts),
    price_usdc: formatUsdc(kind.priceAtomic),
    state: kind.state,
  };
}

function paymentOf(settings: HttpDeps['settings']): object {
  return {
    protocol: 'x402',
    network: settings.network,
    asset: 'USDC',
    asset_mint: settings.assetMint,
    pay_to: settings.payTo,
    enabled: settings.enabled,
    min_topup_usdc: formatUsdc(topupAtomicMin),
    note: settings.enabled
      ? 'An unpaid check answers 402 with exact requirements: x402 version 2 in PAYMENT-REQUIRED, version 1 in the body. What is settled is delivered; the same payment header gets the same answer again.'
      : 'Payment per call is not offered here now. Use X-API-Key.',
  };
}
