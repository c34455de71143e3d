import { createServer, type RequestListener, type Server } from 'node:http';
import { type DocumentNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LabelsSubgraph, labelsSdl, openLabels } from './labels-subgraph.ts';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';

/* Hive Gateway over a supergraph that Hive's own composition makes of the service and of a subgraph that knows nothing of checks. */

interface Composition {
  composeServices(services: readonly { name: string; url: string; typeDefs: DocumentNode }[]): {
    readonly errors?: readonly { readonly message: string }[];
    readonly supergraphSdl?: string;
  };
}

interface Runtime {
  createGatewayRuntime(options: object): RequestListener & { [Symbol.asyncDispose](): Promise<void> };
}

interface Incoming {
  readonly request: { readonly headers: Headers };
}

let town: Town;
let labels: LabelsSubgraph;
let gateway: Awaited<ReturnType<Runtime['createGatewayRuntime']>>;
let server: Server;
let url: string;

beforeAll(async () => {
  [town, labels] = await Promise.all([openTown(), openLabels()]);
  const { data } = await town.graphql<{ _service: { sdl: string } }>('{ _service { sdl } }');
  const { composeServices } = await peer<Composition>('@theguild/federation-composition');
  const { errors, supergraphSdl } = composeServices([
    { name: 'assay', url: `${town.service.url}/graphql`, typeDefs: parse(data._service.sdl) },
    { name: 'labels', url: labels.url, typeDefs: parse(labelsSdl) },
  ]);
  expect(errors ?? []).toEqual([]);
  const { createGatewayRuntime } = await peer<Runtime>('@graphql-hive/gateway-runtime');
  gateway = createGatewayRuntime({
    supergraph: supergraphSdl,
    logging: false,
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }: Incoming) => ({ 'x-api-key': request.headers.get('x-api-key') }),
    },
  });
  server = createServer(gateway);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { readonly port: number }).port}/graphql`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await gateway?.[Symbol.asyncDispose]();
  await labels?.close();
  await town?.service.end();
});

async function ask(query: string, headers: Readonly<Record<string, string>> = {}, variables: object = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return JSON.parse(await response.text());
}

const keyed = () => ({ 'x-api-key': town.apiKey });

/** What the account can spend, in cents. */
async function cents(): Promise<number> {
  const { data } = await town.graphql<{ account: { balanceUsdc: string } }>('{ account { balanceUsdc } }');
  return Math.round(Number(data.account.balanceUsdc) * 100);
}

describe('Hive Gateway', () => {
  it('hangs checks on a list of another subgraph and pays for each once', async () => {
    const verdicts = ['TRUSTED', 'UNTRUSTED', 'TRUSTED'];
    labels.show({ wallets: verdicts.map((verdict) => town.sample('wallet', verdict)), mints: [] });
    const before = await cents();
    const { data, errors } = await ask('{ portfolio { label check { verdict } } }', keyed());
    expect(errors).toBeUndefined();
    expect(data.portfolio).toEqual(verdicts.map((verdict, n) => ({ label: `wallet ${n}`, check: { verdict } })));
    expect(before - (await cents())).toBe(20);
  });

  it('passes a batch and the page of an account through', async () => {
    const requests = [{ token: { mint: town.sample('token', 'LOW_RISK') } }];
    const { data, errors } = await ask(
      `query Both($requests: [CheckRequest!]!) {
        checks(requests: $requests) { __typename ... on Check { verdict } }
        account { checks(first: 1) { edges { node { kind } } pageInfo { hasNextPage endCursor } } }
      }`,
      keyed(),
      { requests },
    );
    expect(errors).toBeUndefined();
    expect(data.checks).toEqual([{ __typename: 'TokenCheck', verdict: 'LOW_RISK' }]);
    expect(data.account.checks.edges).toHaveLength(1);
  });

  it('tells the refusal of the service beside what the other subgraph knows', async () => {
    labels.show({ wallets: [town.sample('wallet', 'TRUSTED')], mints: [] });
    const { data, errors } = await ask('{ portfolio { label check { verdict } } }');
    expect(data.portfolio).toEqual([{ label: 'wallet 0', check: null }]);
    expect(JSON.stringify(errors)).toContain('PAYMENT_REQUIRED');
  });
});
