import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, BROWSER, KEY, type Service, SUBJECT, startService } from '../rest/service.ts';
import { openService, type Service as Whole } from '../support/service.ts';

/**
 * An HTTP client of another time names pages and pictures in its Accept header before it takes anything, as Java's HttpURLConnection did
 * (https://github.com/softwaremill/sttp-model/issues/81), and a program gets a page in place of JSON:
 * https://github.com/Giphy/GiphyAPI/issues/117
 */
let service: Service;
let whole: Whole;
beforeAll(async () => {
  const sandbox = { rpcUrl: 'http://127.0.0.1:8899', apiKey: async () => KEY, samples: [], send: async () => ({}) };
  [service, whole] = await Promise.all([startService({ sandbox }), openService()]);
});
afterAll(() => Promise.all([service.close(0), whole?.end()]));

const JAVA = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
const PROGRAMS = [
  JAVA,
  // HTML of jQuery, readers for language models, and whoever takes JSON as much.
  'text/html, */*; q=0.01',
  'text/markdown, text/html, */*',
  'application/json, text/html;q=0.9',
  'TEXT/HTML, Image/Gif, */*',
  'text/html;q=0.5, */*',
];
const PEOPLE = [
  BROWSER,
  // Firefox, Safari, Internet Explorer and lynx.
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/xhtml+xml, */*',
  'text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01',
  'text/html',
  'text/html, text/*;q=0.5, image/*',
];
const PATHS = [
  '/',
  '/check',
  '/check/token',
  '/credits',
  '/reason-codes',
  '/reason-codes/RPC_UNAVAILABLE',
  '/errors',
  '/errors/in_flight',
  '/sandbox',
  '/status',
  '/nothing',
  `/check/token/${SUBJECT}`,
  '/check/trade/abc',
];

const typeOf = async (path: string, accept: string) =>
  String((await ask(service, path, { headers: { accept } })).headers['content-type']);

describe.each(PATHS)('%s', (path) => {
  it.each(PROGRAMS)('is JSON for a program that accepts %s', async (accept) => {
    expect(await typeOf(path, accept)).toMatch(/^application\/(problem\+)?json$/);
  });

  it.each(PEOPLE)('is a page for a person whose browser accepts %s', async (accept) => {
    expect(await typeOf(path, accept)).toBe('text/html; charset=utf-8');
  });
});

describe('/graphql', () => {
  const get = async (query: string, accept: string) => {
    const { status, headers } = await fetch(`${whole.url}/graphql${query}`, { headers: { accept } });
    return [status, headers.get('content-type')?.split(';')[0]];
  };
  const QUERY = `?query=${encodeURIComponent('{ prices { kind } }')}`;

  it.each(PROGRAMS)('runs the operation of a program that accepts %s', async (accept) => {
    const [status, type] = await get(QUERY, accept);
    expect([status, type]).toEqual([200, expect.stringMatching(/^application\/(graphql-response\+)?json$/)]);
    expect((await get('', accept))[1]).not.toBe('text/html');
  });

  it.each(PEOPLE)('is a page for a person whose browser accepts %s', async (accept) => {
    expect(await get('', accept)).toEqual([200, 'text/html']);
    expect(await get(QUERY, accept)).toEqual([200, 'text/html']);
  });
});
