import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
/** What browsers send when a person opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

/** Pages with a form for people and one for programs: path, and the form of a client without a preference. */
const pages = [['/status', HTML]] as const;
const accepts = [
  [BROWSER, HTML],
  ['text/html', HTML],
  ['text/html;q=0.9, application/json;q=0.8', HTML],
  ['application/json', JSON_TYPE],
  ['application/json, text/html;q=0.9', JSON_TYPE],
  ['application/json, */*', JSON_TYPE],
] as const;
const indifferent = [undefined, '*/*', '', 'image/png'] as const;

const asked = (path: string, accept: string | undefined, more: Record<string, string> = {}, method = 'GET') =>
  ask(service, path, { method, headers: { ...(accept !== undefined && { accept }), ...more } });

describe.each(pages)('%s', (path, own) => {
  it.each(accepts)('is sent to a client that accepts %s as %s', async (accept, type) => {
    const { status, headers } = await asked(path, accept);
    expect([status, headers['content-type'], headers.vary]).toEqual([200, type, 'Accept']);
  });

  it.each(indifferent)('is sent in its own form to a client that accepts %s', async (accept) => {
    const { status, headers } = await asked(path, accept);
    expect([status, headers['content-type'], headers.vary]).toEqual([200, own, 'Accept']);
  });

  it.each([BROWSER, 'application/json'])(
    'answers HEAD and a kept copy for %s with the headers of GET',
    async (accept) => {
      const get = await asked(path, accept);
      const head = await asked(path, accept, {}, 'HEAD');
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'vary', 'etag', 'cache-control', 'link'] as const) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
      const { etag } = get.headers;
      if (etag === undefined) return;
      const kept = await asked(path, accept, { 'if-none-match': etag });
      expect([kept.status, kept.text, kept.headers.vary, kept.headers.etag]).toEqual([304, '', 'Accept', etag]);
    },
  );

  it('has an entity tag of its own for each form', async () => {
    const [page, document] = await Promise.all([asked(path, BROWSER), asked(path, 'application/json')]);
    expect(page.headers.etag).not.toBe(document.headers.etag);
    const other = await asked(path, 'application/json', { 'if-none-match': String(page.headers.etag) });
    expect(other.status).toBe(200);
  });

  it('is described in both forms, its own first', async () => {
    const { body } = await ask(service, '/openapi.json');
    const types = Object.keys(body.paths[path].get.responses['200'].content);
    expect(types).toEqual(own === HTML ? [HTML, JSON_TYPE] : [JSON_TYPE, HTML]);
  });
});

describe('a path that nothing is served at', () => {
  it.each(['/nothing', '/reason-codes/NOTHING', '/errors/nothing'])(
    '%s is a page for a browser, with the same status',
    async (path) => {
      const { status, headers, text } = await asked(path, BROWSER);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, HTML, 'no-store']);
      const { body } = await asked(path, 'application/json');
      expect(text).toContain(body.detail);
      expect(text).toContain(`href="/errors/${body.code}"`);
      expect(text).toContain(String(headers['x-request-id']));
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      const head = await asked(path, BROWSER, {}, 'HEAD');
      expect([head.status, head.text]).toEqual([404, '']);
    },
  );

  it.each([undefined, '*/*', 'application/json', 'image/png'])(
    'is a problem document to a client that accepts %s',
    async (accept) => {
      const { status, headers } = await asked('/nothing', accept);
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
    },
  );

  it('is text where the address itself is markup', async () => {
    const { text } = await asked('/%3Cimg%20src=x%3E', BROWSER, { 'x-request-id': 'a.b' });
    expect(text).not.toContain('<img src=x');
  });
});

describe('another refusal', () => {
  it.each([
    ['/reason-codes?kind=nothing', 'GET', 422, 'application/json'],
    ['/nothing', 'POST', 404, 'application/problem+json'],
    ['/', 'POST', 405, 'application/problem+json'],
    ['/credits/balance', 'GET', 401, 'application/problem+json'],
  ])('%s by %s stays %i as %s for a browser', async (path, method, status, type) => {
    const reply = await asked(path, BROWSER, {}, method);
    expect([reply.status, reply.headers['content-type']]).toEqual([status, type]);
  });
});
