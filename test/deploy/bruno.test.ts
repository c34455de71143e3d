import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brunoFiles, type DescribedApi } from '../../src/operator/bruno-collection.ts';
import { openService, type Service } from '../support/service.ts';

const FOLDER = 'deploy/bruno';

/** The files of the collection that is kept, by their paths. */
function kept(): ReadonlyMap<string, string> {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(FOLDER, path)).isFile(),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]));
}

/** The blocks of a file in Bruno's markup: a name and braces around indented lines, or brackets around a list. */
function blocksOf(text: string): ReadonlyMap<string, readonly string[]> {
  const found = [...text.matchAll(/^([\w:-]+) [{[]\n((?: {2}.*\n)*)[}\]]\n/gm)];
  // Nothing is left between them, so nothing was misread.
  expect(found.reduce((rest, [all]) => rest.replace(all, ''), text).trim()).toBe('');
  return new Map(
    found.map(([, name = '', inside = '']) => [
      name,
      inside
        .split('\n')
        .slice(0, -1)
        .map((line) => line.slice(2)),
    ]),
  );
}

/** The lines `name: value` of a block. */
function pairsOf(lines: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
}

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly expected: number;
}

/** The request that Bruno makes of a file, with the variables of an environment filled in. */
function requestOf(text: string, variables: Readonly<Record<string, string>>): Sent {
  const blocks = blocksOf(text);
  const method = blocks.has('get') ? 'get' : 'post';
  const { url = '', auth, body } = pairsOf(blocks.get(method));
  const path = pairsOf(blocks.get('params:path'));
  const filled = url
    .replace(/\{\{(\w+)\}\}/g, (_all, name: string) => variables[name] ?? '')
    .replace(/\/:(\w+)/g, (_all, name: string) => `/${path[name]}`);
  const json = body === 'json' ? (blocks.get('body:json') ?? []).join('\n') : undefined;
  const headers = {
    ...(auth === 'inherit' && { 'X-API-Key': variables.api_key ?? '' }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
  };
  const [, expected] = /eq (\d+)/.exec(pairsOf(blocks.get('assert'))['res.status'] ?? '') ?? [];
  return {
    url: filled,
    init: { method, headers, ...(json !== undefined && { body: json }) },
    expected: Number(expected),
  };
}

let service: Service;
let api: DescribedApi & {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: object; readonly operationId: string }>>>
  >;
};
beforeAll(async () => {
  service = await openService();
  api = await (await fetch(`${service.url}/openapi.json`)).json();
});
afterAll(() => service.end());

describe('the Bruno collection', () => {
  it('is what `npm run bruno` makes of the OpenAPI document', () => {
    expect(Object.fromEntries(kept())).toEqual(Object.fromEntries(brunoFiles(api)));
  });

  it('has a request for each operation that is described', () => {
    const operations = Object.values(api.paths).flatMap((methods) =>
      ['get', 'post'].filter((method) => methods[method]),
    );
    const requests = [...kept()].filter(([path, text]) => path.endsWith('.bru') && blocksOf(text).has('assert'));
    expect(operations.length).toBeGreaterThan(40);
    expect(requests.length).toBe(operations.length);
  });

  it('gets from a sandbox what each request expects, with the key that its first request is answered', async () => {
    const { base } = pairsOf(blocksOf(kept().get('environments/Sandbox.bru') ?? '').get('vars'));
    expect(base).toBe('http://127.0.0.1:8402');
    const { api_key } = await (await fetch(`${service.url}/sandbox`)).json();
    expect(blocksOf(kept().get('Service/Sandbox.bru') ?? '').get('vars:post-response')).toEqual([
      'api_key: res.body.api_key',
    ]);
    const requests = [...kept()].filter(([, text]) => text.includes('\nassert {'));
    for (const [path, text] of requests) {
      const { url, init, expected } = requestOf(text, { base: service.url, api_key });
      const answer = await fetch(url, init);
      await answer.text();
      expect([path, answer.status]).toEqual([path, expected]);
    }
  });

  it('expects only statuses that the document names', () => {
    const documented = Object.values(api.paths).flatMap((methods) => Object.values(methods));
    for (const [path, text] of kept()) {
      const [, status] = /res\.status: eq (\d+)/.exec(text) ?? [];
      if (status === undefined) continue;
      const name = path.split('/').at(-1)?.replace('.bru', '').toLowerCase().replaceAll(' ', '');
      const operation = documented.find(({ operationId }) => operationId.toLowerCase() === name);
      expect(operation?.responses, path).toHaveProperty([status]);
    }
  });
});
