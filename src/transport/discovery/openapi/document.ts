import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { kinds } from '#checks/index.ts';
import type { HttpDeps } from '../../model.ts';
import type { Endpoint } from '../../rest/credits/endpoints.ts';
import type { Page } from '../page.ts';
import { DESCRIPTION } from '../root.ts';
import { endpointOperation } from './endpoint-operations.ts';
import { checkOperation, pageOperation } from './operations.ts';
import { metricsComponents, problem } from './schemas.ts';

const tags = [
  { name: 'Checks', description: 'Paid verdicts. Each answer is signed and names what it rests on.' },
  { name: 'Credits', description: 'Prepaid credit, passes, and payments for wallets to sign.' },
  { name: 'Usage', description: 'How to call the checks.' },
  { name: 'Service', description: 'What the service is and how it is.' },
  { name: 'Documents', description: 'What codes and errors mean.' },
  { name: 'GraphQL', description: 'The same checks, many in one operation.' },
];

const guidance =
  'Ask GET /check/{kind}/{subject}. A malformed subject is 422 before any payment; a call without a key is 402 with exact requirements, for x402 clients of both versions; prepaid keys come from GET /credits. A lost answer costs nothing twice: repeat the same request with the same payment header or Idempotency-Key. Branch on verdict and reason_codes, never on messages.';

/** The OpenAPI 3.1 document: the checks of the registry, the free pages of the list, and the GraphQL door. */
export function openapiDocument(
  deps: Pick<HttpDeps, 'settings' | 'version' | 'examples'>,
  pages: readonly Page[],
  endpoints: readonly Endpoint[],
) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The key of a prepaid balance.',
  });
  for (const kind of Object.values(kinds)) {
    registry.registerPath(checkOperation(kind, deps.examples));
    for (const [name, schema] of metricsComponents(kind)) registry.registerComponent('schemas', name, schema);
  }
  for (const page of pages) registry.registerPath(pageOperation(page));
  for (const endpoint of endpoints) registry.registerPath(endpointOperation(endpoint));
  registry.registerPath(graphqlOperation);
  const { webhooks: _unused, ...document } = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: deps.settings.serviceName,
      version: deps.version,
      description: `${DESCRIPTION} ${guidance}`,
      'x-guidance': guidance,
    },
    servers: [{ url: deps.settings.baseUrl }],
    tags,
  });
  return document;
}

const graphqlOperation: Parameters<OpenAPIRegistry['registerPath']>[0] = {
  method: 'post',
  path: '/graphql',
  operationId: 'graphql',
  summary: 'Run a GraphQL operation (GraphQL over HTTP)',
  tags: ['GraphQL'],
  security: [{}, { ApiKey: [] }],
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            query: z.string(),
            variables: z.record(z.string(), z.unknown()).optional(),
            operationName: z.string().optional(),
          }),
          example: { query: '{ prices { kind priceUsdc } }' },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The result of the operation.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    400: {
      description: 'The body is not JSON, or not a GraphQL request.',
      content: { 'application/problem+json': { schema: problem }, 'application/json': { schema: { type: 'object' } } },
    },
    402: {
      description: 'The operation is paid and came without a key or a payment that covers it.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    415: {
      description: 'The body is not application/json.',
      content: { 'application/problem+json': { schema: problem } },
    },
    413: { description: 'The body is too large.', content: { 'application/problem+json': { schema: problem } } },
  },
};
