import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintAccount } from '#sandbox/pools/pump-curve.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { withTokens } from '../support/token-service.ts';
import { type TokenWorld, tokenMethods, tokenWorld } from '../support/token-worlds.ts';
import { key, SYSTEM } from '../support/transactions.ts';

const ACCOUNT_BYTES_MAX = 10 * 1024 * 1024;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

/** The world of a token, all of whose holders keep as much data in their accounts as an account can have. */
function largeHolders(name: string): TokenWorld {
  const world = tokenWorld(mintAccount({ mint: key(name), supply: 10n ** 15n }));
  const data = new Uint8Array(ACCOUNT_BYTES_MAX);
  for (const [at, account] of world.accounts) {
    if (account.owner === SYSTEM && account.data.length === 0) world.accounts.set(at, { ...account, data });
  }
  return world;
}

it('a token is judged and charged whatever its holders keep in their accounts', async () => {
  const plain = tokenWorld(mintAccount({ mint: key('a plain mint'), supply: 10n ** 15n }));
  const large = largeHolders('a mint of large holders');
  await withTokens(database, [tokenMethods(plain)], async ({ ask }) => {
    expect((await ask(plain.subject)).body.verdict).toBe('LOW_RISK');
  });
  await withTokens(database, [tokenMethods(large)], async ({ ask }) => {
    const { status, body } = await ask(large.subject);
    expect([status, body.verdict, body.gaps, body.billing.charged_usdc]).toEqual([200, 'LOW_RISK', [], '0.02']);
  });
});
