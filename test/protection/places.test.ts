import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { gate } from '../rest/service.ts';
import { withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const methods = replayMethods(readWorld(FOLDER));
const subjects = (
  JSON.parse(readFileSync(join(FOLDER, 'subjects.json'), 'utf8')) as { readonly address: string }[]
).map(({ address }) => address);
const ENV = { CHECKS_IN_FLIGHT_PER_CALLER: '2' };

let test: TestDatabase;
let ledger: Ledger;
let apiKey: string;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
});
beforeEach(async () => {
  apiKey = String((await ledger.grant(5_000_000n)).apiKey);
});
afterAll(() => test.stop());

const operation = (count: number): object => ({
  query: `{ ${subjects
    .slice(0, count)
    .map((address, n) => `c${n}: funderCheck(address: "${address}") { verdict }`)
    .join(' ')} }`,
});
const batch = (count: number): object => {
  const checks = subjects.slice(0, count).map((address) => ({ kind: 'funder', subject: address }));
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_batch', arguments: { checks } } };
};

// biome-ignore lint/suspicious/noExplicitAny: tests read members of answers whose shape is what they assert.
type Json = any;

async function post(
  url: string,
  body: object,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Json }> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function check(origin: string, address = subjects[0]): Promise<number> {
  const response = await fetch(`${origin}/check/funder/${address}`, { headers: { 'x-api-key': apiKey } });
  await response.text();
  return response.status;
}

describe('places of a caller', () => {
  it('are taken by each check of a GraphQL operation, and one beyond them is refused before any hold', async () => {
    await withApp(test, [methods], ENV, async ({ url }) => {
      const refused = await post(`${url}/graphql`, operation(3));
      expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await ledger.statement(apiKey))?.balanceAtomic).toBe(5_000_000n);
      for (let n = 0; n < 3; n += 1) expect((await post(`${url}/graphql`, operation(2))).status).toBe(200);
    });
  });

  it('are taken by each check of a batch over MCP', async () => {
    await withApp(test, [methods], ENV, async ({ url }) => {
      const { body } = await post(`${url}/mcp`, batch(3));
      expect(body.result.structuredContent).toMatchObject({ code: 'too_many_requests', retryable: true });
      const { body: answered } = await post(`${url}/mcp`, batch(2));
      expect(answered.result.structuredContent.bill).toMatchObject({ delivered: 2 });
    });
  });

  it('are the same on all roads, and come back when the work is over', async () => {
    const [asked, answered] = [gate(), gate()];
    const waiting: RpcMethods = {
      ...methods,
      getSignaturesForAddress: async (params) => {
        // The look at the endpoint at start asks for the token program's.
        if (params[0] !== TOKEN_PROGRAM) {
          asked.open();
          await answered.opened;
        }
        return await methods.getSignaturesForAddress?.(params);
      },
    };
    await withApp(test, [waiting], ENV, async ({ url }) => {
      const slow = post(`${url}/graphql`, operation(2));
      await asked.opened;
      expect(await check(url)).toBe(429);
      answered.open();
      await slow;
      expect(await check(url)).toBe(200);
    });
  });
});
