import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printedSchema } from '#schema/schema.ts';
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
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text.length).toBeLessThan(64 * 1024);
    expect(text).not.toMatch(/<script(?![^>]* (?:src="\/web\/|type="application\/json"))|<style|\son\w+=/);
    const options = /<script id="page" type="application\/json">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(options).not.toContain('<');
    expect(JSON.parse(options)).toMatchObject({ sandbox: false, tabs: expect.any(Array) });
  });
});

it('loads the schema that the service answers by, in the order in which it is written', async () => {
  await over(async (url) => {
    const text = await (await fetch(`${url}/web/schema.graphql`)).text();
    const sorted = (sdl: string) => printSchema(lexicographicSortSchema(buildSchema(sdl)));
    expect(sorted(text)).toBe(sorted(printedSchema()));
    expect(text.indexOf('type Query {')).toBeGreaterThan(-1);
  });
});
