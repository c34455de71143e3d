import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { checkCall, mcpVersions, otherTools, pathTemplate, toolCall, toolName } from '#http/questions/calls.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';
import { topupAtomicMin } from '#payments/credits/tiers.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { type Addresses, addressesOf, verdictUrl } from '../addresses.ts';
import { faucetCalls } from '../samples/document.ts';
import { startHere } from '../start-here.ts';
import {
  a2aPayment,
  DESCRIPTION,
  mcpPayment,
  NOT_CHARGED,
  offeredBy,
  prepareNote,
  READING,
  retries,
  x402Note,
} from '../words.ts';

export type RootDeps = Pick<
  HttpDeps,
  'settings' | 'mcpBaseUrl' | 'version' | 'examples' | 'freeCallsPerDay' | 'sandbox' | 'status'
>;

/** The machine-readable self-description at `/`. Its links and hints lead to a paid verdict. */
export function rootDocument(deps: RootDeps): object {
  const { settings, version } = deps;
  const at = addressesOf(deps);
  return {
    name: settings.serviceName,
    version,
    schema_version: SCHEMA_VERSION,
    schema_version_policy: at.schema_version_policy,
    description: DESCRIPTION,
    ...(settings.sandbox && { sandbox: true }),
    ...sandboxRpc(deps),
    start_here: startHere(deps),
    endpoints: Object.fromEntries(Object.values(kinds).map((kind) => [kind.name, endpoint(kind, deps)])),
    mcp: mcp(deps, at),
    a2a: a2a(deps, at),
    graphql: {
      url: at.graphql,
      hint: 'The same checks, up to 100 in one operation on one bill. GET it in a browser for an editor; introspection and `{ prices { kind priceUsdc } }` are free.',
    },
    credits: {
      url: at.credits,
      state: 'available',
      min_topup_usdc: formatUsdc(topupAtomicMin),
      balance: at.credits_balance,
      hint: 'Prepare a transfer, sign and send it, claim it with its ticket: the answer is a key for X-API-Key. Passes are bought alike.',
    },
    payment: payment(settings, at),
    reading_an_answer: READING,
    not_charged: NOT_CHARGED,
    retries: retries(settings),
    schemas: Object.fromEntries(Object.keys(kinds).map((name) => [name, verdictUrl(name, settings.baseUrl)])),
    links: links(at, deps),
  };
}

function endpoint(kind: Kind, deps: RootDeps): object {
  const { baseUrl } = deps.settings;
  return {
    method: 'GET',
    path: pathTemplate(kind),
    url: `${baseUrl}${pathTemplate(kind)}`,
    description: kind.summary,
    verdicts: Object.keys(kind.verdicts),
    price_usdc: pricesUsdc[kind.name],
    state: kind.state,
    example: checkCall(kind, deps),
    usage: `${baseUrl}/check/${kind.name}`,
    reason_codes: `${baseUrl}/reason-codes?kind=${kind.name}`,
    schema: verdictUrl(kind.name, baseUrl),
  };
}

function mcp(deps: RootDeps, at: Addresses): object {
  return {
    url: at.mcp,
    transport: 'streamable-http',
    protocol_versions: mcpVersions,
    free_calls_per_day: deps.freeCallsPerDay ?? 0,
    tools: [...Object.values(kinds).map(toolName), ...Object.values(otherTools)],
    server_card: at.server_card,
    example: toolCall(kinds.token, deps),
    hint: `Add the url to an MCP client as a remote server without authentication. ${mcpPayment(offeredBy(deps))}`,
  };
}

function a2a({ settings }: RootDeps, at: Addresses): object {
  return {
    url: at.a2a,
    agent_card: at.agent_card,
    skills: Object.values(kinds).map(toolName),
    hint: `Send one check as a data part, such as {"kind": "token", "mint": "<MINT>"}. ${a2aPayment(settings)}`,
  };
}

function payment(settings: HttpDeps['settings'], at: Addresses): object {
  return {
    protocol: 'x402',
    network: settings.network,
    asset: 'USDC',
    asset_mint: settings.assetMint,
    pay_to: settings.payTo,
    enabled: settings.enabled,
    min_topup_usdc: formatUsdc(topupAtomicMin),
    note: settings.enabled
      ? `${x402Note(settings)} What is settled is delivered; the same payment header gets the same answer again.`
      : x402Note(settings),
    ...(settings.enabled && {
      prepare: at.pay_prepare,
      prepare_hint: `${prepareNote(at.pay_prepare)} Its body is {"payer": "<YOUR_WALLET>", "resource": "<URL_OF_A_CHECK>"}.`,
    }),
  };
}

/** The documents and pages that are linked by the name of their address. */
const LINKED = [
  'usage',
  'credits',
  'docs',
  'dashboard',
  'topup',
  'openapi',
  'graphql',
  'reason_codes',
  'errors',
  'schemas',
  'schema_version_policy',
  'jwks',
  'x402',
  'api_catalog',
  'ai_catalog',
  'agent_card',
  'server_card',
] as const;

/** Documents and pages for GET, by name. */
function links(at: Addresses, { status, sandbox }: RootDeps): object {
  return {
    ...Object.fromEntries(LINKED.map((name) => [name, at[name]])),
    llms_txt: at.llms,
    llms_full_txt: at.llms_full,
    health: at.health,
    ...(status && { status: at.status }),
    ...(sandbox && { sandbox: at.sandbox }),
    icon: at.icon,
  };
}

/** Where the sample world is reached and how a wallet gets its money; nothing where the chain is a real one. */
function sandboxRpc({ sandbox }: Pick<HttpDeps, 'sandbox'>): object {
  if (sandbox === undefined) return {};
  return {
    sandbox_rpc: {
      url: sandbox.rpcUrl,
      hint: 'The JSON-RPC of Solana for the sample world: a new key pair of your own gets money here, and what it signed is sent here with sendTransaction.',
      faucet: faucetCalls(sandbox.rpcUrl),
    },
  };
}
