import { EVERYWHERE } from 'assay-core/gather/market/rounds.ts';
import { CLOCK } from 'assay-core/solana/slot-and-time.ts';
import { venues } from 'assay-core/venues/index.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenMethods, tokenWorld } from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { withTokens } from '../support/token-service.ts';

const [MINT, OTHER] = [key('old mint'), key('another old mint')];
const ASKED = new Set<unknown>([...venues.flatMap(({ configurations }) => configurations), CLOCK, ...EVERYWHERE]);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

/** An endpoint that answers calls for configurations as if nothing existed, where their number is one of these. */
function blindIn(blind: ReadonlySet<number>) {
  const methods = tokenMethods(
    ...[MINT, OTHER].map((mint) => tokenWorld(curveMintAccount({ mint, supply: 10n ** 15n }))),
  );
  let asked = 0;
  const getMultipleAccounts: (typeof methods)[string] = async (params, ...rest) => {
    const answer = await methods.getMultipleAccounts?.(params, ...rest);
    const addresses = params[0] as readonly unknown[];
    if (!addresses.every((address) => ASKED.has(address)) || !blind.has(asked++)) return answer;
    return { ...(answer as object), value: addresses.map(() => null) };
  };
  return { ...methods, getMultipleAccounts };
}

describe('an endpoint for which nothing exists in one call for configurations of venues', () => {
  it.each([0, 1, 2])('when the service starts, the call %i, leaves the checks after it what they are', async (call) => {
    await withTokens(database, [blindIn(new Set([call]))], async ({ ask }) => {
      for (const { body } of [await ask(MINT), await ask(OTHER)]) expect(body.verdict).toBe('LOW_RISK');
    });
  });

  it.each([3, 4, 5])(
    'in the first check, the call %i, makes that one unknown, free and worth repeating',
    async (call) => {
      await withTokens(database, [blindIn(new Set([0, call]))], async ({ ask }) => {
        const { body, retryAfter } = await ask(MINT);
        expect(body).toMatchObject({ verdict: 'UNKNOWN', billing: { charged_usdc: '0.00' } });
        expect(body.reason_codes).toContain('PROVIDER_DISAGREES');
        expect(retryAfter).not.toBeNull();
        // An answer that says when to ask again is repeated until then.
        expect((await ask(OTHER)).body.verdict).toBe('LOW_RISK');
      });
    },
  );
});
