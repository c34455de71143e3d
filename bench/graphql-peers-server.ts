// Our schema served by one of the GraphQL servers of test/peers, in a process of its own, each with its usual caches. Tells the parent its
// port, and its processor time in microseconds whenever it is asked.
import { createServer, type RequestListener } from 'node:http';
import Module, { createRequire } from 'node:module';
import { type DocumentNode, execute, type GraphQLSchema, parse, validate } from 'graphql';
import { schema } from '#schema/schema.ts';

// The parent's folder: this file is bundled to another.
const ROOT = `${process.cwd()}/`;
const peers = createRequire(`${ROOT}test/peers/package.json`);

// A copy of graphql that the peers bring along would take our schema for a stranger's.
const loader = Module as unknown as { _resolveFilename(request: string, ...rest: unknown[]): string };
const resolve = loader._resolveFilename;
loader._resolveFilename = (request, ...rest) =>
  /^graphql($|\/)/.test(request)
    ? resolve.call(loader, request, null, false, { paths: [ROOT] })
    : resolve.call(loader, request, ...rest);

/** What all of them are given: resolvers of free fields read nothing of it. */
const context = () => ({ operation: null, caller: null, money: null });

type Answer = readonly [body: string | null, init: { readonly status: number; readonly headers?: object }];

/** As its own adapter for Node answers, but with a length, by which the load generator tells answers apart. */
async function bare(): Promise<number> {
  const { createHandler } = peers('graphql-http') as { createHandler(o: object): (r: object) => Promise<Answer> };
  const check = (one: GraphQLSchema, document: DocumentNode) => validate(one, document);
  const handle = createHandler({ schema, parse, validate: check, execute, context });
  return await listening(async (request, response) => {
    const { url, method, headers } = request;
    const [body, init] = await handle({ url, method, headers, body: () => null, raw: request, context: {} });
    const text = body ?? '';
    response.writeHead(init.status, { ...init.headers, 'content-length': Buffer.byteLength(text) }).end(text);
  });
}

/** It keeps parsed and validated documents by itself. */
async function yoga(): Promise<number> {
  const { createYoga } = peers('graphql-yoga') as { createYoga(o: object): RequestListener };
  return await listening(createYoga({ schema, context, logging: false, graphiql: false, landingPage: false }));
}

interface Fastify {
  register(plugin: unknown, options: object): unknown;
  listen(options: object): Promise<string>;
}

/** It keeps parsed and validated documents by itself, and compiles them after their first use where `jit` is set. */
async function mercurius(jit: number): Promise<number> {
  const app = (peers('fastify') as (o: object) => Fastify)({ logger: false });
  app.register(peers('mercurius'), { schema, context, jit });
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

interface Apollo {
  start(): Promise<void>;
  executeHTTPGraphQLRequest(given: object): Promise<ApolloAnswer>;
}

interface ApolloAnswer {
  readonly status?: number;
  readonly headers: Iterable<[string, string]>;
  readonly body: { readonly kind: string; readonly string: string };
}

/** It keeps parsed and validated documents by itself. Without its adapter, which costs more than this. */
async function apollo(): Promise<number> {
  const { ApolloServer, HeaderMap } = peers('@apollo/server') as {
    ApolloServer: new (o: object) => Apollo;
    HeaderMap: new (entries: Iterable<[string, unknown]>) => object;
  };
  const server = new ApolloServer({ schema, csrfPrevention: false, cache: 'bounded', nodeEnv: 'production' });
  await server.start();
  return await listening(async (request, response) => {
    const headers = new HeaderMap(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const search = (request.url ?? '').replace(/^[^?]*/, '');
    const httpGraphQLRequest = { method: request.method, headers, search, body: undefined };
    const {
      status,
      headers: answered,
      body,
    } = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest,
      context: async () => context(),
    });
    const length = Buffer.byteLength(body.string);
    response.writeHead(status ?? 200, { ...Object.fromEntries(answered), 'content-length': length }).end(body.string);
  });
}

async function listening(handle: (...given: Parameters<RequestListener>) => unknown): Promise<number> {
  const server = createServer(handle);
  return await new Promise((started) => {
    server.listen(0, '127.0.0.1', () => started((server.address() as { port: number }).port));
  });
}

const servers: Readonly<Record<string, () => Promise<number>>> = {
  bare,
  yoga,
  mercurius: () => mercurius(0),
  'mercurius with jit': () => mercurius(1),
  apollo,
};

const port = await servers[String(process.argv[2])]?.();
process.send?.(port);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('disconnect', () => process.exit(0));
