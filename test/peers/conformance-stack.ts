import type { Server } from 'node:http';
import express from 'express';
import { loadSdk, mcpStack } from '../../src/transport/mcp/stack.ts';
import { fixtureServer } from './conformance-fixtures.ts';

const caller = {
  requestId: '00000000-0000-4000-8000-000000000000',
  resourceUrl: 'http://127.0.0.1/mcp',
  credentials: { apiKey: null, payment: null, idempotencyKey: null, address: '127.0.0.1' },
  whenFinished: () => undefined,
};

/** The guards, body parsing and both eras of the product on a free port of loopback, over a server of fixtures. */
export async function openFixtures(server: Server): Promise<void> {
  const sdk = await loadSdk();
  const stack = mcpStack(sdk, {
    build: () => fixtureServer(sdk),
    visit: (_request, response) => ({ caller, response, alone: true }),
    hostnames: ['localhost', '127.0.0.1', '[::1]'],
    report: (error) => {
      throw error;
    },
  });
  const app = express();
  app.post('/mcp', [...stack]);
  server.on('request', app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}
