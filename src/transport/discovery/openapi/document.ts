import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { kinds } from 'assay-core/rules/index.ts';
import { z } from 'zod';
import type { HttpDeps } from '#http/http-deps.ts';
import type { Page } from '#http/page.ts';
import { DESCRIPTION, freeNote, type Offered, offeredBy, retries } from '#pages/words.ts';
import type { CreditEndpoint } from '../../rest/credits/endpoints.ts';
import { checkOperation, pageOperation } from './operations.ts';
import { protocolOperations } from './protocol-operations.ts';
import { everywhere, metricsComponents, refusalResponse, unprocessableResponse } from './schemas.ts';

const keyHeader = z.object({ 'X-API-Key': z.string().meta({ description: 'The key that is asked about.' }) });

const tags = [
  { name: 'Checks', description: 'Paid verdicts. Each answer is signed and names what it rests on.' },
  { name: 'Credits', description: 'Prepaid credit, passes, and payments for wallets to sign.' },
  { name: 'Usage', description: 'How to call the checks.' },
  { name: 'Service', description: 'What the service is and how it is.' },
  { name: 'Discovery', description: 'How catalogues, crawlers and agents find the service.' },
  { name: 'Documents', description: 'What codes and errors mean.' },
  { name: 'GraphQL', description: 'The same checks, many in one operation.' },
  { name: 'MCP', description: 'The same checks as tools of the Model Context Protocol.' },
  { name: 'A2A', description: 'The same checks as skills of an agent.' },
];

function guidanceOf(offered: Offered): string {
  const unpaid = offered.enabled
    ? 'is 402 with exact requirements, for x402 clients of both versions'
    : 'is 402 and says how to get one';
  return [
    `Ask GET /check/{kind}/{subject}. A malformed subject is 422 before any payment; a call without a key ${unpaid}; prepaid keys come from GET /credits.`,
    retries(offered),
    'Branch on verdict and reason_codes, never on messages.',
    freeNote(offered.freeCallsPerDay) ?? '',
  ]
    .join(' ')
    .trim();
}

/**
 * The OpenAPI 3.1 document: the checks of the registry, the free pages, and the endpoints of other protocols. It describes the
 * payment methods that are offered when it is built.
 */
export function openapiDocument(
  deps: Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'version' | 'examples' | 'freeCallsPerDay' | 'checksDeprecated'>,
  pages: readonly Page[],
  endpoints: readonly CreditEndpoint[],
) {
  const registry = new OpenAPIRegistry();
  const { examples, checksDeprecated } = deps;
  const offered = offeredBy(deps);
  const checks = { examples, deprecated: checksDeprecated !== undefined, payable: offered.enabled };
  registry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The key of a prepaid balance.',
  });
  registry.registerComponent('securitySchemes', 'Bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key, for clients that can send no other header.',
  });
  for (const kind of Object.values(kinds)) {
    registry.registerPath(checkOperation(kind, checks));
    for (const [name, schema] of metricsComponents(kind)) registry.registerComponent('schemas', name, schema);
  }
  for (const page of pages) registry.registerPath(pageOperation(page));
  // Without payment per call, `/pay/prepare` answers 404.
  const served = endpoints.filter(({ path }) => offered.enabled || path !== '/pay/prepare');
  for (const endpoint of served) registry.registerPath(endpointOperation(endpoint));
  for (const operation of protocolOperations(deps)) registry.registerPath(operation);
  const { webhooks: _unused, ...document } = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: deps.settings.serviceName,
      version: deps.version,
      description: `${DESCRIPTION} ${guidanceOf(offered)}`,
      'x-guidance': guidanceOf(offered),
    },
    servers: [{ url: deps.settings.baseUrl }],
    tags,
    // Members that crawlers of paid APIs read.
    'x-agentcash-guidance': { llmsTxtUrl: `${deps.settings.baseUrl}/llms.txt` },
    'x-discovery': { ownershipProofs: [] },
  });
  return document;
}

/** The operation of an endpoint that is neither a check nor a document. */
export function endpointOperation(endpoint: CreditEndpoint): RouteConfig {
  const { method, path, operationId, summary, description, body, answer } = endpoint;
  const refusals = Object.entries(endpoint.refusals).map(([status, text]) => {
    return [status, status === '422' ? unprocessableResponse(text) : refusalResponse(text)] as const;
  });
  return {
    method: method === 'POST' ? 'post' : 'get',
    path,
    operationId,
    summary,
    description,
    tags: ['Credits'],
    ...(endpoint.deprecated && { deprecated: true }),
    // A key that identifies the subject is a parameter: only paid operations have a security requirement.
    security: [],
    request: {
      ...(endpoint.needsKey && { headers: keyHeader }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: {
      200: { description: summary, content: { 'application/json': { schema: answer } } },
      ...everywhere,
      ...Object.fromEntries(refusals),
      500: refusalResponse('A failure of the service. Nothing was credited.'),
    },
  };
}
