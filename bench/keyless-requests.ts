// What callers without a key can ask for, with the dearest known one of each kind. `n` makes each request another one.
import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { getIntrospectionQuery } from 'graphql';

/** One request. */
export interface KeylessRequest {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RequestKind {
  readonly name: string;
  readonly ask: (n: number) => KeylessRequest;
}

const ADDRESS = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';
const BODY_CHARS = 95_000;

const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ');
const post = (path: string, body: object, headers = {}): KeylessRequest => ({
  path,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const graphql = (name: string, query: (n: number) => string, variables?: (n: number) => object): RequestKind => ({
  name: `GraphQL: ${name}`,
  ask: (n) => post('/graphql', { query: query(n), ...(variables && { variables: variables(n) }) }),
});
const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
const mcp = (method: string, params: (n: number) => object = () => ({})): RequestKind => ({
  name: `MCP: ${method}`,
  ask: (n) => post('/mcp', rpc(method, params(n)), { accept: 'application/json, text/event-stream' }),
});
const page = (path: string, headers = {}): RequestKind => ({
  name: `GET ${path}`,
  ask: (n) => ({ path: `${path}?n=${n}`, headers }),
});
const subjects = Array.from({ length: 5_000 }, () => bs58.encode(randomBytes(32)));
const subject = (): string => String(subjects[Math.floor(Math.random() * subjects.length)]);
const checks = (count: number): object => ({
  requests: Array.from({ length: count }, () => ({ funder: { address: subject() } })),
});
const payment = (members: object): string => Buffer.from(JSON.stringify(members)).toString('base64');

/** A schema of 158 kB for 300 bytes. */
export const introspection = graphql(
  'introspection, each with another name',
  (n) =>
    `query q${n} { __schema { types { kind name description fields { name description args { name description type { name kind } } type { name kind ofType { name kind ofType { name } } } } inputFields { name description type { name kind } } enumValues { name description } } } }`,
);
/** The same with another alias each time, so that no answer is like another. */
export const varied = graphql(
  'introspection, each with another alias',
  (n) =>
    `{ a${n}: __schema { types { kind name description fields { name description args { name description type { name kind } } type { name kind ofType { name kind ofType { name } } } } inputFields { name description type { name kind } } enumValues { name description } } } }`,
);
/** The same with a key that nobody has. */
export const invented: RequestKind = {
  name: 'GraphQL: introspection with invented keys',
  ask: (n) => {
    const { headers, ...asked } = varied.ask(n);
    return { ...asked, headers: { ...headers, 'x-api-key': `assay_invented${n}` } };
  },
};
export const aliases = graphql(
  '195 aliases',
  (n) => `query q${n} { ${many(195, (i) => `a${i}: prices { kind usdc }`)} }`,
);
export const batch = graphql(
  'an unpaid batch of 100',
  () => 'query($requests: [CheckRequest!]!) { checks(requests: $requests) { ... on Check { document } } }',
  () => checks(100),
);

export const requestKinds: readonly RequestKind[] = [
  { name: 'REST: 402', ask: () => ({ path: `/check/funder/${subject()}` }) },
  { name: 'REST: 422', ask: (n) => ({ path: `/check/trade/x${n}?size_sol=abc` }) },
  {
    name: 'REST: payment that is no base64',
    ask: (n) => ({ path: `/check/funder/${ADDRESS}`, headers: { 'payment-signature': `?${n}` } }),
  },
  {
    name: 'REST: payment of 12 kB that is none',
    ask: (n) => ({
      path: `/check/funder/${ADDRESS}`,
      headers: {
        'payment-signature': payment({
          x402Version: 2,
          payload: { transaction: randomBytes(6_000).toString('base64') },
          n,
        }),
      },
    }),
  },
  {
    name: 'REST: invented key',
    ask: (n) => ({ path: `/check/funder/${ADDRESS}`, headers: { 'x-api-key': `assay_invented${n}` } }),
  },
  introspection,
  varied,
  invented,
  graphql('introspection of public tools', () => getIntrospectionQuery()),
  graphql('introspection of public tools, each with another comment', (n) => `# ${n}\n${getIntrospectionQuery()}`),
  graphql(
    'introspection under another alias',
    (n) => `{ a${n}: __schema { types { name description fields { name description args { name description } } } } }`,
  ),
  graphql(
    '__type of the largest type',
    (n) =>
      `query q${n} { __type(name: "Query") { fields { name description args { name description type { name } } } } }`,
  ),
  aliases,
  graphql(
    '195 aliases of arguments',
    () => `{ ${many(100, (i) => `a${i}: funderCheck(address: "${subject()}") { kind }`)} }`,
  ),
  batch,
  graphql('reason codes', (n) => `query q${n} { reasonCodes { ${many(60, (i) => `a${i}: meaning`)} code } }`),
  graphql('flags', (n) => `query q${n} { flags { ${many(60, (i) => `a${i}: meaning`)} code } }`),
  graphql('_service', (n) => `query q${n} { _service { sdl } }`),
  graphql(
    'fragments',
    (n) =>
      `query q${n} { ${many(45, (i) => `...f${i}`)} } ${many(45, (i) => `fragment f${i} on Query { ${many(10, (j) => `a${j}: prices { kind usdc }`)} }`)}`,
  ),
  graphql('1,000 errors', (n) => `query q${n} { ${many(590, (i) => `x${n}y${i}`)} }`),
  graphql('95 kB of one text', (n) => `{ funderCheck(address: "${n}${'x'.repeat(BODY_CHARS)}") { kind } }`),
  graphql(
    '95 kB of brackets in variables',
    () => 'query($requests: [CheckRequest!]!) { checks(requests: $requests) { __typename } }',
    () => ({ requests: Array.from({ length: 20_000 }, () => ({})) }),
  ),
  graphql('4,000 tokens', (n) => `query q${n} { ${many(595, (i) => `a${i}: __typename @include(if: true)`)} }`),
  {
    name: 'GraphQL: a document of 4,000 tokens by GET',
    ask: (n) => ({
      path: `/graphql?query=${encodeURIComponent(`query q${n} { ${many(190, (i) => `a${i}: prices { kind }`)} }`)}`,
    }),
  },
  ...[
    '/openapi.json',
    '/llms.txt',
    '/reason-codes',
    '/.well-known/agent-card.json',
    '/.well-known/x402',
    '/docs',
    '/credits',
    '/status',
  ].map((path) => page(path)),
  page('/', { accept: 'text/html' }),
  page('/reason-codes', { accept: 'text/html' }),
  page('/errors/rate_limited', { accept: 'text/html' }),
  page(`/check/funder/${ADDRESS}`, { accept: 'text/html' }),
  page('/usage', { accept: 'text/html' }),
  page('/graphql', { accept: 'text/html' }),
  page('/nothing-here'),
  page('/nothing-here', { accept: 'text/html' }),
  mcp('initialize', () => ({
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  })),
  mcp('tools/list'),
  mcp('prompts/list'),
  mcp('resources/list'),
  mcp('resources/read', () => ({ uri: 'assay://openapi' })),
  mcp('tools/call', () => ({
    name: 'check_batch',
    arguments: { checks: Array.from({ length: 75 }, () => ({ kind: 'funder', subject: subject() })) },
  })),
  {
    name: 'MCP: an array of ten messages',
    ask: () =>
      post(
        '/mcp',
        ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', ...Array(6).fill('ping')].map(
          (method, id) => ({ jsonrpc: '2.0', id, method }),
        ),
        {
          accept: 'application/json, text/event-stream',
        },
      ),
  },
  {
    name: 'MCP: 95 kB',
    ask: (n) =>
      post('/mcp', rpc('tools/call', { name: `x${n}`, arguments: { a: Array(19_000).fill([]) } }), {
        accept: 'application/json, text/event-stream',
      }),
  },
  {
    name: 'A2A: a question',
    ask: (n) =>
      post(
        '/a2a',
        rpc('SendMessage', {
          message: { messageId: `m${n}`, role: 'ROLE_USER', parts: [{ data: { kind: 'funder', address: subject() } }] },
        }),
        { 'a2a-version': '1.0' },
      ),
  },
  {
    name: 'A2A: 95 kB of parts',
    ask: (n) =>
      post(
        '/a2a',
        rpc('SendMessage', {
          message: {
            messageId: `m${n}`,
            role: 'ROLE_USER',
            parts: Array.from({ length: 9_000 }, () => ({ text: 'a' })),
          },
        }),
        { 'a2a-version': '1.0' },
      ),
  },
  { name: 'POST /credits/prepare', ask: () => post('/credits/prepare', { payer: ADDRESS, amount_atomic: 5_000_000 }) },
  {
    name: 'POST /pay/prepare',
    ask: () => post('/pay/prepare', { payer: ADDRESS, resource: `/check/funder/${ADDRESS}` }),
  },
  {
    name: 'POST /credits/claim',
    ask: () =>
      post('/credits/claim', {
        signature: bs58.encode(randomBytes(64)),
        ticket: randomBytes(120).toString('base64url'),
      }),
  },
  { name: 'POST /nothing-here of 95 kB', ask: (n) => post(`/nothing-here/${n}`, { a: Array(19_000).fill([]) }) },
  {
    name: 'GET / with 30 kB of headers',
    ask: (n) => ({
      path: '/',
      headers: Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`x-header-${i}`, `${n} ${'x'.repeat(20)}`])),
    }),
  },
];
