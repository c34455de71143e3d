import { CLOCK } from 'assay-core/solana/slot-and-time.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TokenWorld, tokenMethods, tokenWorld } from '../../packages/core/test/support/token-worlds.ts';
import { key, SYSTEM } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { withTokens } from '../support/token-service.ts';

const ACCOUNT_BYTES_MAX = 10 * 1024 * 1024;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

/** The world of a token, all of whose holders keep as much data in their accounts as an account can have. */
function largeHolders(name: string): TokenWorld {
  const world = tokenWorld(curveMintAccount({ mint: key(name), supply: 10n ** 15n }));
  const wallets = [...world.accounts].filter(([, { owner, data }]) => owner === SYSTEM && data.length === 0);
  expect(wallets).not.toEqual([]);
  const data = new Uint8Array(ACCOUNT_BYTES_MAX);
  for (const [at, account] of wallets) world.accounts.set(at, { ...account, data });
  return world;
}

it('a token is judged and charged whatever its holders keep in their accounts', async () => {
  const plain = tokenWorld(curveMintAccount({ mint: key('a plain mint'), supply: 10n ** 15n }));
  const large = largeHolders('a mint of large holders');
  await withTokens(database, [tokenMethods(plain)], async ({ ask }) => {
    expect((await ask(plain.subject)).body.verdict).toBe('LOW_RISK');
  });
  await withTokens(database, [tokenMethods(large)], async ({ ask }) => {
    const { status, body } = await ask(large.subject);
    expect([status, body.verdict, body.gaps, body.billing.charged_usdc]).toEqual([200, 'LOW_RISK', [], '0.02']);
  });
});

interface Sent {
  readonly data: unknown;
  readonly space?: number;
}

/** An endpoint that sends accounts without their data. */
function stripping(world: TokenWorld, strip: (account: Sent, address: unknown) => Sent): RpcMethods {
  const methods = tokenMethods(world);
  return {
    ...methods,
    getMultipleAccounts(params) {
      const [addresses] = params as readonly [readonly unknown[]];
      const answer = methods.getMultipleAccounts?.(params) as { readonly value: readonly (Sent | null)[] };
      return { ...answer, value: answer.value.map((account, at) => account && strip(account, addresses[at])) };
    },
  };
}

const world = () => tokenWorld(curveMintAccount({ mint: key('a mint without data'), supply: 10n ** 15n }));
const { subject } = world();
const stripped = (account: Sent): Sent => ({ ...account, data: ['', 'base64'], space: 0 });

it.each<[string, Parameters<typeof stripping>[1], string]>([
  ['without data, whose length it tells', (account) => ({ ...stripped(account), space: 82 }), 'RPC_UNAVAILABLE'],
  ['without data', stripped, 'PROVIDER_DISAGREES'],
  [
    'without data but for the clock',
    (account, at) => (at === CLOCK ? account : stripped(account)),
    'PROVIDER_DISAGREES',
  ],
  [
    'of which the mint is without data',
    (account, at) => (at === subject ? stripped(account) : account),
    'PROVIDER_DISAGREES',
  ],
])('a sole endpoint that sends accounts %s makes an answer that is free', async (_, strip, code) => {
  await withTokens(database, [stripping(world(), strip)], async ({ ask }) => {
    const { body } = await ask(subject);
    expect([body.verdict, body.billing.charged_usdc]).toEqual(['UNKNOWN', '0.00']);
    expect(body.reason_codes).toContain(code);
  });
});

it('an endpoint that keeps data back is not believed where another sends it', async () => {
  const short = stripping(world(), (account) => ({ ...account, data: ['', 'base64'] }));
  await withTokens(database, [short, tokenMethods(world())], async ({ ask }) => {
    const { body } = await ask(subject);
    expect([body.verdict, body.billing.charged_usdc]).toEqual(['LOW_RISK', '0.02']);
  });
});
