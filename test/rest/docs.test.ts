import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn } from '#pages/files.ts';
import { ask, BROWSER, type Service, startService } from './service.ts';

const FILES = ['pages.css', 'docs.js', 'graphiql.js'];
const PATHS = FILES.map((file) => `/web/${file}`);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

describe('the reference of REST', () => {
  it('has every operation and every schema of the OpenAPI document, each at an anchor', async () => {
    const { body } = await ask(service, '/openapi.json');
    const { text } = await ask(service, '/docs', { headers: { accept: BROWSER } });
    const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>);
    const ids = operations.flatMap((one) => Object.values(one).map(({ operationId }) => operationId));
    expect(ids.length).toBeGreaterThan(40);
    expect(ids.filter((id) => !text.includes(`<details id="${id}"`))).toEqual([]);
    const schemas = Object.keys(body.components.schemas);
    expect(schemas.length).toBeGreaterThan(80);
    expect(schemas.filter((name) => !text.includes(`<details id="schema-${name}"`))).toEqual([]);
  });

  it('links to no schema that it lacks', async () => {
    const { text } = await ask(service, '/docs', { headers: { accept: BROWSER } });
    const linked = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(linked.length).toBeGreaterThan(100);
    expect(linked.filter((id) => !text.includes(`id="${id}"`))).toEqual([]);
  });

  it('has a field for each parameter and for the body, with an example', async () => {
    const { text } = await ask(service, '/docs', { headers: { accept: BROWSER } });
    const [, token = ''] = /<details id="checkToken"(.*?)<\/details>/s.exec(text) ?? [];
    expect(token).toMatch(/data-method="GET" data-path="\/check\/token\/\{mint\}"/);
    expect(token).toMatch(/name="mint" data-in="path" required value="[1-9A-HJ-NP-Za-km-z]{32,44}"/);
    expect(token).toMatch(/name="Idempotency-Key" data-in="header" value(="")?[ >]/);
    const [, prepare = ''] = /<details id="prepareCredit"(.*?)<\/details>/s.exec(text) ?? [];
    expect(prepare).toMatch(/<textarea[^>]*name="body"[^>]*>\{\s*&quot;payer&quot;/);
  });
});

describe('what the pages load', () => {
  it.each(FILES)('is the file %s of the build, byte for byte', async (file) => {
    const { status, text, headers } = await ask(service, `/web/${file}`);
    expect(status).toBe(200);
    expect(text === readFileSync(join('dist', 'web', file), 'utf8')).toBe(true);
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  });

  it.each(PATHS)('%s is kept and asked about by its tag', async (path) => {
    const { headers } = await ask(service, path);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^"[\w-]{22}"$/) });
    const again = await ask(service, path, { headers: { 'if-none-match': `W/${headers.etag}` } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect(again.headers['cache-control']).toBe(headers['cache-control']);
    const head = await ask(service, path, { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
  });

  it.each(PATHS)('%s comes whole to whoever asks for a part, or for a copy that it has', async (path) => {
    const { text } = await ask(service, path);
    for (const headers of [{ range: 'bytes=0-9' }, { range: 'bytes=99999999-' }, { 'if-match': '"other"' }]) {
      const reply = await ask(service, path, { headers });
      expect([path, reply.status, reply.text === text]).toEqual([path, 200, true]);
    }
  });

  it.each(['package.json', 'graphiql.js.br', '__proto__', '..%2fmain.js', '.docs'])('is not %s', async (file) => {
    expect((await ask(service, `/web/${file}`)).status).toBe(404);
  });

  it('is served below a folder whose name starts with a dot', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'files-')), '.hidden');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.js'), 'a');
    expect(String(filesIn(folder, ['a.js'], 'no-cache')('a.js')?.bytes)).toBe('a');
  });
});
