import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultyRpc, RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import { until } from '../support/market.ts';
import { hangMs } from '../support/pace.ts';
import { askCheck, Customers } from './customers.ts';
import { mustBeSound } from './reckoning.ts';
import { openInProcessStage, recordedSubject, type Stage } from './stage.ts';

const ENDPOINTS = 3;
/** What hangs is waited for so long by a request, and by a check with all of its requests. */
const REQUEST_MS_MAX = hangMs(300);
/** Long enough to go round the endpoints that fail, several times. */
const CHECK_MS_MAX = Math.min(30_000, hangMs(4_000));
/** An endpoint that failed is left alone for shorter times than usual. */
const timeouts = {
  chain: {
    requestTimeoutMs: REQUEST_MS_MAX,
    connectTimeoutMs: REQUEST_MS_MAX,
    restMsMax: 200,
    shunMsMin: 100,
    shunMsMax: 400,
    silentMsMin: 500,
    trialWaitMs: 100,
    probeEveryMs: 500,
    probeWaitMs: 100,
  },
};
const LAG_SLOTS = 1_000;

const html: RpcFaultKind = { kind: 'text', text: '<html>maintenance</html>', type: 'text/html' };
const deaths: Readonly<Record<string, RpcFaultKind>> = {
  'are reset': { kind: 'reset' },
  hang: { kind: 'hang' },
  'answer 500': { kind: 'status', status: 500, body: 'oops' },
  'answer 429': { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  'send half a body': { kind: 'half_body' },
  'send a page': html,
  'send an empty body': { kind: 'text', text: '' },
};

/** Lies about the past, which no failover mends: what rests on them is free. */
const lies: Readonly<Record<string, RpcFaultKind>> = {
  'say that nothing was ever there': {
    kind: 'items',
    spoil: ({ method }, answer) => (method === 'getSignaturesForAddress' ? { ...answer, result: [] } : answer),
  },
};

/** A lie that only an endpoint beside it gives away. */
const late: RpcFaultKind = {
  kind: 'items',
  spoil: ({ method }, answer) =>
    method === 'getSlot' ? { ...answer, result: Number(answer.result) - LAG_SLOTS } : answer,
};

const subject = recordedSubject('CEX_FUNDED');
let stage: Stage;
let url: string;

beforeAll(async () => {
  // What was read for one check must not answer the next: each has to go to the endpoints.
  const env = { CHECK_TIME_MS_MAX: String(CHECK_MS_MAX), SLOT_CACHE_MS: '0', CHAIN_CACHE_MIB_MAX: '1' };
  stage = await openInProcessStage({ endpoints: ENDPOINTS, env, timeouts });
  url = `${stage.service.url}/check/funder/${subject}`;
});
afterAll(() => stage?.stop());

function fall(ill: readonly FaultyRpc[], illness: RpcFaultKind | null): void {
  for (const rpc of stage.rpcs) rpc.fail(ill.includes(rpc) && illness !== null ? () => illness : null);
}

/** Waits until a check is answered as on a good day, without a restart. */
async function recovered(): Promise<void> {
  fall([], null);
  await until(async () => {
    const { verdict } = await askCheck(url, { 'X-API-Key': await stage.key() });
    return verdict === 'CEX_FUNDED';
  });
}

describe('endpoints that die in turn', () => {
  it('are gone round: while one lives the verdict is the same, charged and complete', async () => {
    const customers = new Customers(url, await Promise.all([1, 2, 3].map(() => stage.key())));
    customers.work();
    for (const [n, illness] of [...Object.values(deaths), late].entries()) {
      const well = stage.rpcs[n % ENDPOINTS];
      fall(
        stage.rpcs.filter((rpc) => rpc !== well),
        illness,
      );
      await customers.answered(3);
    }
    fall([], null);
    await customers.rest();
    await mustBeSound(stage.database);
    const verdicts = await stage.database.sql`SELECT DISTINCT verdict FROM answers`;
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['CEX_FUNDED']);
  });
});

describe('endpoints that all', () => {
  it.each(Object.entries({ ...deaths, ...lies }))(
    '%s: no verdict is better for it, none is charged that rests on it, and it passes without a restart',
    async (_, illness) => {
      const mine = await stage.key(1_000_000n);
      fall(stage.rpcs, illness);
      const { status, verdict, charged, retryAfter, text } = await askCheck(url, { 'X-API-Key': mine });
      if (status === 200) expect([verdict, charged]).toEqual([expect.stringMatching(/^UN/), '0.00']);
      else expect([status, Number(retryAfter) >= 1, text]).toEqual([503, true, text]);
      await recovered();
      await mustBeSound(stage.database);
    },
  );
});
