import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const methods = replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox')));

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.stop());

const over = (use: (url: string) => Promise<void>) => withApp(test, [methods], {}, (app) => use(app.url));
const pageOf = (url: string) => fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });

it('is small, has nothing inline that runs, and may load from its own origin only', async () => {
  await over(async (url) => {
    const page = await pageOf(url);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; worker-src 'self'; /,
    );
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text.length).toBeLessThan(64 * 1024);
    expect(text).not.toMatch(/<script(?![^>]* (?:src="\/(?:graphiql|web)\/|type="application\/json"))|<style|\son\w+=/);
    const options = /<script id="page" type="application\/json">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(options).not.toContain('<');
    expect(JSON.parse(options)).toMatchObject({ sandbox: false, tabs: expect.any(Array) });
  });
});

it('loads files that are served whole, and that a browser keeps for good', async () => {
  await over(async (url) => {
    const text = await (await pageOf(url)).text();
    const files = [...text.matchAll(/(?:src|href)="(\/graphiql\/[^"]+)"/g)].map(([, path]) => String(path));
    const names = files.map((path) => path.replace(/-[0-9a-f]{16}/, ''));
    expect(names).toEqual(['/graphiql/styles.css', '/graphiql/app.js']);
    const workers = [...text.matchAll(/\/graphiql\/[a-z]+-worker-[0-9a-f]{16}\.js/g)].map(([path]) => path);
    expect(workers).toHaveLength(3);
    for (const path of [...files, ...workers]) {
      const file = await fetch(url + path);
      const { byteLength } = await file.arrayBuffer();
      expect([file.status, file.headers.get('content-length')], path).toEqual([200, String(byteLength)]);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-type')).toBe(
        `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
      );
      const head = await fetch(url + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(byteLength)]);
    }
  });
});

it('has no file by any other name', async () => {
  await over(async (url) => {
    for (const name of ['app.js', 'app-0000000000000000.js', '__proto__', '..%2fmain.js'])
      expect((await fetch(`${url}/graphiql/${name}`)).status, name).toBe(404);
  });
});
