import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { CACHED, type Page } from '#http/page.ts';
import { exampleSubject } from '#http/questions/calls.ts';
import { DESCRIPTION } from '#pages/words.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { A2A_PATH, versions } from './endpoint.ts';
import { X402_EXTENSION } from './extension.ts';
import { exampleQuestion } from './guide.ts';
import { skillOf } from './members.ts';

type CardDeps = Pick<HttpDeps, 'settings' | 'version' | 'examples'>;

const CARD_PATH = '/.well-known/agent-card.json';
const BINDING = 'JSONRPC';
const ABOUT = `${DESCRIPTION} Ask for one check in each message; a call without a key or a payment is answered with its price.`;
const MODES = ['application/json', 'text/plain'];

/** The agent card at the path that the protocol names, and the same bytes at the path of versions before 0.3. */
export function agentCardPages(deps: CardDeps): readonly Page[] {
  const page = (path: string, operationId: string, summary: string): Page => ({
    path,
    operationId,
    summary,
    tag: 'Service',
    mediaType: 'application/json',
    headers: { ...CACHED, link: `<${CARD_PATH}>; rel="canonical"` },
    // Payment per call may be switched on or off while the service runs; caches expire after five minutes.
    read: () => agentCard(deps),
  });
  return [
    page(CARD_PATH, 'agentCard', 'The agent card of the A2A endpoint'),
    page('/.well-known/agent.json', 'agentCardBefore', 'The same agent card, at its address of A2A 0.2'),
  ];
}

/**
 * One card for clients of A2A 1.0 and 0.3. The members that only 0.3 reads (`url`, `preferredTransport`, `additionalInterfaces`,
 * `protocolVersion`, `security`, and `type`, `in` and `name` of a scheme) stand beside the members of 1.0, which ignores them.
 */
function agentCard({ settings, version, examples }: CardDeps): object {
  const url = `${settings.baseUrl}${A2A_PATH}`;
  return {
    name: settings.serviceName,
    description: settings.sandbox ? `${ABOUT} This is the sandbox: its chain and its money are not real.` : ABOUT,
    version,
    supportedInterfaces: [
      { url, protocolBinding: BINDING, protocolVersion: versions.modern },
      { url, protocolBinding: BINDING, protocolVersion: versions.legacy },
    ],
    url,
    preferredTransport: BINDING,
    additionalInterfaces: [{ url, transport: BINDING }],
    protocolVersion: '0.3.0',
    documentationUrl: `${settings.baseUrl}/docs`,
    iconUrl: settings.iconUrl,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      ...(settings.enabled && { extensions: [paymentExtension(settings)] }),
    },
    securitySchemes: { apiKey: keyScheme(settings.baseUrl) },
    // The empty alternative means a call without a key, which is answered with payment terms.
    security: [{ apiKey: [] }, {}],
    securityRequirements: [{ schemes: { apiKey: { list: [] } } }, { schemes: {} }],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: Object.values(kinds).map((kind) => skillCard(kind, examples)),
  };
}

function paymentExtension({ network, assetMint, payTo }: CardDeps['settings']): object {
  return {
    uri: X402_EXTENSION,
    description:
      'A check without an API key is answered by a task that requires input: its metadata holds the requirements of one payment.',
    required: false,
    params: {
      network,
      asset: assetMint,
      payTo,
      scheme: 'exact',
      prices_usdc: Object.fromEntries(Object.values(kinds).map((kind) => [skillOf(kind), pricesUsdc[kind.name]])),
    },
  };
}

function keyScheme(baseUrl: string): object {
  const name = 'X-API-Key';
  const description = `Prepaid credit or a pass; ${baseUrl}/credits says how to get a key.`;
  return {
    type: 'apiKey',
    in: 'header',
    name,
    description,
    apiKeySecurityScheme: { location: 'header', name, description },
  };
}

function skillCard(kind: Kind, examples: CardDeps['examples']): object {
  const size = kind.sized ? ` of ${SIZE_SOL_DEFAULT} SOL` : '';
  const verdicts = Object.keys(kind.verdicts).join(', ');
  return {
    id: skillOf(kind),
    name: `${kind.name.charAt(0).toUpperCase()}${kind.name.slice(1)} check`,
    description: `${kind.summary} Verdicts: ${verdicts}. ${pricesUsdc[kind.name]} USDC a call, nothing where a failure of ours decides the verdict.`,
    tags: ['solana', 'risk', 'verdict', kind.name],
    examples: [
      JSON.stringify(exampleQuestion(kind, { ...(examples && { examples }) })),
      `Run the ${kind.name} check${size} for ${exampleSubject(kind.name, examples)}`,
    ],
    inputModes: MODES,
    outputModes: MODES,
  };
}
