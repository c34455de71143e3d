import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, KEY, type Reply, type Service, startService } from '../rest/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ ownershipFiles: { glama: { claim: 'x' } } });
});
afterAll(() => service.close(0));

type Operation = { readonly security?: unknown; readonly responses: Record<string, { content?: object }> };

/** Every free page of the OpenAPI document, with a path that can be asked for. */
async function pages(): Promise<readonly (readonly [path: string, operation: Operation])[]> {
  const { body } = await ask(service, '/openapi.json');
  const paths = Object.entries(body.paths as Record<string, { get?: Operation }>);
  return paths.flatMap(([template, { get }]) => {
    const path = template
      .replace('{kind}', 'funder')
      .replace('{catalog}', 'glama')
      .replace('/errors/{code}', '/errors/not_found')
      .replace('{code}', Object.keys(catalogue.funder.codes)[0] ?? '');
    return get && !path.includes('{') ? [[path, get] as const] : [];
  });
}

const mayBeKept = ({ headers }: Reply) => !String(headers['cache-control']).includes('no-store');

describe('every page', () => {
  it('has the content type that the OpenAPI document gives, text with its charset', async () => {
    for (const [path, { responses }] of await pages()) {
      const { headers } = await ask(service, path, { headers: { 'X-API-Key': KEY } });
      expect([path, Object.keys(responses['200']?.content ?? {})[0]]).toEqual([path, headers['content-type']]);
      if (String(headers['content-type']).startsWith('text/'))
        expect(headers['content-type']).toMatch(/charset=utf-8$/);
    }
  });

  it('carries a strong entity tag if it may be kept, and answers 304 to whoever holds it', async () => {
    let kept = 0;
    for (const [path] of await pages()) {
      const full = await ask(service, path);
      const { etag } = full.headers;
      if (!mayBeKept(full)) {
        expect([path, etag]).toEqual([path, undefined]);
        continue;
      }
      kept += 1;
      expect([path, etag]).toEqual([path, expect.stringMatching(/^"[\w-]{22}"$/)]);
      for (const tags of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await ask(service, path, { headers: { 'If-None-Match': tags } });
        expect([path, again.status, again.text]).toEqual([path, 304, '']);
        for (const name of ['etag', 'cache-control', 'link'] as const) {
          expect([path, again.headers[name]]).toEqual([path, full.headers[name]]);
        }
        expect(again.headers).not.toHaveProperty('content-length');
      }
      const other = await ask(service, path, { headers: { 'If-None-Match': '"other"' } });
      expect([path, other.status, other.text]).toEqual([path, 200, full.text]);
    }
    expect(kept).toBeGreaterThan(25);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    for (const [path] of await pages()) {
      if (path === '/credits/balance' || path === '/mcp') continue;
      const [get, head] = [await ask(service, path), await ask(service, path, { method: 'HEAD' })];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'link'] as const) {
        if (name === 'content-length' && !mayBeKept(get)) continue;
        expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]]);
      }
    }
  });

  it('has a tag of its own, which changes with what it says', async () => {
    const tags = new Map<string, string>();
    for (const [path] of await pages()) {
      const { headers, text } = await ask(service, path);
      if (headers.etag) tags.set(text, headers.etag);
    }
    expect(new Set(tags.values()).size).toBe(tags.size);
    const other = await startService({ settings: { sandbox: true } });
    expect((await ask(other, '/')).headers.etag).not.toBe((await ask(service, '/')).headers.etag);
    await other.close(0);
  });
});

describe('security requirements', () => {
  it('stand at the four checks and nowhere else', async () => {
    const { body } = await ask(service, '/openapi.json');
    const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => [`${method} ${path}`, security] as const),
    );
    const locked = operations.filter(([, security]) => JSON.stringify(security) !== '[]');
    expect(locked.map(([name]) => name).sort()).toEqual(
      Object.values(kinds)
        .map(({ name, subject }) => `get /check/${name}/{${subject}}`)
        .sort(),
    );
    for (const [, security] of locked) expect(security).toEqual([{}, { ApiKey: [] }, { Bearer: [] }]);
    for (const name of ['post /graphql', 'post /mcp', 'post /a2a']) {
      const [method, path] = name.split(' ') as [string, string];
      const { parameters } = body.paths[path][method];
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'X-API-Key', in: 'header', required: false }));
    }
  });

  it('leads crawlers of payable interfaces on', async () => {
    const { body } = await ask(service, '/openapi.json');
    expect(body.info['x-guidance']).toMatch(/402/);
    expect((await ask(service, new URL(body['x-agentcash-guidance'].llmsTxtUrl).pathname)).status).toBe(200);
    expect(body['x-discovery']).toEqual({ ownershipProofs: [] });
  });
});
