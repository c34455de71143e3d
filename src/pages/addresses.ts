import type { HttpDeps } from '#http/http-deps.ts';

/** Where everything stands, by name: every document takes its links from here. */
export type Addresses = ReturnType<typeof addressesOf>;

/** The public addresses of the service. The machine-protocol endpoint and its card have an origin of their own. */
export function addressesOf({ settings, mcpBaseUrl }: Pick<HttpDeps, 'settings' | 'mcpBaseUrl'>) {
  const { baseUrl, iconUrl } = settings;
  return {
    root: `${baseUrl}/`,
    usage: `${baseUrl}/check`,
    graphql: `${baseUrl}/graphql`,
    mcp: `${mcpBaseUrl}/mcp`,
    server_card: `${mcpBaseUrl}/mcp/server-card`,
    a2a: `${baseUrl}/a2a`,
    agent_card: `${baseUrl}/.well-known/agent-card.json`,
    credits: `${baseUrl}/credits`,
    credits_prepare: `${baseUrl}/credits/prepare`,
    credits_claim: `${baseUrl}/credits/claim`,
    credits_balance: `${baseUrl}/credits/balance`,
    pay_prepare: `${baseUrl}/pay/prepare`,
    openapi: `${baseUrl}/openapi.json`,
    docs: `${baseUrl}/docs`,
    dashboard: `${baseUrl}/dashboard`,
    topup: `${baseUrl}/topup`,
    reason_codes: `${baseUrl}/reason-codes`,
    errors: `${baseUrl}/errors`,
    schemas: `${baseUrl}/schemas`,
    schema_version_policy: `${baseUrl}/schema-version`,
    jwks: `${baseUrl}/.well-known/jwks.json`,
    x402: `${baseUrl}/.well-known/x402`,
    api_catalog: `${baseUrl}/.well-known/api-catalog`,
    ai_catalog: `${baseUrl}/.well-known/ai-catalog.json`,
    llms: `${baseUrl}/llms.txt`,
    llms_full: `${baseUrl}/llms-full.txt`,
    health: `${baseUrl}/health`,
    status: `${baseUrl}/status`,
    sandbox: `${baseUrl}/sandbox`,
    icon: iconUrl,
    logo: `${baseUrl}/logo.svg`,
  } as const;
}

/** Where the schema of a kind's answers stands. */
export function verdictUrl(name: string, baseUrl: string): string {
  return `${baseUrl}/schemas/verdict-${name}.json`;
}
