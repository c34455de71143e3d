import { vaultAccount } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { dbcConfig, dbcConfigAccount, dbcPool, dbcPoolAccount, dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { AccountBytes, Accounts, Clock, Pool } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { type ConfigAccount, readDbcConfig, vaultAddress } from './config.ts';
import { meteoraDbc } from './index.ts';
import { AUTHORITY, type DbcPoolAccount, readPool } from './layout.ts';

const POOL = addressOf(new Uint8Array(32).fill(7));
const STRANGER = addressOf(new Uint8Array(32).fill(9));
const CLOCK: Clock = { slot: 1_000n, unixTime: 2_000n, epoch: 1n };
/** Made once: deriving the vaults costs more than what is tested. */
const CONFIG = dbcConfig();
const PLAIN = dbcPool({ address: POOL, under: CONFIG });
const ACCOUNT = dbcPoolAccount(POOL, PLAIN);
const VAULTS = dbcVaults(PLAIN, WRAPPED_SOL, { base: 10n ** 17n, quote: 10n ** 12n });
const byAddress = (all: readonly AccountBytes[]): Accounts => new Map(all.map((one) => [one.address, one]));
const recognise = (account: AccountBytes, mint: Address = PLAIN.baseMint) => meteoraDbc.recognise(account, mint);

function recognised(mint?: Address): Pool {
  const pool = recognise(ACCOUNT, mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  return pool;
}

/** Opens a pool under a configuration, with some accounts put in the place of its own. */
function open(
  given: {
    readonly pool?: Partial<DbcPoolAccount>;
    readonly config?: Partial<ConfigAccount>;
    readonly clock?: Clock;
  } = {},
  instead: Iterable<[Address, AccountBytes | null]> = [],
) {
  const account = dbcPoolAccount(POOL, { ...PLAIN, ...given.pool });
  const config = dbcConfigAccount(PLAIN.config, { ...CONFIG, ...given.config });
  return recognised().open(new Map([...byAddress([account, config, ...VAULTS]), ...instead]), given.clock ?? CLOCK);
}

const over = (account: AccountBytes, at: number, value: number): AccountBytes => {
  const data = account.data.slice();
  data[at] = value;
  return { ...account, data };
};

describe('recognising a pool of Meteora DBC', () => {
  it('proves the quote mint by the address of its vault, whichever side is asked about', () => {
    const { base, quote } = PLAIN.vaults;
    expect(recognised()).toMatchObject({ other: WRAPPED_SOL, vaults: { mint: base, other: quote } });
    expect(recognised(WRAPPED_SOL)).toMatchObject({ other: PLAIN.baseMint, vaults: { mint: quote, other: base } });
    expect(recognised().needs).toEqual([PLAIN.config, base, quote]);
    expect(readPool(ACCOUNT)).toEqual(PLAIN);
    expect(readDbcConfig(dbcConfigAccount(PLAIN.config, CONFIG))).toEqual(CONFIG);
  });

  it('takes pools whose mint has a transfer hook, which differ in their discriminator only', () => {
    const data = ACCOUNT.data.slice();
    data.set(Buffer.from('eddbb8172abda923', 'hex'));
    expect(recognise({ ...ACCOUNT, data })).toMatchObject({ other: WRAPPED_SOL });
  });

  it('refuses a quote mint that it cannot prove, unless that is the one asked about', () => {
    const quote = vaultAddress(STRANGER, POOL);
    const strange = dbcPoolAccount(POOL, { ...PLAIN, vaults: { ...PLAIN.vaults, quote } });
    expect(recognise(strange)).toMatchObject({ refused: 'unknown_variant' });
    expect(recognise(strange, STRANGER)).toMatchObject({ other: PLAIN.baseMint });
  });

  it('refuses another owner, another account, any other length, and another mint, in that order', () => {
    expect(recognise({ ...ACCOUNT, owner: TOKEN_PROGRAM })).toMatchObject({ refused: 'foreign_owner' });
    expect(recognise(over(ACCOUNT, 0, 0))).toMatchObject({ refused: 'wrong_layout' });
    for (let length = 0; length < ACCOUNT.data.length; length += 1) {
      const cut = { ...ACCOUNT, data: ACCOUNT.data.slice(0, length) };
      expect(recognise(cut)).toMatchObject({ refused: 'wrong_layout' });
    }
    expect(recognise(ACCOUNT, STRANGER)).toMatchObject({ refused: 'inconsistent' });
    expect(recognise(over(ACCOUNT, 304, 2))).toMatchObject({ refused: 'unknown_variant' });
    expect(recognise(over(ACCOUNT, 308, 4))).toMatchObject({ refused: 'unknown_variant' });
  });
});

describe('opening a pool of Meteora DBC', () => {
  it('gives a market, its creator, and when it opened where it counts seconds', () => {
    const opened = open({ pool: { activation: 900n }, config: { activationType: 1 } });
    if (isRefused(opened)) throw new Error(opened.detail);
    expect(opened.facts).toEqual({ creator: PLAIN.creator, openedAt: 900n, lockedLiquidityBps: null });
    expect(isRefused(opened.market.quote('buy', 10n ** 6n))).toBe(false);
    expect(open({ pool: { activation: 900n } })).toMatchObject({ facts: { openedAt: null } });
  });

  it.each<[string, Parameters<typeof open>[0], string]>([
    ['migrated', { pool: { finished: true } }, 'completed'],
    ['at its threshold', { pool: { reserves: { base: 1n, quote: CONFIG.threshold } } }, 'completed'],
    ['made later', { pool: { activation: 1_001n } }, 'not_open'],
    ['without a price', { pool: { sqrtPrice: 0n } }, 'inconsistent'],
    ['of another quote mint', { config: { quoteMint: STRANGER } }, 'inconsistent'],
    ['of another configuration than before', { pool: { config: STRANGER } }, 'inconsistent'],
  ])('a pool that is %s', (_, given, refused) => {
    expect(open(given)).toMatchObject({ refused });
  });

  it('needs its configuration: one of the program, whole, with fees and modes that are known', () => {
    const config = dbcConfigAccount(PLAIN.config, CONFIG);
    const withConfig = (instead: AccountBytes | null) => open({}, [[PLAIN.config, instead]]);
    expect(withConfig(null)).toMatchObject({ refused: 'account_missing' });
    expect(withConfig({ ...config, owner: TOKEN_PROGRAM })).toMatchObject({ refused: 'foreign_owner' });
    expect(withConfig(over(config, 0, 0))).toMatchObject({ refused: 'wrong_layout' });
    expect(withConfig({ ...config, data: config.data.slice(0, 1_047) })).toMatchObject({ refused: 'wrong_layout' });
    expect(withConfig(over(config, 245, 101))).toMatchObject({ refused: 'wrong_layout' });
    for (const at of [130, 232, 234, 236]) {
      expect(withConfig(over(config, at, 3))).toMatchObject({ refused: 'unknown_variant' });
    }
    for (let length = 0; length < 1_048; length += 7) {
      expect(readDbcConfig({ ...config, data: config.data.slice(0, length) })).toMatchObject({
        refused: 'wrong_layout',
      });
    }
  });

  it('takes the longer configuration of a pool whose mint has a transfer hook', () => {
    const config = dbcConfigAccount(PLAIN.config, CONFIG);
    const data = new Uint8Array(1_128);
    data.set(config.data);
    data.set(Buffer.from('28dcc2fb29c77bfd', 'hex'));
    expect(isRefused(open({}, [[PLAIN.config, { ...config, data }]]))).toBe(false);
  });

  it('needs its own account and both vaults, of the right mint and authority, not frozen', () => {
    const { quote } = PLAIN.vaults;
    const vault = { address: quote, mint: WRAPPED_SOL, authority: AUTHORITY, amount: 5n };
    expect(recognised().open(new Map(), CLOCK)).toMatchObject({ refused: 'not_read' });
    expect(recognised().open(byAddress([ACCOUNT]), CLOCK)).toMatchObject({ refused: 'not_read' });
    expect(open({}, [[POOL, null]])).toMatchObject({ refused: 'account_missing' });
    expect(open({}, [[quote, null]])).toMatchObject({ refused: 'account_missing' });
    expect(open({}, [[quote, vaultAccount({ ...vault, mint: STRANGER })]])).toMatchObject({ refused: 'inconsistent' });
    expect(open({}, [[quote, vaultAccount({ ...vault, authority: STRANGER })]])).toMatchObject({
      refused: 'inconsistent',
    });
    expect(open({}, [[quote, vaultAccount({ ...vault, frozen: true })]])).toMatchObject({ refused: 'vault_frozen' });
  });

  it('never throws, and never gives what it does not hold, on bytes that something wrote over', () => {
    let seed = 1;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return Math.floor((seed / 0x8000_0000) * below);
    };
    const config = dbcConfigAccount(PLAIN.config, CONFIG);
    const pool = recognised();
    const mutated = (account: AccountBytes) => {
      const data = account.data.slice();
      for (let j = next(5); j > 0; j -= 1) data[8 + next(data.length - 8)] = next(256);
      return { ...account, data };
    };
    for (let i = 0; i < 4_000; i += 1) {
      const opened = pool.open(byAddress([...VAULTS, mutated(ACCOUNT), mutated(config)]), CLOCK);
      if (isRefused(opened)) continue;
      const [bought, sold] = [opened.market.quote('buy', 10n ** 8n), opened.market.quote('sell', 10n ** 9n)];
      expect(isRefused(bought) || (bought.received > 0n && bought.received <= 10n ** 17n)).toBe(true);
      expect(isRefused(sold) || (sold.received > 0n && sold.received <= 10n ** 12n)).toBe(true);
    }
  });
});
