import { writtenTokenAccount } from 'assay-sandbox/pools/meteora-damm-v1.ts';
import { describe, expect, it } from 'vitest';
import type { Address } from '#solana/address.ts';
import {
  accountsOf,
  CLOCK,
  key,
  LP_MINT,
  MINT_A,
  MINT_B,
  opened,
  recognised,
} from '../../../test/venues/meteora-damm-v1-world.ts';
import type { AccountBytes } from '../venue.ts';
import { isRefused } from '../venue.ts';

describe('when a pool of Meteora DAMM v1 can be traded', () => {
  it('a pool that is switched off is disabled', () => {
    expect(opened({ pool: { enabled: 0 } })).toMatchObject({ refused: 'disabled' });
  });

  it('a pool opens at its slot or its second, not before', () => {
    const atSlot = { pool: { activationType: 0, activationPoint: CLOCK.slot } };
    const atTime = { pool: { activationType: 1, activationPoint: CLOCK.unixTime } };
    for (const world of [atSlot, atTime]) expect(isRefused(opened(world))).toBe(false);
    expect(opened(atSlot, { ...CLOCK, slot: CLOCK.slot - 1n })).toMatchObject({ refused: 'not_open' });
    const later = { pool: { activationType: 1, activationPoint: CLOCK.unixTime + 1n } };
    expect(opened(later)).toMatchObject({ refused: 'not_open' });
  });

  it('every account that is needed is asked for: absent is not read, null is missing', () => {
    const pool = recognised(accountsOf());
    expect(pool.liquidity).toEqual({ mint: LP_MINT });
    // The pool's own LP mint moves no price: without it only the locked share is unknown.
    for (const need of [...pool.needs, pool.address].filter((one) => one !== LP_MINT)) {
      const absent = accountsOf();
      absent.delete(need);
      expect(pool.open(absent, CLOCK)).toMatchObject({ refused: 'not_read', detail: expect.stringContaining(need) });
      const missing = accountsOf({}, new Map([[need, null]]));
      expect(pool.open(missing, CLOCK)).toMatchObject({
        refused: 'account_missing',
        detail: expect.stringContaining(need),
      });
    }
  });

  it('a frozen vault is told, one of another mint or authority inconsistent', () => {
    const pool = recognised(accountsOf());
    const [vault, tokens] = [pool.needs[0] as Address, pool.vaults.mint];
    const wrong: readonly (readonly [AccountBytes['data'], string])[] = [
      [writtenTokenAccount(tokens, MINT_A, vault, 1n, 2).data, 'vault_frozen'],
      [writtenTokenAccount(tokens, MINT_B, vault, 1n).data, 'inconsistent'],
      [writtenTokenAccount(tokens, MINT_A, key(9), 1n).data, 'inconsistent'],
    ];
    for (const [data, refused] of wrong) {
      expect(pool.open(accountsOf({}, new Map([[tokens, { data }]])), CLOCK)).toMatchObject({ refused });
    }
  });

  it('a vault that is not of the vault program is foreign', () => {
    const pool = recognised(accountsOf());
    const change = new Map([[pool.needs[0] as Address, { owner: key(9) }]]);
    expect(pool.open(accountsOf({}, change), CLOCK)).toMatchObject({ refused: 'foreign_owner' });
  });

  it('a pool that changed its mints since it was recognised is inconsistent', () => {
    const pool = recognised(accountsOf());
    const other = accountsOf({ pool: { mintB: key(8) } });
    expect(pool.open(other, CLOCK)).toMatchObject({ refused: 'inconsistent' });
  });

  it('an empty side has no price', () => {
    expect(opened({ a: { shares: 0n } })).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(opened({ b: { supply: 0n, shares: 0n } })).toMatchObject({ refused: 'insufficient_liquidity' });
  });

  it('a vault whose profit was reported after the clock is inconsistent', () => {
    expect(opened({ a: { reportedAt: CLOCK.unixTime + 1n } })).toMatchObject({ refused: 'inconsistent' });
  });

  it('facts tell creator, opening and the share of LP tokens that is locked for good', () => {
    const pool = { creator: key(7), activationType: 1, activationPoint: 1_700_000_000n, lockedLp: 123_456n };
    const accounts = accountsOf({ pool, lpSupply: 1_000_000n });
    const open = recognised(accounts).open(accounts, CLOCK);
    const facts = { creator: key(7), openedAt: 1_700_000_000n, lockedLiquidityBps: 1234 };
    expect(isRefused(open) ? open : open.facts).toEqual(facts);
    const bare = accountsOf({ lpSupply: 0n });
    const unknown = recognised(bare).open(bare, CLOCK);
    const nothing = { creator: null, openedAt: null, lockedLiquidityBps: null };
    expect(isRefused(unknown) ? unknown : unknown.facts).toEqual(nothing);
  });
});
