import type { TestDatabase } from '../support/database.ts';

export const ADDRESS = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';

type Headers = Readonly<Record<string, string>>;

/** What a call came to, whatever its protocol: the code of its refusal, or null where it was none. */
export interface Said {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly code: string | null;
  readonly text: string;
}

/** A way to ask the service for something that it has to work for, or to ask its database. */
export interface Road {
  readonly name: string;
  send(origin: string, headers: Headers): Promise<Said>;
}

/** A JSON value with members that are only looked at. */
type Json = Readonly<Record<string, unknown>> | undefined;

async function call(url: string, headers: Headers, body?: object): Promise<Said & { readonly body: Json }> {
  const response = await fetch(url, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = JSON.parse(text) as Json;
  return { status: response.status, headers: response.headers, code: codeIn(parsed), text, body: parsed };
}

/** The first member `code` that is one of ours, however deep: as a problem, in an error of GraphQL, a result or a message. */
function codeIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code } = value as { code?: unknown };
  if (typeof code === 'string') return code.toLowerCase();
  for (const member of Object.values(value)) {
    const found = codeIn(member);
    if (found !== null) return found;
  }
  return null;
}

const rest = (name: string, path: string, body?: object): Road => ({
  name,
  send: (origin, headers) => call(origin + path, headers, body),
});

const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
const part = { data: { kind: 'funder', address: ADDRESS } };
const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [part] };

/** Every road, asked with a key. */
export const roads: readonly Road[] = [
  rest('a check', `/check/funder/${ADDRESS}`),
  rest('the balance', '/credits/balance'),
  rest('a top-up', '/credits/prepare', { payer: ADDRESS, amount_atomic: 5_000_000 }),
  rest('a claim', '/credits/claim', { signature: '1'.repeat(64), ticket: 'x' }),
  rest('a payment per call', '/pay/prepare', { payer: ADDRESS, resource: `/check/funder/${ADDRESS}` }),
  rest('GraphQL', '/graphql', { query: '{ account { balance_usdc: balanceUsdc } }' }),
  rest('MCP', '/mcp', rpc('tools/call', { name: 'balance', arguments: {} })),
  {
    name: 'A2A',
    send: (origin, headers) =>
      call(`${origin}/a2a`, { ...headers, 'a2a-version': '1.0' }, rpc('SendMessage', { message })),
  },
];

/**
 * Stops the clock of a database for all connections that are opened from now on, in the middle of a minute, so that nobody
 * sees two windows.
 */
export async function stopClock({ database: { sql }, url }: TestDatabase): Promise<void> {
  const [row] = await sql<{ at: string }[]>`SELECT (date_trunc('minute', now()) + interval '20 seconds')::text AS at`;
  await sql`CREATE SCHEMA stopped`;
  await sql.unsafe(
    `CREATE FUNCTION stopped.now() RETURNS timestamptz STABLE LANGUAGE sql AS $$ SELECT '${row?.at}'::timestamptz $$`,
  );
  const name = new URL(url).pathname.slice(1);
  await sql`ALTER DATABASE ${sql(name)} SET search_path = stopped, pg_catalog, public`;
}
