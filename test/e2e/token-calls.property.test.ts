import { rpcLimits } from 'assay-core/chain/rpc/rpc-limits.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../packages/core/test/support/cases.ts';
import { tokenMethods, tokenWorld } from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { youngWorld } from '../../packages/core/test/support/young-world.ts';
import { unhurried } from '../support/chains.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type AskedOf, withTokens } from '../support/token-service.ts';

const MANY = cases(100);

let database: TestDatabase;
const usual = { ...rpcLimits };
beforeAll(async () => {
  // On a busy machine a hundred checks work for longer than a request may take, and what times out is asked again.
  Object.assign(rpcLimits, unhurried);
  database = await openTestDatabase();
});
afterAll(async () => {
  Object.assign(rpcLimits, usual);
  await database.stop();
});

const old = Array.from({ length: MANY + 2 }, (_, n) => key(`old mint ${n}`));
const [first = '', second = '', ...many] = old;
const methods = tokenMethods(
  ...old.map((mint) => tokenWorld(curveMintAccount({ mint, supply: 10n ** 15n }))),
  youngWorld('young mint'),
  youngWorld('another young mint'),
);

/** What each step, a check alone or many in one operation, makes the endpoint be asked. */
async function spent(
  steps: readonly (readonly string[])[],
  ...allowed: readonly string[]
): Promise<readonly AskedOf[]> {
  const asked: AskedOf[] = [];
  await withTokens(database, [methods], async ({ ask, askAll, rpcs }) => {
    for (const mints of steps) {
      const verdicts = mints.length > 1 ? await askAll(mints) : [(await ask(String(mints[0]))).body.verdict];
      expect(verdicts.filter((verdict) => !allowed.includes(verdict))).toEqual([]);
      for (const rpc of rpcs) {
        asked.push(rpc.asked());
        rpc.forget();
      }
    }
  });
  return asked;
}

describe('what a token check costs at the endpoint', () => {
  it('an old token takes at most three rounds and eight requests, the first of a process as well', async () => {
    for (const { rounds, requests } of await spent([[first], [second]], 'LOW_RISK')) {
      expect(rounds).toBeLessThanOrEqual(3);
      expect(requests).toBeLessThanOrEqual(8);
    }
  });

  it('a young one, with its launch and first money, takes at most six rounds and 24 requests', async () => {
    // UNKNOWN where the lists of its buyers begin with money from nowhere, which a cut list would explain.
    const young = [[key('young mint')], [key('another young mint')]];
    for (const { rounds, requests } of await spent(young, 'ELEVATED', 'UNKNOWN')) {
      expect(rounds).toBeLessThanOrEqual(6);
      expect(requests).toBeLessThanOrEqual(24);
    }
  });

  it('many in one operation, up to a hundred, take three times the requests of one at most', async () => {
    // On a busy machine some of so many run out of time before all is read.
    const [one, all] = await spent([[first], many], 'LOW_RISK', 'ELEVATED', 'UNKNOWN');
    expect(all?.requests).toBeLessThanOrEqual(3 * (one?.requests ?? 0));
  });
});
