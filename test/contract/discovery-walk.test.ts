import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wellKnownNames } from '#config/variables.ts';
import { ask, PUBLIC, type Reply, type Service, startService } from '../rest/service.ts';

const MCP = 'https://mcp.example.org';

let service: Service;
beforeAll(async () => {
  const ownershipFiles = { glama: { claim: 'x' }, x402: { claim: 'never seen' } };
  service = await startService({ mcpBaseUrl: MCP, freeCallsPerDay: 5, ownershipFiles });
});
afterAll(() => service.close(0));

/** Paths of ours that a text names, whatever the text is made of; those of templates and commands cut at their end. */
function namedIn(text: string): readonly string[] {
  const urls = [...text.matchAll(/https:\/\/(?:assay\.example|mcp\.example\.org)(\/[^\s"'`)<>,|\\]*)?/g)];
  return urls.map(([, path = '/']) => path.replace(/[.;:]+$/, '')).filter((path) => !/[{}]/.test(path));
}

/** Every path that can be reached from `/` by what documents and `Link` headers name, with what it answered. */
async function walk(): Promise<ReadonlyMap<string, Reply>> {
  const seen = new Map<string, Reply>();
  const next = ['/'];
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue;
    const reply = await ask(service, path);
    seen.set(path, reply);
    const links = [...String(reply.headers.link ?? '').matchAll(/<(\/[^>]*)>/g)].map(([, link]) => String(link));
    next.push(...links, ...(reply.status === 200 ? namedIn(reply.text) : []));
  }
  return seen;
}

describe('a walk from /', () => {
  let found: ReadonlyMap<string, Reply>;
  beforeAll(async () => {
    found = await walk();
  });

  it('meets nothing that is not served', () => {
    const lost = [...found].filter(([, { status }]) => ![200, 401, 402, 405].includes(status));
    expect(lost.map(([path, { status }]) => [path, status])).toEqual([]);
  });

  it('meets paid and posted calls where it should, and no others', () => {
    const paths = (wanted: number) => [...found].filter(([, { status }]) => status === wanted).map(([path]) => path);
    expect(paths(402).every((path) => /^\/check\/\w+\/\w+$/.test(path))).toBe(true);
    expect(paths(402).length).toBeGreaterThanOrEqual(Object.keys(kinds).length);
    expect(paths(401)).toEqual(['/credits/balance']);
    expect(paths(405).sort()).toEqual(['/a2a', '/credits/claim', '/credits/prepare', '/pay/prepare']);
    for (const path of paths(405)) expect(found.get(path)?.headers.allow).toContain('POST');
  });

  it('finds every document that the OpenAPI document describes, but those of operators', async () => {
    const { body } = await ask(service, '/openapi.json');
    const gets = Object.entries(body.paths as Record<string, { get?: unknown }>).filter(([, { get }]) => get);
    const plain = gets.map(([path]) => path).filter((path) => !path.includes('{'));
    const aside = [
      '/.well-known/mcp-registry-auth',
      '/.well-known/agent.json',
      '/.well-known/x402.json',
      '/status.json',
      '/graphql/documents.json',
    ];
    const unread = ['/favicon.ico', '/health/ready', '/logo.svg', '/robots.txt', ...aside];
    const hint = 'a document is linked from / by src/pages/addresses.ts and src/pages/landing/document.ts';
    expect(plain.filter((path) => !found.has(path)).sort(), hint).toEqual(
      unread.filter((path) => !found.has(path)).sort(),
    );
  });

  it('names the second address family for MCP and nothing else', () => {
    const own = [...found.values()].filter(({ status }) => status === 200).map(({ text }) => text);
    const mcp = new Set(own.flatMap((text) => text.match(/https:\/\/mcp\.example\.org[^\s"'`)<>,|\\]*/g) ?? []));
    expect([...mcp].map((url) => url.replace(/[.;]$/, '')).sort()).toEqual([`${MCP}/mcp`, `${MCP}/mcp/server-card`]);
    expect(own.filter((text) => text.includes(`${PUBLIC}/mcp`))).toEqual([]);
  });
});

describe('/', () => {
  it('says of MCP what the endpoint itself says', async () => {
    const [{ body: root }, { body: mcp }] = await Promise.all([ask(service, '/'), ask(service, '/mcp')]);
    expect(root.mcp.protocol_versions).toEqual(mcp.protocol_versions);
    expect(root.mcp.tools).toEqual(mcp.tools.map(({ name }: { name: string }) => name));
    expect(root.mcp).toMatchObject({ url: `${MCP}/mcp`, transport: 'streamable-http', free_calls_per_day: 5 });
    expect(root.mcp.hint).toContain('first 5 checks');
  });

  it('says of A2A what the card says', async () => {
    const [{ body: root }, { body: card }] = await Promise.all([
      ask(service, '/'),
      ask(service, '/.well-known/agent-card.json'),
    ]);
    expect(root.a2a.url).toBe(card.url);
    expect(root.a2a.skills).toEqual(card.skills.map(({ id }: { id: string }) => id));
  });

  it('shows a call of MCP that can be sent as it stands', async () => {
    const { method, url, headers, body } = (await ask(service, '/')).body.mcp.example;
    const reply = await ask(service, url.slice(MCP.length), { method, headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: 1, result: expect.anything() });
  });

  it('offers only the ways that there are', async () => {
    expect(Object.keys((await ask(service, '/')).body.start_here)).toEqual(['free', 'pay_per_call', 'prepaid']);
    const keysOnly = await startService({ settings: { enabled: false } });
    const { body } = await ask(keysOnly, '/');
    expect(Object.keys(body.start_here)).toEqual(['prepaid']);
    expect(body.mcp.hint).toContain('Every check is paid');
    expect(body.payment).toMatchObject({ enabled: false, note: expect.stringContaining('not offered') });
    const { body: usage } = await ask(keysOnly, '/check/token');
    expect(usage.pay.routes.map(({ route }: { route: string }) => route)).toEqual(['credit']);
    await keysOnly.close(0);
  });
});

describe('files of ownership', () => {
  it('are served under their names', async () => {
    expect((await ask(service, '/.well-known/glama.json')).body).toEqual({ claim: 'x' });
  });

  it('never stand before a document of ours, whose names the configuration refuses', async () => {
    expect((await ask(service, '/.well-known/x402.json')).body.kind).toBe('resource-server');
    const { body } = await ask(service, '/openapi.json');
    const ours = Object.keys(body.paths).flatMap((path) => /^\/\.well-known\/([^{}/]+)\.json$/.exec(path)?.[1] ?? []);
    expect([...wellKnownNames].sort()).toEqual(ours.sort());
  });

  it('may have names with dots', async () => {
    const dotted = await startService({ ownershipFiles: { 'a.b-c_d': { ok: true } } });
    expect((await ask(dotted, '/.well-known/a.b-c_d.json')).body).toEqual({ ok: true });
    expect((await ask(dotted, '/.well-known/a.json')).status).toBe(404);
    await dotted.close(0);
  });
});
