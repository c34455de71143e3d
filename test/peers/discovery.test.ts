import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parsePaymentRequired } from '@x402/core/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';

/*
 * The service as catalogues see it: the discovery runtime that agentcash and x402scan use, the validators of x402's own
 * extensions package, and the rules of documents that have no published validator, written down as they stand in their drafts.
 */

const discovery = 'test/peers/node_modules/@agentcash/discovery/bin/discovery.js';
/** The checks with their prices, as the specification lists them. */
const ALL = [
  { name: 'wallet', subject: 'address', priceUsdc: '0.10', verdict: 'NEUTRAL' },
  { name: 'token', subject: 'mint', priceUsdc: '0.02', verdict: 'ELEVATED' },
  { name: 'trade', subject: 'mint', priceUsdc: '0.02', verdict: 'HIGH_COST' },
  { name: 'funder', subject: 'address', priceUsdc: '0.05', verdict: 'WALLET_FUNDED' },
] as const;

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
type Json = any;

interface Issue {
  readonly code: string;
  readonly severity: 'error' | 'warn' | 'info';
}

interface Discovered {
  readonly ok: boolean;
  readonly selectedStage: string;
  readonly resources: readonly {
    readonly method: string;
    readonly path: string;
    readonly authHint: string;
    readonly priceHint?: string;
    readonly protocols?: readonly string[];
  }[];
  readonly warnings: readonly Issue[];
}

interface Agentcash {
  validatePaymentRequiredDetailed(
    payload: unknown,
    options?: object,
  ): { readonly valid: boolean; readonly issues: readonly Issue[] };
}

interface Bazaar {
  validateDiscoveryExtension(extension: unknown): { readonly valid: boolean; readonly errors?: readonly string[] };
  validateDiscoveryExtensionSpec(extension: unknown): { readonly valid: boolean; readonly errors?: readonly string[] };
  validateRouteTemplate(template: string): string | undefined;
}

interface Identifier {
  isPaymentIdentifierExtension(extension: unknown): boolean;
}

let town: Town;
let url: string;
let agentcash: Agentcash;
let bazaar: Bazaar;
let identifier: Identifier;

beforeAll(async () => {
  town = await openTown();
  url = town.service.url;
  [agentcash, bazaar, identifier] = await Promise.all([
    peer<Agentcash>('@agentcash/discovery'),
    peer<Bazaar>('@x402/extensions/bazaar'),
    peer<Identifier>('@x402/extensions/payment-identifier'),
  ]);
});
afterAll(async () => {
  await town?.service.end();
});

/** What the command of agentcash finds at the service. */
async function discovered(): Promise<Discovered> {
  const { stdout } = await promisify(execFile)(process.execPath, [discovery, 'discover', url, '--json']);
  return JSON.parse(stdout);
}

async function read(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(new URL(path, url), { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Json };
}

/** Live 402s: of the placeholder that catalogues ask with, and of a call that could be paid. */
const calls: readonly (readonly [string, () => string])[] = [
  ...ALL.map(({ name, subject }) => [`the template of ${name}`, () => `/check/${name}/%7B${subject}%7D`] as const),
  ...ALL.map(({ name, verdict }) => [`a ${name} check`, () => `/check/${name}/${town.sample(name, verdict)}`] as const),
  ['a trade with its size', () => `/check/trade/${town.sample('trade', 'HIGH_COST')}?size_sol=2.5`],
];

async function terms(path: string): Promise<Json> {
  const { headers } = await read(path);
  return JSON.parse(Buffer.from(String(headers.get('payment-required')), 'base64').toString('utf8'));
}

describe('@agentcash/discovery 1.7.5', () => {
  it('finds exactly the four checks as paid, with their prices, and no error', async () => {
    const { ok, selectedStage, resources, warnings } = await discovered();
    expect([ok, selectedStage]).toEqual([true, 'openapi']);
    const paid = resources.filter(({ authHint }) => authHint.includes('paid'));
    expect(
      paid.map(({ method, path, authHint, priceHint, protocols }) => [method, path, authHint, priceHint, protocols]),
    ).toEqual(
      ALL.map(({ name, subject, priceUsdc }) => [
        'GET',
        `/check/${name}/{${subject}}`,
        'apiKey+paid',
        `${priceUsdc} USD`,
        ['x402'],
      ]),
    );
    expect(
      resources
        .filter(({ authHint }) => !authHint.includes('paid'))
        .every(({ authHint }) => authHint === 'unprotected'),
    ).toBe(true);
    // Whose address to write to is for the operator to say; the other is the number of documents that are described.
    expect(warnings.map(({ code, severity }) => [severity, code])).toEqual([
      ['info', 'OPENAPI_CONTACT_MISSING'],
      ['warn', 'L2_ROUTE_COUNT_HIGH'],
    ]);
  });

  it.each(calls)('has nothing to say against the 402 of %s', async (_, path) => {
    const { valid, issues } = agentcash.validatePaymentRequiredDetailed(await terms(path()));
    expect([valid, issues]).toEqual([true, []]);
  });
});

describe('@x402/extensions and @x402/core 2.27.0', () => {
  it.each(calls)('take the 402 of %s', async (_, path) => {
    const { status, body } = await read(path());
    const required = await terms(path());
    expect(status).toBe(402);
    expect([parsePaymentRequired(required).success, parsePaymentRequired(body).success]).toEqual([true, true]);
    const { bazaar: listing, 'payment-identifier': named } = required.extensions;
    expect(bazaar.validateDiscoveryExtension(listing)).toEqual({ valid: true });
    expect(bazaar.validateDiscoveryExtensionSpec(listing)).toEqual({ valid: true });
    expect(bazaar.validateRouteTemplate(listing.routeTemplate)).toBe(listing.routeTemplate);
    expect(identifier.isPaymentIdentifierExtension(named)).toBe(true);
  });

  it('read terms that keep the limits of catalogues', async () => {
    for (const [, path] of calls) {
      const { resource, accepts } = await terms(path());
      expect(resource.description.length).toBeLessThanOrEqual(500);
      expect(resource.serviceName).toMatch(/^[\x20-\x7e]{1,32}$/);
      expect((resource.tags ?? []).every((tag: string) => tag.length <= 32)).toBe(true);
      expect(Number(accepts[0].amount)).toBeLessThanOrEqual(1_000_000);
    }
  });
});

describe('the payment manifest', () => {
  it('says of each check what its live 402 says', async () => {
    const { body } = await read('/.well-known/x402');
    expect(body.resources).toEqual(ALL.map(({ name, subject }) => `${url}/check/${name}/{${subject}}`));
    expect(body.items).toHaveLength(ALL.length);
    for (const item of body.items) {
      const path = item.resource.slice(url.length).replace('{', '%7B').replace('}', '%7D');
      const { accepts, extensions } = await terms(path);
      expect(item.accepts).toEqual(accepts);
      expect(item.routeTemplate).toBe(extensions.bazaar.routeTemplate);
      expect((await fetch(item.outputSchema.$ref)).status).toBe(200);
    }
  });
});

/** Rules of the server card's schema, version 1, of the extension for server cards. */
describe('the server card of MCP', () => {
  it('is one by the schema of its extension', async () => {
    const { status, headers, body } = await read('/mcp/server-card', { accept: 'application/mcp-server-card+json' });
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'application/mcp-server-card+json',
      '*',
    ]);
    const known = [
      '$schema',
      'name',
      'version',
      'description',
      'title',
      'websiteUrl',
      'repository',
      'icons',
      'remotes',
      '_meta',
    ];
    expect(Object.keys(body).filter((member) => !known.includes(member))).toEqual([]);
    expect(body.$schema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json');
    expect(body.name).toMatch(/^(?=.{3,200}$)[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    for (const text of [body.description, body.title]) expect(text).toMatch(/^.{1,100}$/);
    expect(body.version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(body.icons.length).toBeGreaterThan(0);
    for (const { src, mimeType, sizes } of body.icons) {
      const icon = await fetch(src);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, mimeType]);
      expect(sizes.every((size: string) => /^(?:\d+x\d+|any)$/.test(size))).toBe(true);
    }
  });

  it('says what the endpoint says when it is asked', async () => {
    const [remote, ...others] = (await read('/mcp/server-card')).body.remotes;
    expect([remote.type, others]).toEqual(['streamable-http', []]);
    expect(remote.url).toMatch(/^https?:\/\/\S+$/);
    for (const { name, isRequired, isSecret } of remote.headers) {
      expect([name, isRequired, isSecret]).toEqual(['X-API-Key', false, true]);
    }
    const era = '2026-07-28';
    expect(remote.supportedProtocolVersions[0]).toBe(era);
    const reserved = 'io.modelcontextprotocol/';
    const _meta = { [`${reserved}protocolVersion`]: era, [`${reserved}clientCapabilities`]: {} };
    const response = await fetch(remote.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': era,
        'mcp-method': 'server/discover',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }),
    });
    const { result } = (await response.json()) as Json;
    expect(result.supportedVersions).toContain(era);
    for (const version of remote.supportedProtocolVersions.slice(1)) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'reader', version: '1' } };
      const hello = await fetch(remote.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      });
      expect(((await hello.json()) as Json).result.protocolVersion).toBe(version);
    }
  });
});

/** Members of a link context of ours: its anchor, and relations of the registry, those of RFC 8631 among them. */
const RELATIONS = ['anchor', 'item', 'service-desc', 'service-doc', 'service-meta', 'status'];

describe('the catalogues of one address', () => {
  it('list the server card and the agent card, each of the type that it is served with', async () => {
    const { status, body } = await read('/.well-known/ai-catalog.json');
    expect([status, body.specVersion]).toEqual([200, '1.0']);
    expect(body.entries).toHaveLength(2);
    expect(new Set(body.entries.map((entry: Json) => entry.identifier)).size).toBe(2);
    for (const { identifier: urn, displayName, type, mediaType, url: at } of body.entries) {
      expect(urn).toMatch(/^urn:air:[a-z0-9.-]+(?::[a-z0-9-]+)+$/);
      expect([displayName.length > 0, type]).toEqual([true, mediaType]);
      expect((await fetch(at)).status).toBe(200);
    }
    const types = body.entries.map(({ type }: Json) => type);
    expect(types).toEqual(['application/mcp-server-card+json', 'application/a2a-agent-card+json']);
  });

  it('are a linkset by RFC 9264 that names its APIs by RFC 9727, with links of registered relations that work', async () => {
    const { status, headers, body } = await read('/.well-known/api-catalog');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(
      /^application\/linkset\+json; ?profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
    );
    expect(Object.keys(body)).toEqual(['linkset']);
    const [catalogue, ...apis] = body.linkset;
    expect(catalogue.anchor).toBe(`${url}/.well-known/api-catalog`);
    expect(catalogue.item.map(({ href }: Json) => href)).toEqual(apis.map(({ anchor }: Json) => anchor));
    for (const context of body.linkset) {
      expect(Object.keys(context).filter((member) => !RELATIONS.includes(member))).toEqual([]);
      expect(context.anchor).toMatch(/^https?:/);
    }
    const front = await fetch(url);
    expect(front.headers.get('link')).toContain('</.well-known/api-catalog>; rel="api-catalog"');
  });

  it('name nothing that is not there', async () => {
    const { body } = await read('/.well-known/api-catalog');
    const links = body.linkset.flatMap(({ anchor: _, ...rest }: Json) => Object.values(rest).flat()) as Json[];
    for (const href of new Set(links.map((link) => link.href))) {
      const accept = href.endsWith('/graphql') ? 'text/html' : '*/*';
      const { status } = await fetch(href, { headers: { accept } });
      expect([href, status]).toEqual([href, href.endsWith('/a2a') ? 405 : 200]);
    }
  });
});
