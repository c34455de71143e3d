import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { FaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { type App, withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const methods = replayMethods(readWorld(FOLDER));
const subjects: readonly { readonly verdict: string; readonly address: string; readonly what: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const wallets = subjects.filter(({ verdict }) => verdict === 'WALLET_FUNDED').map(({ address }) => address);

let database: TestDatabase;
let apiKey: string;
beforeAll(async () => {
  database = await openTestDatabase();
  apiKey = String((await openLedger(database.database).grant(100_000_000n)).apiKey);
});
afterAll(() => database.stop());

interface Answer {
  readonly verdict: string;
  readonly gaps: readonly { readonly reading: string }[];
  readonly metrics: { readonly trail: { readonly hops: readonly { readonly source: string }[] } };
}

async function answers(app: App, addresses: readonly string[]): Promise<readonly Answer[]> {
  const wanted = '{ verdict gaps { reading } metrics { trail { hops { source } } } }';
  const fields = addresses.map((address, i) => `c${i}: funderCheck(address: "${address}") ${wanted}`);
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-API-Key': apiKey },
    body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
  });
  const { data } = await response.json();
  return addresses.map((_, i) => data[`c${i}`]);
}

/**
 * What no check asked for: the look at the network at start, probes of the slot, what payments keep an eye on, and the question
 * whether the endpoint gives lists with their bodies, which the first check of a process asks.
 */
const nobodys = new Set([
  'getGenesisHash',
  'getSlot',
  'getLatestBlockhash',
  'getAccountInfo',
  'getTransactionsForAddress',
]);

/** Lists of accounts that a service asks for when it starts. */
const AT_START = 4;

/** Requests and calls that the checks made. */
function spent(rpc: FaultyRpc | undefined, from: number): { readonly requests: number; readonly calls: number } {
  const requests = (rpc?.requests ?? [])
    .slice(from)
    .map(({ calls }) => calls.filter(({ method }) => !nobodys.has(method)));
  const used = requests.filter((calls) => calls.length > 0);
  return { requests: used.length, calls: used.flat().length };
}

async function cost(addresses: readonly string[]) {
  let total = { requests: 0, calls: 0, further: false };
  await withApp(database, [methods], {}, async (app, [rpc]) => {
    const expected = addresses.map((address) => subjects.find((subject) => subject.address === address)?.verdict);
    // What the market rests on is read at start, and asked for by now.
    await expect.poll(() => rpc?.calls('getMultipleAccounts')).toBeGreaterThanOrEqual(AT_START);
    const before = rpc?.requests.length ?? 0;
    const given = await answers(app, addresses);
    expect(given.map(({ verdict }) => verdict)).toEqual(expected);
    const further = given.some(
      ({ gaps, metrics }) => metrics.trail.hops.length > 1 || gaps.some(({ reading }) => reading === 'HOP_3'),
    );
    total = { ...spent(rpc, before), further };
  });
  return total;
}

describe('what a funder check costs at the endpoint', () => {
  it.each(wallets)('a young wallet (%s) takes at most 8 requests, and 4 for a further hop', async (address) => {
    const { requests, calls, further } = await cost([address]);
    expect(requests).toBeLessThanOrEqual(further ? 8 + 4 : 8);
    expect(calls).toBeLessThanOrEqual(70);
  });

  it('two subjects of one operation share their requests', async () => {
    const [a = '', b = ''] = wallets;
    const apart = (await cost([a])).requests + (await cost([b])).requests;
    const together = (await cost([a, b])).requests;
    expect(together).toBeLessThan(apart);
    expect(together).toBeLessThanOrEqual(8 + 2);
  });

  it('the same subject twice in one operation costs as much as once', async () => {
    const [a = ''] = wallets;
    expect(await cost([a, a])).toEqual(await cost([a]));
  });
});
