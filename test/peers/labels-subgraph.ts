import { createServer, type RequestListener } from 'node:http';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { peer } from './peer.ts';

/*
 * A subgraph as a dashboard would have one: it knows which wallets and tokens its people watch, and what they call them. It
 * says nothing of checks; those are hung onto its lists by the gateway.
 */

/** What the subgraph tells a gateway of itself. The scalar of the keys has the name that the service gives it. */
export const labelsSdl = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])


  type Query {
    portfolio: [Wallet!]!
    watchlist: [Token!]!
    portfolioPage: PageInfo!
  }

  type Wallet @key(fields: "address") {
    address: ID!
    label: String!
  }

  type Token @key(fields: "mint") {
    mint: ID!
    note: String!
  }

  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
`;

const FEDERATION = `
  directive @key(fields: String!) repeatable on OBJECT
  directive @shareable on OBJECT
  directive @link(url: String!, import: [String!]) repeatable on SCHEMA
  scalar _Any
  type _Service { sdl: String! }
  union _Entity = Wallet | Token
  extend type Query {
    _service: _Service!
    _entities(representations: [_Any!]!): [_Entity]!
  }
`;

interface Lists {
  /** Addresses in the order in which they are listed, repeated where a list repeats them. */
  readonly wallets: readonly string[];
  readonly mints: readonly string[];
}

/** The subgraph on a port of loopback. `show` sets what its lists hold. */
export interface LabelsSubgraph {
  readonly url: string;
  show(lists: Lists): void;
  close(): Promise<void>;
}

function labelsSchema(listed: () => Lists): GraphQLSchema {
  const schema = buildSchema(labelsSdl.replace(/extend schema.*\n/, '') + FEDERATION);
  const resolvers: Readonly<Record<string, () => unknown>> = {
    portfolio: () => listed().wallets.map((address, n) => ({ address, label: `wallet ${n}` })),
    watchlist: () => listed().mints.map((mint, n) => ({ mint, note: `token ${n}` })),
    portfolioPage: () => ({ hasNextPage: false, hasPreviousPage: false }),
    _service: () => ({ sdl: labelsSdl }),
  };
  for (const [name, resolve] of Object.entries(resolvers)) {
    const field = schema.getQueryType()?.getFields()[name];
    if (field) field.resolve = resolve;
  }
  return schema;
}

interface GraphqlHttp {
  createHandler(options: { readonly schema: GraphQLSchema }): RequestListener;
}

export async function openLabels(): Promise<LabelsSubgraph> {
  let lists: Lists = { wallets: [], mints: [] };
  const { createHandler } = await peer<GraphqlHttp>('graphql-http/lib/use/http');
  const server = createServer(createHandler({ schema: labelsSchema(() => lists) }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    show: (next) => {
      lists = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
