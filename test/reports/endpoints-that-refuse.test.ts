// An endpoint tells its network and refuses everything else: its plan has ended, its key is blocked, or a gateway answers for it. It replies
// to each call, so that whoever counts replies calls it healthy while every check is a free UNKNOWN.
// Reported of others: https://github.com/markmhendrickson/neotoma/issues/2281 (healthy while nothing can be served) and
// https://github.com/Blockdaemon/agave-snapshot-gossip-client/issues/46 (always healthy).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import { nthAddress } from '../../packages/core/test/support/small-world.ts';
import { type App, withApp } from '../support/app.ts';
import { rig, roomy } from '../support/chains.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const methods = replayMethods(readWorld(FOLDER));
const subjects: readonly { readonly verdict: string; readonly address: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const subject = String(subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address);

/** Every method but the genesis hash, and those of `kept`, is refused. */
const refusing = (code: number, message: string, kept: readonly string[] = []): RpcMethods =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      name === 'getGenesisHash' || kept.includes(name)
        ? method
        : () => {
            throw new RpcFault(code, message);
          },
    ]),
  );

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

async function told({ listening }: App) {
  const body = async (path: string) => await (await fetch(listening + path)).text();
  const status: { endpoints: { healthy: boolean }[] } = JSON.parse(await body('/status.json'));
  return {
    rpc: JSON.parse(await body('/health')).checks.rpc,
    ready: (await fetch(`${listening}/health/ready`)).status,
    healthy: /^assay_rpc_endpoints_healthy (\d+)$/m.exec(await body('/metrics'))?.[1],
    endpoints: status.endpoints.map(({ healthy }) => healthy),
  };
}

describe('a service whose endpoint tells its network and refuses the rest', () => {
  it('says so before anybody asks it, and takes no traffic', async () => {
    await withApp(database, [refusing(-32_000, 'your plan has expired')], {}, async (app) => {
      await expect
        .poll(() => told(app), { timeout: 10_000 })
        .toMatchObject({ rpc: { ok: false, code: 'rpc_refused' }, ready: 503, healthy: '0', endpoints: [false] });
    });
  });

  it('is ready while another endpoint answers, and counts that one alone', async () => {
    const { apiKey } = await openLedger(database.database).grant(1_000_000n);
    const tables = [refusing(-32_601, 'Method not found'), methods];
    await withApp(database, tables, {}, async (app) => {
      const path = `/check/funder/${subject}`;
      const answer = await fetch(app.listening + path, { headers: { 'X-API-Key': String(apiKey) } });
      expect((await answer.json()).verdict).toBe('CEX_FUNDED');
      const rpc = { ok: true, detail: '1 of 2 endpoints healthy' };
      await expect
        .poll(() => told(app), { timeout: 10_000 })
        .toMatchObject({ rpc, ready: 200, healthy: '1', endpoints: [false, true] });
    });
  });
});

const someone = nthAddress(1);

/** A chain on a clock of its own. `read` asks for accounts as each check does, and tells whether they came. */
async function chainOver(...tables: readonly [RpcMethods, ...RpcMethods[]]) {
  const { rpcs, chain, end } = await rig(tables);
  onTestFinished(end);
  const read = async () => {
    const session = chain.session();
    const reader = session.reader(roomy);
    const readings = await Promise.all([reader.account(someone), reader.snapshot([someone])]);
    session.close();
    return readings.every(({ known }) => known);
  };
  return { rpcs, read, healthy: () => chain.health().map((one) => one.healthy) };
}

const item = (error: object): RpcFaultKind => ({
  kind: 'items',
  spoil: (_, { id }) => ({ jsonrpc: '2.0', id, error }),
});
const refusals: readonly (readonly [string, RpcFaultKind])[] = [
  ['a key that is not known', { kind: 'status', status: 401, body: 'Unauthorized' }],
  ['a caller who is blocked', { kind: 'status', status: 403, body: '<html>403 Forbidden</html>' }],
  ['a plan that ended', { kind: 'status', status: 402, body: 'payment required' }],
  ['a rate of nothing', { kind: 'status', status: 429, body: 'Too Many Requests' }],
  ['a method that it lacks', item({ code: -32_601, message: 'Method not found' })],
  ['a plan that has too little', item({ code: -32_003, message: 'upgrade your plan' })],
  ['an error of its own', item({ code: -32_603, message: 'Internal error' })],
  ['a node that is behind', item({ code: -32_005, message: 'Node is behind by 42 slots' })],
  ['nothing', { kind: 'items', spoil: (_, { id }) => ({ jsonrpc: '2.0', id, result: null }) }],
];

describe('an endpoint that says to every call', () => {
  it.each(refusals)('%s is not healthy until it answers, also while nobody asks', async (_what, fault) => {
    const { rpcs, read, healthy } = await chainOver(methods);
    expect([await read(), healthy()]).toEqual([true, [true]]);
    rpcs[0].fail(() => fault);
    expect([await read(), await read(), healthy()]).toEqual([false, false, [false]]);
    for (let hour = 0; hour < 3; hour += 1) {
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
      expect(healthy()).toEqual([false]);
    }
    rpcs[0].fail(null);
    expect([await read(), healthy()]).toEqual([true, [true]]);
  });
});

describe('an endpoint', () => {
  it.each([
    ['searches', (name: string) => name !== 'getProgramAccounts'],
    ['histories', (name: string) => !['getTransaction', 'getSignaturesForAddress'].includes(name)],
    ['lists of accounts', (name: string) => name !== 'getMultipleAccounts'],
    ['its slot', (name: string) => name !== 'getSlot'],
  ])('that refuses %s alone is healthy all the time', async (_what, isKept) => {
    const table = refusing(-32_601, 'Method not found', Object.keys(methods).filter(isKept));
    const { rpcs, read, healthy } = await chainOver(table);
    const states = new Set<boolean | undefined>();
    rpcs[0].fail(() => {
      states.add(healthy()[0]);
      return null;
    });
    for (let n = 0; n < 20; n += 1) {
      expect(await read()).toBe(true);
      states.add(healthy()[0]);
      await new Promise((resolve) => setTimeout(resolve, 13_000));
    }
    expect([...states]).toEqual([true]);
  });

  it('that refuses a few calls, because more came than its plan takes, is healthy', async () => {
    const { rpcs, read, healthy } = await chainOver(methods);
    let left = 3;
    rpcs[0].fail(() => (left-- > 0 ? { kind: 'status', status: 429, body: 'Too Many Requests' } : null));
    expect([await read(), healthy()]).toEqual([true, [true]]);
  });

  it('that refuses many calls which came together, and answers the next one, is healthy all the time', async () => {
    const { rpcs, read, healthy } = await chainOver(methods);
    rpcs[0].fail(() => ({ kind: 'status', status: 429, body: 'Too Many Requests' }));
    const readings = await Promise.all(Array.from({ length: 20 }, read));
    expect([new Set(readings), healthy()]).toEqual([new Set([false]), [true]]);
    rpcs[0].fail(null);
    expect([await read(), healthy()]).toEqual([true, [true]]);
  });
});
