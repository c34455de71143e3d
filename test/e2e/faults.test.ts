import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { FaultyRpc, RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import { CHECK_TIME_MS_MAX } from '../../src/config/stop-times.ts';
import { type App, withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';
import { asPublished } from '../support/published-schemas.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
/** The time of a check that is to run out of it. */
const SHORT_MS = 600;
/** What may pass beyond the check's own time on a quiet machine: starting, charging and sending. */
const SLACK_MS = 5_000;
const LAG_SLOTS = 1_000;

const world = readWorld(FOLDER);
const subjects: readonly { readonly verdict: string; readonly address: string; readonly what: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const subject = String(subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address);
const methods = replayMethods(world);

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
});

afterAll(async () => {
  await database.stop();
});

/** One service over these endpoints; every case gets its own, so that no cache carries over. */
const over = (
  tables: readonly RpcMethods[],
  use: (app: App, rpcs: readonly FaultyRpc[]) => Promise<void>,
  checkMs = CHECK_TIME_MS_MAX,
) => withApp(database, tables, { CHECK_TIME_MS_MAX: String(checkMs) }, use);

interface Answer {
  readonly verdict: string;
  readonly codes: readonly string[];
  readonly charged: string;
  readonly balance: string;
  readonly ms: number;
}

async function check(service: App, address = subject): Promise<Answer> {
  const { apiKey } = await ledger.grant(1_000_000n);
  const startedAt = performance.now();
  const response = await fetch(`${service.url}/check/funder/${address}`, { headers: { 'X-API-Key': String(apiKey) } });
  const ms = performance.now() - startedAt;
  const { status, headers } = response;
  const { body } = asPublished({ status, headers, body: await response.json() });
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(body.billing.balance_usdc).toBe(body.billing.route === 'credit' ? '0.95' : '1.00');
  expect(body.attestation === undefined).toBe(body.billing.route === 'none');
  return {
    verdict: body.verdict,
    codes: body.reason_codes,
    charged: body.billing.charged_usdc,
    balance: body.billing.balance_usdc,
    ms,
  };
}

/** What an endpoint does to every request. */
const always: readonly (readonly [string, RpcFaultKind])[] = [
  ['429 that asks for a moment', { kind: 'status', status: 429, headers: { 'retry-after': '0' } }],
  ['429 that asks for longer than a check may take', { kind: 'status', status: 429, headers: { 'retry-after': '60' } }],
  ['500', { kind: 'status', status: 500, body: 'oops' }],
  ['half a body', { kind: 'half_body' }],
  ['wrong JSON', { kind: 'text', text: '{"jsonrpc":"2.0","id":1,"result":{"a"' }],
  ['JSON of another shape', { kind: 'text', text: '{"hello":["world"]}' }],
  ['an HTML page', { kind: 'text', text: '<html><body>maintenance</body></html>', type: 'text/html' }],
  ['a closed socket', { kind: 'reset' }],
];

describe('an endpoint that fails', () => {
  it.concurrent.each(always)('with %s leaves UNKNOWN, uncharged, in time', async (_, fault) => {
    await over([methods], async (service, [rpc]) => {
      rpc?.fail(() => fault);
      const answer = await check(service);
      expect(answer).toMatchObject({ verdict: 'UNKNOWN', charged: '0.00' });
      // One that asks for a moment each time is asked again for as long as there is time.
      expect([['RPC_UNAVAILABLE'], ['TIME_BUDGET']]).toContainEqual(answer.codes);
      expect(answer.ms).toBeLessThan(hangMs(CHECK_TIME_MS_MAX + SLACK_MS));
    });
  });

  it('by hanging is given up at the deadline, uncharged', async () => {
    const hanging = async (service: App, [rpc]: readonly FaultyRpc[]) => {
      rpc?.fail(() => ({ kind: 'hang' }));
      const answer = await check(service);
      expect(['UNKNOWN', 'UNVERIFIABLE_ORIGIN']).toContain(answer.verdict);
      expect(answer).toMatchObject({ charged: '0.00' });
      expect(answer.ms).toBeLessThan(hangMs(SHORT_MS + SLACK_MS));
    };
    await over([methods], hanging, SHORT_MS);
  });

  it('for a moment costs time and nothing else', async () => {
    await over([methods], async (service, [rpc]) => {
      let failures = 2;
      rpc?.fail(() => (failures-- > 0 ? { kind: 'status', status: 429, headers: { 'retry-after': '0' } } : null));
      expect(await check(service)).toMatchObject({ verdict: 'CEX_FUNDED', charged: '0.05' });
    });
  });

  it('is replaced by a second one that works', async () => {
    await over([methods, methods], async (service, [rpc]) => {
      rpc?.fail(() => ({ kind: 'reset' }));
      expect(await check(service)).toMatchObject({ verdict: 'CEX_FUNDED', charged: '0.05' });
    });
  });

  it('to give the body of a listed transaction leaves UNVERIFIABLE_ORIGIN, uncharged', async () => {
    const bodiless: RpcMethods = { ...methods, getTransaction: () => null };
    await over([bodiless], async (service) => {
      const answer = await check(service);
      expect(answer).toMatchObject({ verdict: 'UNVERIFIABLE_ORIGIN', charged: '0.00' });
      expect(answer.codes).toContain('META_MISSING');
    });
  });
});

describe('an endpoint that lags by 1,000 slots', () => {
  const late: RpcMethods = {
    ...methods,
    getSlot: () => world.slot - LAG_SLOTS,
    getMultipleAccounts: (params) => {
      const answer = methods.getMultipleAccounts?.(params) as { context: { slot: number }; value: unknown };
      return { ...answer, context: { ...answer.context, slot: world.slot - LAG_SLOTS } };
    },
    getSignaturesForAddress: () => [],
  };

  it('is not believed beside one that does not', async () => {
    await over([late, methods], async (service) => {
      expect(await check(service)).toMatchObject({ verdict: 'CEX_FUNDED', charged: '0.05' });
    });
  });

  it('behind its own word is found out, uncharged', async () => {
    await over([{ ...late, getSlot: () => world.slot }], async (service) => {
      const answer = await check(service);
      expect(answer.charged).toBe('0.00');
      expect(answer.verdict).not.toBe('CEX_FUNDED');
    });
  });
});

describe('a history', () => {
  const page = (params: readonly unknown[]) => methods.getSignaturesForAddress?.(params) as unknown[];

  it('with duplicates and in the wrong order within a page is put in order', async () => {
    const shuffled: RpcMethods = {
      ...methods,
      getSignaturesForAddress: (params) => [...page(params)].reverse().flatMap((entry) => [entry, entry]),
    };
    await over([shuffled], async (service) => {
      expect(await check(service)).toMatchObject({ verdict: 'CEX_FUNDED', charged: '0.05' });
    });
  });

  it('whose oldest entry is left out is not taken for whole, uncharged', async () => {
    const cut: RpcMethods = {
      ...methods,
      getSignaturesForAddress: (params) => page(params).slice(0, -1),
    };
    await over([cut], async (service) => {
      const answer = await check(service);
      expect(answer).toMatchObject({ verdict: 'UNVERIFIABLE_ORIGIN', charged: '0.00' });
    });
  });
});

describe('the recorded world', () => {
  it('gives every sample subject the verdict that it was made for', async () => {
    await over([methods], async (service) => {
      for (const { address, verdict, what } of subjects) {
        expect([what, (await check(service, address)).verdict]).toEqual([what, verdict]);
      }
    });
  });
});
