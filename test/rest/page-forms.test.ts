import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpDeps } from '#http/http-deps.ts';
import { retryActions } from '#lib/fault-catalogue.ts';
import { ask, BROWSER, KEY, PUBLIC, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ sandbox });
});
afterAll(() => service.close(0));

const sandbox: NonNullable<HttpDeps['sandbox']> = {
  rpcUrl: 'http://127.0.0.1:8899',
  apiKey: async () => KEY,
  samples: [{ kind: 'token', verdict: 'LOW_RISK', address: SUBJECT, what: 'an ordinary token' }],
  send: async () => ({}),
};

// A short answer that nobody keeps is sent in one coding.
const VARY = expect.stringMatching(/^Accept(, Accept-Encoding)?$/);
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

/** Pages with a form for people and one for programs: path, and the form of a client without a preference. */
const pages = [
  ['/', JSON_TYPE],
  ['/check', JSON_TYPE],
  ['/check/{kind}', JSON_TYPE],
  ['/credits', JSON_TYPE],
  ['/reason-codes', JSON_TYPE],
  ['/reason-codes/{code}', JSON_TYPE],
  ['/errors', JSON_TYPE],
  ['/errors/{code}', JSON_TYPE],
  ['/sandbox', JSON_TYPE],
  ['/status', HTML],
] as const;
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

/** The parts of a path that are given. */
const given: Readonly<Record<string, string>> = {
  '/check/{kind}': '/check/token',
  '/reason-codes/{code}': '/reason-codes/RPC_UNAVAILABLE',
  '/errors/{code}': '/errors/payment_required',
};

describe.each(pages)('%s', (template, own) => {
  const path = given[template] ?? template;
  it.each(accepts)('is sent to a client that accepts %s as %s', async (accept, type) => {
    const { status, headers } = await asked(path, accept);
    expect([status, headers['content-type'], headers.vary]).toEqual([200, type, VARY]);
  });

  it.each(indifferent)('is sent in its own form to a client that accepts %s', async (accept) => {
    const { status, headers } = await asked(path, accept);
    expect([status, headers['content-type'], headers.vary]).toEqual([200, own, VARY]);
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
      expect([kept.status, kept.text, kept.headers.vary, kept.headers.etag]).toEqual([304, '', VARY, etag]);
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
    const types = Object.keys(body.paths[template].get.responses['200'].content);
    expect(types).toEqual(own === HTML ? [HTML, JSON_TYPE] : [JSON_TYPE, HTML]);
  });
});

describe('the pages for people', () => {
  const shown = async (path: string) => (await asked(path, BROWSER)).text;

  it('may load from their own origin only, with nothing inline', async () => {
    for (const [template] of pages) {
      const { headers, text } = await asked(given[template] ?? template, BROWSER);
      expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'");
      expect(text).not.toMatch(/<script(?![^>]* src="\/web\/)|<style|\son\w+=|\sstyle=|src="(https?:)?\/\//);
      expect(gzipSync(text).length).toBeLessThan(60_000);
    }
  });

  it('say every code of a kind with severity, meaning and what to do, each at an anchor', async () => {
    const { body } = await asked('/reason-codes?kind=trade', 'application/json');
    const text = plain(await shown('/reason-codes?kind=trade'));
    for (const { code, meaning, action, severity } of body.reason_codes) {
      expect(text).toContain(`id="${code}"`);
      for (const words of [meaning, action, severity]) expect(text).toContain(words);
    }
    for (const { code, meaning } of body.flags)
      expect([text.includes(`id="${code}"`), text.includes(meaning)]).toEqual([true, true]);
    expect(text).not.toContain('id="LP_BURNED"');
  });

  it('say what a code means for each kind, and what an error asks for', async () => {
    const { body } = await asked('/reason-codes/RPC_UNAVAILABLE', 'application/json');
    const text = plain(await shown('/reason-codes/RPC_UNAVAILABLE'));
    for (const { meaning, kind } of [body, ...body.others]) {
      expect([kind, text.includes(meaning), text.includes(`>${kind}<`)]).toEqual([kind, true, true]);
    }
    expect(plain(await shown('/errors/in_flight'))).toContain(retryActions.retry_same_payment);
  });

  it('show the address and the key of this service in what is copied', async () => {
    const text = plain(await shown('/'));
    for (const url of [`${PUBLIC}/graphql`, `${PUBLIC}/mcp`, `${PUBLIC}/a2a`, `${PUBLIC}/check/token/`])
      expect(text).toContain(url);
    expect(text).toContain(`X-API-Key: ${KEY}`);
    expect(plain(await shown('/sandbox'))).toContain(`href="/check/token/${SUBJECT}"`);
  });

  it('hold no key and no samples outside of the sandbox', async () => {
    const real = await startService();
    const { text } = await ask(real, '/', { headers: { accept: BROWSER } });
    expect(plain(text)).toContain('X-API-Key: <YOUR_KEY>');
    expect(text).not.toMatch(/href="\/sandbox"|assay_/);
    expect((await ask(real, '/sandbox', { headers: { accept: BROWSER } })).status).toBe(404);
    await real.close(0);
  });
});

/** The texts of a page as they are read. */
function plain(html: string): string {
  return html.replaceAll('<wbr/>', '').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

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
