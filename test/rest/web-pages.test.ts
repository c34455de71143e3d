import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, KEY, type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

describe.each(['/dashboard', '/topup'])('%s', (path) => {
  it('may load from its own origin only, with nothing inline, and may not be framed', async () => {
    const { headers, text } = await ask(service, path);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/);
    expect(policy).toContain("connect-src 'self'");
    for (const directive of ['base-uri', 'form-action', 'frame-ancestors'])
      expect(policy).toContain(`${directive} 'none'`);
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(text).not.toMatch(/<script(?![^>]* src="\/web\/)|<style|\son\w+=|\sstyle=|(src|href)="(https?:)?\/\//);
    expect(text).not.toContain('assay_');
  });

  it('loads what is served, and is the same for everybody', async () => {
    const { text } = await ask(service, path);
    const loaded = [...text.matchAll(/(?:src|href)="(\/(?:web\/[^"]+|logo\.svg))"/g)].map(([, url]) => url);
    expect(loaded).toContain(`/web${path}.js`);
    for (const url of loaded) expect((await ask(service, url!)).status).toBe(200);
    expect((await ask(service, `${path}?x=1`, { headers: { 'X-API-Key': KEY } })).text).toBe(text);
  });

  it('labels every field', async () => {
    const { text } = await ask(service, path);
    const fields = [...text.matchAll(/<(?:input|textarea|select)[^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
    const bare = fields.filter(
      (id) => !text.includes(`for="${id}"`) && !new RegExp(`<label[^>]*><input[^>]*id="${id}"`).test(text),
    );
    expect(bare).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('makes no markup out of text, and the browser holds it to that', async () => {
    const { headers } = await ask(service, '/dashboard');
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  });
});

describe('what the pages load', () => {
  it('is asked for again only when it has changed', async () => {
    const first = await ask(service, '/web/dashboard.js');
    const etag = String(first.headers.etag);
    expect([first.headers['cache-control'], etag]).toEqual(['no-cache', expect.stringMatching(/^"[\w-]{22}"$/)]);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(service, '/web/dashboard.js', { headers: { 'If-None-Match': tags } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    }
    const other = await ask(service, '/web/dashboard.js', { headers: { 'If-None-Match': '"other"' } });
    expect([other.status, other.text]).toEqual([200, first.text]);
  });

  it('is nothing but the list', async () => {
    for (const file of ['main.js', '..%2fmain.js', 'dashboard.js.1', 'constructor', '']) {
      expect((await ask(service, `/web/${file}`)).status).toBe(404);
    }
    const refused = await ask(service, '/web/pages.css', { method: 'POST' });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
