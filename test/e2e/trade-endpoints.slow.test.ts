import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPools } from '../../packages/core/test/support/recorded-pools.ts';
import { USDC } from '../../packages/core/test/support/recorded-worlds.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { withRecorded } from '../support/recorded-service.ts';
import { DERIVED, expectFound, expectFreeUnknown, world } from './recorded-trades.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

/** Beyond the two seconds after which the answer says to ask again. */
const REST_MS = 2_500;

/** Those of a CLMM pool are in `trade-recorded.test.ts`. */
const OTHERS = DERIVED.filter((name) => name !== 'clmm');

describe.runIf(hasPools)('real pools behind an endpoint', () => {
  it.each(OTHERS.flatMap((name) => [[name, 'refused_by_error'] as const, [name, 'refused_by_status'] as const]))(
    'that lacks methods and takes no arrays: %s, %s',
    async (name, arrays) => {
      await expectFound(database, name, arrays);
    },
  );

  it('that fails: a free UNKNOWN that says when to ask again, and an answer once it is back', async () => {
    const { accounts } = world('clmm');
    await withRecorded(database, accounts, {}, async ({ ask, rpc }) => {
      await ask(USDC, '0.5');
      rpc.fail(500);
      const failed = await ask(USDC, '0.7');
      expectFreeUnknown(failed, 'RPC_UNAVAILABLE');
      expect(failed.retryAfter).toBe('2');
      rpc.fail(null);
      await pause(REST_MS);
      expect((await ask(USDC, '0.7')).body.verdict).toBe('ACCEPTABLE_COST');
    });
  });
});
