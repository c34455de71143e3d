import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { Endpoint } from '../../rest/credits/endpoints.ts';
import { everywhere, invalid, refusal } from './responses.ts';

const keyHeader = z.object({ 'X-API-Key': z.string().meta({ description: 'The key that is asked about.' }) });

/** The operation of an endpoint that is no check and no document. */
export function endpointOperation(endpoint: Endpoint): RouteConfig {
  const { method, path, operationId, summary, description, body, answer } = endpoint;
  const refusals = Object.entries(endpoint.refusals).map(([status, text]) => {
    return [status, status === '422' ? invalid(text) : refusal(text)] as const;
  });
  return {
    method: method === 'POST' ? 'post' : 'get',
    path,
    operationId,
    summary,
    description,
    tags: ['Credits'],
    ...(endpoint.deprecated && { deprecated: true }),
    // Where a key is what the call is about, it is a parameter: only what is paid has a security requirement.
    security: [],
    request: {
      ...(endpoint.needsKey && { headers: keyHeader }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: {
      200: { description: summary, content: { 'application/json': { schema: answer } } },
      ...everywhere,
      ...Object.fromEntries(refusals),
      500: refusal('A failure of the service. Nothing was credited.'),
    },
  };
}
