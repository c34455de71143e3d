import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { peer } from './peer.ts';

/** Headers of a client that a subgraph has to see as they are: who pays, and the name of the request. */
const FORWARDED = ['x-api-key', 'payment-signature', 'x-request-id'] as const;

/** A request that the gateway sent to a subgraph. */
interface Sent {
  readonly subgraph: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Names of the client's headers that it carried. */
  readonly forwarded: readonly string[];
}

/** What left for subgraphs, oldest first, and what the service told of each operation that it charged. */
interface Traffic {
  readonly sent: readonly Sent[];
  readonly bills: readonly unknown[];
}

type ClientHeaders = IncomingMessage['headers'];

interface SubgraphRequest {
  readonly query?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly http: { readonly headers: Headers };
}

interface Processing {
  readonly request: SubgraphRequest;
  readonly context: { readonly headers?: ClientHeaders };
}

interface Processed {
  readonly response: { readonly extensions?: { readonly billing?: unknown } };
}

/**
 * The headers that a request to a subgraph carries. One operation of a client may become several requests to one subgraph,
 * and an Idempotency-Key names one request: so each gets the client's key with a mark of what it asks, the same in a retry.
 */
function headersFor({ query, variables }: SubgraphRequest, headers: ClientHeaders): readonly [string, string][] {
  const forwarded: [string, unknown][] = FORWARDED.map((name) => [name, headers[name]]);
  const key = headers['idempotency-key'];
  const mark = createHash('sha256')
    .update(JSON.stringify([query, variables]))
    .digest('hex')
    .slice(0, 16);
  if (key !== undefined) forwarded.push(['idempotency-key', `${key}:${mark}`]);
  return forwarded.filter((pair): pair is [string, string] => typeof pair[1] === 'string');
}

/** The error that the gateway makes of an answer that is not 2xx: GraphQL's own errors lie in the body within. */
interface Refusal {
  readonly extensions: {
    code?: unknown;
    readonly response: {
      readonly status: number;
      readonly body: { readonly errors?: readonly { readonly extensions?: { readonly code?: unknown } }[] };
    };
  };
}

interface DataSource {
  errorFromResponse(response: unknown): Promise<Refusal>;
}

interface GatewayModule {
  readonly ApolloGateway: new (options: object) => object;
  readonly IntrospectAndCompose: new (options: object) => object;
  readonly RemoteGraphQLDataSource: new (options: object) => DataSource;
}

interface ServerModule {
  readonly ApolloServer: new (options: object) => { stop(): Promise<void> };
}

interface StandaloneModule {
  startStandaloneServer(server: object, options: object): Promise<{ readonly url: string }>;
}

/** A gateway over subgraphs, as its own documentation sets one up, with the headers of its client passed on. */
export interface Gateway {
  readonly url: string;
  /** The traffic since it was last asked. */
  take(): Traffic;
  close(): Promise<void>;
}

type Subgraph = { readonly name: string; readonly url: string };

export async function openGateway(subgraphs: readonly Subgraph[]): Promise<Gateway> {
  const [{ ApolloGateway, IntrospectAndCompose, RemoteGraphQLDataSource }, { ApolloServer }, standalone] =
    await Promise.all([
      peer<GatewayModule>('@apollo/gateway'),
      peer<ServerModule>('@apollo/server'),
      peer<StandaloneModule>('@apollo/server/standalone'),
    ]);
  let sent: Sent[] = [];
  let bills: unknown[] = [];
  class PassingOn extends RemoteGraphQLDataSource {
    /** As it is made, an error for a 402 has no code of its own; a dashboard wants the subgraph's. */
    override async errorFromResponse(response: unknown): Promise<Refusal> {
      const error = await super.errorFromResponse(response);
      const code = error.extensions.response.body.errors?.[0]?.extensions?.code;
      if (code !== undefined) error.extensions.code = code;
      return error;
    }
  }
  const gateway = new ApolloGateway({
    supergraphSdl: new IntrospectAndCompose({ subgraphs }),
    buildService: ({ name, url }: Subgraph) =>
      new PassingOn({
        url,
        willSendRequest: ({ request, context: { headers } }: Processing) => {
          // Without a client's headers it is the gateway's own question for the schema.
          if (!headers) return;
          const forwarded = headersFor(request, headers);
          for (const [header, value] of forwarded) request.http.headers.set(header, value);
          const { query = '', variables = {} } = request;
          sent.push({ subgraph: name, query, variables, forwarded: forwarded.map(([header]) => header) });
        },
        didReceiveResponse: ({ response }: Processed) => {
          const bill = response.extensions?.billing;
          if (bill !== undefined) bills.push(bill);
          return response;
        },
      }),
    logger: silent,
  });
  const server = new ApolloServer({ gateway, logger: silent, introspection: true });
  const { url } = await standalone.startStandaloneServer(server, {
    listen: { host: '127.0.0.1', port: 0 },
    context: async ({ req }: { readonly req: IncomingMessage }) => ({ headers: req.headers }),
  });
  return {
    url,
    take: () => {
      const taken = { sent, bills };
      sent = [];
      bills = [];
      return taken;
    },
    close: () => server.stop(),
  };
}

const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
