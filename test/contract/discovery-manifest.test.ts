import { formatUsdc } from 'assay-core/lib/money.ts';
import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pricesAtomic } from '#payments/prices.ts';
import { manifestPages } from '#transport/discovery/manifest.ts';
import { serverName } from '#transport/discovery/server-card.ts';
import { ask, PUBLIC, type Service, startService } from '../rest/service.ts';

const settings = {
  enabled: true,
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  v1Network: 'solana',
  assetMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
  feePayer: 'first',
  baseUrl: PUBLIC,
  serviceName: 'Assay',
  iconUrl: `${PUBLIC}/logo.png`,
  sandbox: false,
};

describe.each([true, false])('the manifest with x402 on: %s', (enabled) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ settings: { enabled } });
  });
  afterAll(() => service.close(0));

  it.each(Object.values(kinds))('says of $name what the live 402 says', async (kind) => {
    const { body } = await ask(service, '/.well-known/x402');
    const template = `/check/${kind.name}/{${kind.subject}}`;
    const item = body.items.find(({ resource }: { resource: string }) => resource === PUBLIC + template);
    const live = await ask(service, template);
    expect(live.status).toBe(402);
    expect(item.price.amount).toBe(live.body.price_usdc);
    expect(body.payment.enabled).toBe(enabled);
    if (!enabled) {
      expect([item.accepts, live.body.accepts, live.headers['payment-required']]).toEqual([[], [], undefined]);
      return;
    }
    const required = JSON.parse(Buffer.from(String(live.headers['payment-required']), 'base64').toString());
    expect(item.accepts).toEqual(required.accepts);
    expect(item.routeTemplate).toBe(required.extensions.bazaar.routeTemplate);
    expect(item.method).toBe(required.extensions.bazaar.info.input.method);
    expect(item).toMatchObject({
      x402Version: required.x402Version,
      type: 'http',
      mimeType: required.resource.mimeType,
    });
    expect([item.serviceName, body.icon]).toEqual([required.resource.serviceName, required.resource.iconUrl]);
    expect(item.description).toBe(required.resource.description);
  });

  it('lists four templates as texts, and shows how each is called and answered', async () => {
    const { body, text } = await ask(service, '/.well-known/x402');
    expect(body).toMatchObject({ version: 1, x402Version: 2, name: 'Assay', ownershipProofs: [] });
    expect(body.resources).toEqual(body.items.map(({ resource }: { resource: string }) => resource));
    expect(body.resources).toHaveLength(4);
    for (const item of body.items) {
      expect(item.inputSchema.required).toEqual(Object.keys(item.inputSchema.properties).slice(0, 1));
      const schema = await ask(service, item.outputSchema.$ref.slice(PUBLIC.length));
      expect(schema.body.$id).toBe(item.outputSchema.$ref);
    }
    expect((await ask(service, '/.well-known/x402.json')).text).toBe(text);
  });
});

describe('the manifest', () => {
  it('follows a fee payer that changes while the service runs', async () => {
    let feePayer: string | null = 'first';
    const live = {
      ...settings,
      get feePayer() {
        return feePayer;
      },
      get enabled() {
        return feePayer !== null;
      },
    };
    const [page] = manifestPages({ settings: live, mcpBaseUrl: PUBLIC, version: '1' });
    if (!page) throw new Error('no manifest');
    const accepted = async () => {
      const { items } = (await page.read({})) as { items: readonly { accepts: readonly { extra: object }[] }[] };
      return items[0]?.accepts.map(({ extra }) => extra);
    };
    expect(await accepted()).toEqual([{ feePayer: 'first' }]);
    feePayer = 'second';
    expect(await accepted()).toEqual([{ feePayer: 'second' }]);
    feePayer = null;
    expect(await accepted()).toEqual([]);
    expect(page.headers['cache-control']).toBe('no-cache');
  });
});

describe('cards and catalogues', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ mcpBaseUrl: 'https://mcp.example.org', freeCallsPerDay: 3 });
  });
  afterAll(() => service.close(0));

  it('has a server card of the shape and bounds of its schema', async () => {
    // https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json forbids members that it does not name.
    const input = {
      description: z.string().optional(),
      isRequired: z.boolean().optional(),
      isSecret: z.boolean().optional(),
    };
    const remote = z.strictObject({
      type: z.enum(['streamable-http', 'sse']),
      url: z.string().regex(/^(https?:\/\/[^\s]+|\{[a-zA-Z_][a-zA-Z0-9_]*\}[^\s]*)$/),
      headers: z.array(z.strictObject({ name: z.string(), ...input })),
      supportedProtocolVersions: z.array(z.iso.date()),
    });
    const icon = z.strictObject({
      src: z.url(),
      mimeType: z.string(),
      sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
    });
    const card = z.strictObject({
      $schema: z.string().regex(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/v1\/server-card\.schema\.json$/),
      name: z
        .string()
        .min(3)
        .max(200)
        .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      title: z.string().min(1).max(100),
      version: z
        .string()
        .max(255)
        .regex(/^\d+\.\d+\.\d+/),
      description: z.string().min(1).max(100),
      websiteUrl: z.url(),
      icons: z.array(icon),
      remotes: z.array(remote),
    });
    const { body, headers } = await ask(service, '/mcp/server-card');
    expect(card.parse(body)).toEqual(body);
    expect(body).toMatchObject({ name: 'org.example.mcp/assay', remotes: [{ url: 'https://mcp.example.org/mcp' }] });
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'application/mcp-server-card+json',
      'public, max-age=3600',
    ]);
  });

  it.each([
    ['https://api.example.com', 'com.example.api/assay'],
    ['http://127.0.0.1:8402', 'local.assay/assay'],
    ['http://[::1]:8402', 'local.assay/assay'],
    ['http://localhost', 'local.assay/assay'],
  ])('is named after %s as %s', (origin, name) => {
    expect(serverName(origin)).toBe(name);
  });

  it('proves the domain to the MCP registry with the key that signs verdicts', async () => {
    const { text } = await ask(service, '/.well-known/mcp-registry-auth');
    const [, key = ''] = /^v=MCPv1; k=ed25519; p=([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
    const { keys } = (await ask(service, '/.well-known/jwks.json')).body;
    expect(Buffer.from(key, 'base64').toString('base64url')).toBe(keys[0].x);
  });

  it('indexes the cards of both agent protocols', async () => {
    const { body } = await ask(service, '/.well-known/ai-catalog.json');
    expect(body).toMatchObject({ specVersion: '1.0', host: { displayName: 'Assay' } });
    expect(body.entries.map(({ identifier, type, url }: Record<string, string>) => [identifier, type, url])).toEqual([
      [
        'urn:air:mcp.example.org:mcp:assay',
        'application/mcp-server-card+json',
        'https://mcp.example.org/mcp/server-card',
      ],
      ['urn:air:assay.example:a2a:assay', 'application/a2a-agent-card+json', `${PUBLIC}/.well-known/agent-card.json`],
    ]);
  });

  it('catalogues every interface with its description, documentation and status', async () => {
    const { body, headers } = await ask(service, '/.well-known/api-catalog', { method: 'HEAD' });
    expect([body, headers.link]).toEqual([null, '</.well-known/api-catalog>; rel="api-catalog"']);
    const { linkset } = (await ask(service, '/.well-known/api-catalog')).body;
    const [own, ...apis] = linkset;
    expect(own.anchor).toBe(`${PUBLIC}/.well-known/api-catalog`);
    expect(own.item.map(({ href }: { href: string }) => href)).toEqual(
      apis.map(({ anchor }: { anchor: string }) => anchor),
    );
    for (const api of apis) {
      for (const relation of ['service-doc', 'service-meta', 'status'])
        expect(api[relation][0].href).toMatch(/^https:/);
    }
  });
});

describe('texts', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ freeCallsPerDay: 3 });
  });
  afterAll(() => service.close(0));

  it('has llms.txt in its form: a title, a quotation, text, then lists of links, the optional ones last', async () => {
    const { text } = await ask(service, '/llms.txt');
    const lines = text.split('\n');
    expect([lines[0], lines[1], lines[2]?.slice(0, 2)]).toEqual(['# Assay', '', '> ']);
    expect(lines.filter((line) => /^#/.test(line)).slice(1)).toEqual(['## Start', '## Reference', '## Optional']);
    const lists = text
      .slice(text.indexOf('\n## '))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('## '));
    expect(lists.filter((line) => !/^- \[[^\]]+\]\(https:[^)]+\)/.test(line))).toEqual([]);
    for (const kind of Object.values(kinds)) {
      expect(text).toContain(`| ${formatUsdc(pricesAtomic[kind.name])} | ${Object.keys(kind.verdicts).join(', ')} |`);
      expect(text).toContain(`'${PUBLIC}/check/${kind.name}/`);
    }
    expect(text).toContain('first 3 checks');
  });

  it('has everything of the registry in llms-full.txt', async () => {
    const { text } = await ask(service, '/llms-full.txt');
    for (const kind of Object.values(kinds)) {
      for (const [name, meaning] of Object.entries(kind.verdicts)) expect(text).toContain(`- ${name}: ${meaning}`);
      for (const [code, { meaning, action }] of Object.entries(catalogue[kind.name].codes)) {
        expect(text).toContain(`- ${code} (`);
        expect(text).toContain(`${meaning} ${action}`);
      }
      for (const [flag, meaning] of Object.entries(catalogue[kind.name].flags))
        expect(text).toContain(`- ${flag}: ${meaning}`);
    }
    expect(text).toContain('402 payment_required');
    expect(text).not.toMatch(/undefined|\[object/);
  });

  it('lets every crawler in, whether it is named or not', async () => {
    const { text } = await ask(service, '/robots.txt');
    const groups = text.split('\n\n').filter((group) => group.includes('User-agent'));
    expect(groups).toHaveLength(2);
    for (const group of groups) expect(group).toMatch(/\nContent-Signal: [^\n]+\nAllow: \/\n?$/);
    expect(text).not.toMatch(/Disallow|Sitemap/);
  });
});
