import { describe, expect, it } from 'vitest';
import { key, liquidity, NOW, tokenPool } from '../../../../test/support/token-evidence.ts';
import { type LiquidityPart, LOCK_SECONDS_MIN, type TokenPool } from '../evidence.ts';
import { lpControlOf } from './lp-control.ts';

const DAY = 86_400;
const part = (how: LiquidityPart['how'], bps: number, more: Partial<LiquidityPart> = {}): LiquidityPart => ({
  how,
  owner: how === 'wallet' || how === 'unknown' ? key(40) : null,
  bps,
  ...more,
});
const controlOf = (...pools: readonly TokenPool[]) => lpControlOf(liquidity({ pools }), NOW);
const control = (...parts: readonly LiquidityPart[]) => controlOf(tokenPool({ parts }));
const worth = (dollars: bigint, n: number, ...parts: readonly LiquidityPart[]) =>
  tokenPool({ address: key(n), depthUsdMicros: dollars * 1_000_000n, parts });

describe('who can take the liquidity', () => {
  it('is summed by what keeps it, and by owner', () => {
    expect(
      control(
        part('burned', 1_000),
        part('burned', 500),
        part('locked', 700),
        part('program', 300),
        part('wallet', 2_000),
        part('wallet', 1_500),
        part('wallet', 2_500, { owner: key(41) }),
        part('unknown', 500, { owner: null }),
      ),
    ).toEqual({
      burnedBps: 1_500,
      programBps: 300,
      lockedBps: 700,
      freeBps: 6_500,
      unclearBps: 500,
      unreadBps: 1_000,
      owners: 2,
      largestOwner: { owner: key(40), bps: 3_500 },
      nextUnlockUnix: null,
    });
  });

  it('is summed over pools by their depth', () => {
    const owned = worth(30_000n, 11, part('wallet', 10_000));
    const burned = worth(50_000n, 12, part('burned', 10_000));
    const unread = tokenPool({ address: key(13), depthUsdMicros: 20_000_000_000n, parts: null });
    expect(controlOf(owned, burned, unread)).toMatchObject({ freeBps: 3_000, burnedBps: 5_000, unreadBps: 2_000 });
    const closed = tokenPool({ address: key(14), refused: 'disabled', parts: [part('wallet', 10_000)] });
    expect(controlOf(burned, closed)).toMatchObject({ freeBps: 0, burnedBps: 10_000 });
    expect(controlOf(closed)).toBeNull();
  });

  it('stays the same when an owner splits over wallets or pools', () => {
    const split = (n: number) =>
      Array.from({ length: n }, (_, at) => part('wallet', 9_000 / n, { owner: key(40 + at) }));
    expect([1, 3, 9].map((n) => control(part('burned', 1_000), ...split(n))?.freeBps)).toEqual([9_000, 9_000, 9_000]);
    const pools = [11, 12, 13].map((n) => worth(25_000n, n, part('burned', 1_000), ...split(9)));
    expect(controlOf(...pools)).toMatchObject({ freeBps: 9_000, owners: 9 });
  });

  it('is free under a lock that ends within 30 days', () => {
    const locked = (...ends: readonly number[]) =>
      control(...ends.map((unlocksAtUnix) => part('locked', 10_000 / ends.length, { unlocksAtUnix })));
    expect(locked(NOW + LOCK_SECONDS_MIN)).toMatchObject({ lockedBps: 10_000, freeBps: 0 });
    expect(locked(NOW + LOCK_SECONDS_MIN - 1)).toMatchObject({ lockedBps: 0, freeBps: 10_000 });
    expect(locked(NOW + 90 * DAY, NOW + DAY)).toMatchObject({
      lockedBps: 5_000,
      freeBps: 5_000,
      nextUnlockUnix: NOW + DAY,
    });
    const timeless = lpControlOf(
      liquidity({ pools: [tokenPool({ parts: [part('locked', 10_000, { unlocksAtUnix: NOW + 90 * DAY })] })] }),
      null,
    );
    expect(timeless).toMatchObject({ freeBps: 10_000 });
  });

  it('belongs to the program on a curve', () => {
    expect(controlOf(tokenPool({ isCurve: true, parts: null }))).toMatchObject({ programBps: 10_000, unreadBps: 0 });
  });

  it('adds up where parts are of two slots', () => {
    expect(control(part('burned', 9_000), part('wallet', 3_000))).toMatchObject({
      burnedBps: 7_500,
      freeBps: 2_500,
      unreadBps: 0,
    });
  });
});
