import { dammV1Pool } from 'assay-sandbox/pools/meteora-damm-v1.ts';
import { describe, expect, it } from 'vitest';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import {
  accountsOf,
  CLOCK,
  key,
  MINT_A,
  MINT_B,
  POOL,
  params,
  recognised,
} from '../../../test/venues/meteora-damm-v1-world.ts';
import type { Pool } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { meteoraDammV1 } from './index.ts';

const good = { ...dammV1Pool(params()), lamports: 1n };

describe('what is a pool of Meteora DAMM v1', () => {
  it('a pool is recognised for either of its mints, with all that its price needs', () => {
    for (const [mint, other] of [
      [MINT_A, MINT_B],
      [MINT_B, MINT_A],
    ] as const) {
      const pool = recognised(accountsOf(), mint);
      expect(pool).toMatchObject({ venue: 'meteora_damm_v1', address: POOL, mint, other });
      expect(pool.needs).toHaveLength(9);
      expect(pool.needs).toContain(pool.vaults.mint);
      expect(pool.needs).toContain(pool.vaults.other);
      expect(isRefused(pool.open(accountsOf(), CLOCK))).toBe(false);
    }
  });

  it('its shares are worth what its vaults hold for each of them', () => {
    const side = (total: bigint) => ({ total, supply: 1_000n, shares: 400n, cash: total, lockedProfit: 0n });
    const accounts = accountsOf({ a: side(1_000n), b: side(1_250n) });
    const pool = recognised(accounts, MINT_A);
    const worth = (of: Pool['shares'] | undefined) => [of?.mint.worth, of?.other.worth];
    const one = { numerator: 1n, denominator: 1n };
    expect(worth(pool.shares)).toEqual([one, one]);
    expect(worth(pool.holdingsIn?.(new Map(), CLOCK).shares)).toEqual([one, one]);
    expect(worth(pool.holdingsIn?.(accounts, CLOCK).shares)).toEqual([
      { numerator: 1_000n, denominator: 1_000n },
      { numerator: 1_250n, denominator: 1_000n },
    ]);
    const held = pool.holdingsIn?.(accounts, CLOCK).shares;
    expect([pool.shares?.mint.tokens, held?.mint.tokens, held?.other.tokens]).toEqual([0n, 400n, 500n]);
    expect([pool.vaults.other, pool.address]).not.toContain(pool.shares?.other.account);
  });

  it('a pool of other mints is inconsistent', () => {
    expect(meteoraDammV1.recognise(good, key(99))).toMatchObject({ refused: 'inconsistent' });
  });

  it('the owner is asked before anything else', () => {
    const foreign = { ...good, owner: TOKEN_PROGRAM, data: new Uint8Array() };
    expect(meteoraDammV1.recognise(foreign, MINT_A)).toMatchObject({ refused: 'foreign_owner' });
  });

  it('another discriminator is no pool', () => {
    const data = good.data.slice();
    data[0] = 0;
    expect(meteoraDammV1.recognise({ ...good, data }, MINT_A)).toMatchObject({ refused: 'wrong_layout' });
  });

  it('no other length than those of the two versions is a pool', () => {
    for (let length = 0; length < 1400; length += 1) {
      const data = new Uint8Array(length);
      data.set(good.data.subarray(0, length));
      const refused = meteoraDammV1.recognise({ ...good, data }, MINT_A);
      if (length === 944 || length === 1387) expect(isRefused(refused)).toBe(false);
      else expect(refused).toMatchObject({ refused: 'wrong_layout' });
    }
  }, 60_000);

  it.each([
    ['a curve that is not known', 874, 2, 'unknown_variant'],
    ['an activation type that is not known', 475, 2, 'unknown_variant'],
    ['an enabled flag that is no flag', 233, 2, 'wrong_layout'],
    ['a stable curve without amplification', 874, 1, 'wrong_layout'],
  ])('%s is refused', (_, at, value, refused) => {
    const data = good.data.slice();
    data[at] = value;
    expect(meteoraDammV1.recognise({ ...good, data }, MINT_A)).toMatchObject({ refused });
  });

  it('a depeg type that is not known is refused', () => {
    const data = dammV1Pool(params({ stable: { amplification: 100n } })).data.slice();
    data[916] = 4;
    expect(meteoraDammV1.recognise({ ...good, data }, MINT_A)).toMatchObject({ refused: 'unknown_variant' });
  });

  it('fees of nothing or of more than everything are refused', () => {
    for (const fee of [
      [1n, 0n],
      [3n, 2n],
    ] as const) {
      const data = dammV1Pool(params({ fee })).data;
      expect(meteoraDammV1.recognise({ ...good, data }, MINT_A)).toMatchObject({ refused: 'wrong_layout' });
    }
  });

  it('candidates are the customizable pool, the permissionless one and those of migrations', () => {
    const pair = { mint: MINT_A, other: MINT_B };
    const found = meteoraDammV1.candidates(pair, new Map());
    expect(new Set(found).size).toBe(8);
    const mirrored = meteoraDammV1.candidates({ ...pair, mint: MINT_B, other: MINT_A }, new Map());
    expect(mirrored).toEqual(found);
  });
});
