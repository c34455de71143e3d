import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { formatUsdc } from '#lib/money.ts';
import type { HttpDeps } from '../model.ts';
import { pathTemplate } from './example.ts';

/** The sentence that the service says of itself. */
export const DESCRIPTION =
  'Verdicts with evidence about Solana wallets, tokens, trades and funders, for automated trading agents.';

/** The smallest top-up in USDC, as the specification fixes it. */
const TOPUP_USDC_MIN = '0.50';

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
      state: 'planned',
      min_topup_usdc: TOPUP_USDC_MIN,
      hint: 'Buying credit is not served yet; keys with credit are granted by the operator. Send the key as X-API-Key.',
    },
    payment: paymentOf(settings),
    links: {
      usage: `${baseUrl}/check`,
      docs: `${baseUrl}/docs`,
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
    note: settings.enabled
      ? 'An unpaid check answers 402 with exact requirements. Payments per call are not settled yet: a signed payment is ignored, never taken.'
      : 'Payment per call is switched off here. Use X-API-Key.',
  };
}
