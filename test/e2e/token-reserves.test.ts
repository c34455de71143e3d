import { type Address, address, addressBytes, derivedAddress, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { AUTHORITY, PROGRAM as DBC } from 'assay-core/venues/meteora-dbc/layout.ts';
import { AUTHORITY as CPMM_AUTHORITY } from 'assay-core/venues/raydium-cpmm/layout.ts';
import { dbcConfig, dbcConfigAccount, dbcPool, dbcPoolAccount, dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import { curveMintAccount, holdingAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { cpmmConfig, cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  putAccount,
  putTokens,
  putTransaction,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
} from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type TokenAnswer, withTokens } from '../support/token-service.ts';

/* What launch programs keep of a token, over REST. */

const SUPPLY = 10n ** 15n;
const THREE_TENTHS = (SUPPLY * 3n) / 10n;
const MOONIT = address('MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG');
const BOOP = address('boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4');
const MINT = key('mint of reserves');
/** The state of a token account, and what it is for a frozen one. */
const [STATE_AT, FROZEN] = [108, 2];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

async function answerTo(put: (world: TokenWorld) => void): Promise<TokenAnswer['body']> {
  const world = tokenWorld(curveMintAccount({ mint: MINT, supply: SUPPLY }));
  put(world);
  const bodies: TokenAnswer['body'][] = [];
  await withTokens(database, [tokenMethods(world)], async ({ ask }) => {
    bodies.push((await ask(world.subject)).body);
  });
  const [body] = bodies;
  if (!body) throw new Error('no answer');
  return body;
}

const derived = (program: Address, text: string, of: Address) =>
  derivedAddress([new TextEncoder().encode(text), addressBytes(of)], program);

describe('a curve of Meteora', () => {
  it.each([false, true])(
    'that launches another coin for this one keeps nothing of it (finished: %s)',
    async (finished) => {
      const other = key('coin that is launched for the mint');
      const body = await answerTo((world) => {
        const under = dbcConfig({ quoteMint: MINT });
        const [pool, config] = [key('curve of another coin'), key('its configuration')];
        const made = dbcPool({ address: pool, under, config, baseMint: other, finished });
        putAccount(world, curveMintAccount({ mint: other, supply: SUPPLY }));
        for (const account of [dbcPoolAccount(pool, made), dbcConfigAccount(config, under)]) putAccount(world, account);
        for (const vault of dbcVaults(made, MINT, { base: SUPPLY, quote: THREE_TENTHS })) putAccount(world, vault);
        putTransaction(world, {
          name: 'purchase of the other coin',
          slotsAgo: 500,
          keys: [key('buyer of it'), pool, made.vaults.quote],
          instructions: [{ program: DBC, accounts: [pool, made.vaults.quote], data: new Uint8Array(8) }],
          tokens: [{ account: made.vaults.quote, mint: MINT, owner: AUTHORITY, amount: THREE_TENTHS }],
        });
      });
      expect(body.reason_codes).toContain('TOP1_HOLDER_DOMINANT');
      expect(body.verdict).toBe('HIGH_RISK');
    },
  );
});

it('a pool whose other coin somebody froze keeps nothing', async () => {
  const junk = key('coin that its maker freezes');
  const body = await answerTo((world) => {
    const tokens = [
      { mint: MINT, decimals: 6 },
      { mint: junk, decimals: 6 },
    ] as const;
    const pool = cpmmPool({
      config: cpmmConfig({ index: 0, trade: 2_500n }).address,
      creator: key('maker'),
      lpIssued: 1_000n,
      tokens,
    });
    putAccount(world, pool);
    putAccount(world, curveMintAccount({ mint: junk, supply: SUPPLY }));
    putAccount(world, curveMintAccount({ mint: pool.lpMint, supply: 1_000n }));
    for (const vault of pool.vaults) {
      const held = holdingAccount({
        authority: CPMM_AUTHORITY,
        mint: vault.mint,
        amount: THREE_TENTHS,
        address: vault.address,
      });
      putAccount(
        world,
        vault.mint === junk ? { ...held, data: Uint8Array.from(held.data).fill(FROZEN, STATE_AT, STATE_AT + 1) } : held,
      );
    }
    const [vault] = pool.vaults.filter(({ mint }) => mint === MINT);
    if (!vault) throw new Error('no vault');
    putTransaction(world, {
      name: 'opening of that pool',
      slotsAgo: 500,
      keys: [key('maker'), pool.address, vault.address],
      instructions: [{ program: pool.owner, accounts: [pool.address, vault.address], data: new Uint8Array(8) }],
      tokens: [{ account: vault.address, mint: MINT, owner: CPMM_AUTHORITY, amount: THREE_TENTHS }],
    });
  });
  expect(body.reason_codes).toContain('TOP1_HOLDER_DOMINANT');
});

describe('the reserve of a launch', () => {
  const moonit = (of: Address) => ({ owner: derived(MOONIT, 'token', of), program: MOONIT });
  const boop = (of: Address) => ({
    owner: derived(BOOP, 'vault_authority', of),
    program: SYSTEM_PROGRAM,
    at: derived(BOOP, 'bonding_curve_vault', of),
  });

  it.each([
    ['Moonit', moonit],
    ['boop', boop],
  ] as const)('of %s counts apart where its address follows from the mint, and only there', async (_, reserve) => {
    const reserveOf = (of: Address) => (world: TokenWorld) => {
      const { owner, program, at }: { owner: Address; program: Address; at?: Address } = reserve(of);
      putAccount(world, { address: owner, owner: program, data: new Uint8Array(0) });
      putTokens(world, MINT, owner, THREE_TENTHS, at);
    };
    const [own, foreign] = [await answerTo(reserveOf(MINT)), await answerTo(reserveOf(key('another mint')))];
    expect(own.metrics.buckets?.curves).toBe(3_000);
    expect(own.reason_codes).not.toContain('TOP1_HOLDER_DOMINANT');
    expect(foreign.metrics.buckets?.curves).toBe(0);
    expect(foreign.reason_codes).toContain('TOP1_HOLDER_DOMINANT');
  });
});
