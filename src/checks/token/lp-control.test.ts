import { expect, it } from 'vitest';
import { key } from '../../../test/support/token-evidence.ts';
import type { LiquidityPart } from './evidence.ts';
import { lpControlOf } from './lp-control.ts';

const part = (how: LiquidityPart['how'], bps: number, owner = how === 'wallet' ? key(40) : null): LiquidityPart => ({
  how,
  owner,
  bps,
});
const control = (...parts: readonly LiquidityPart[]) => lpControlOf({ isCurve: false, parts });

it('adds up parts of one kind, and of one owner', () => {
  expect(
    control(
      part('burned', 1_000),
      part('burned', 500),
      part('locked', 700),
      part('program', 300),
      part('wallet', 2_000),
      part('wallet', 1_500),
      part('wallet', 3_000, key(41)),
    ),
  ).toEqual({
    burnedBps: 1_500,
    lockedBps: 700,
    programBps: 300,
    largestOwner: { owner: key(40), bps: 3_500 },
    unreadBps: 1_000,
  });
});

it('counts as unread what is missing, not understood, or of an owner who is not named', () => {
  expect(control(part('unknown', 2_000), part('wallet', 500, null), part('burned', 6_000)).unreadBps).toBe(4_000);
  expect(control(part('wallet', 500, null)).largestOwner).toBeNull();
  expect(lpControlOf({ isCurve: false, parts: null }).unreadBps).toBe(10_000);
  expect(control(part('burned', 10_000), part('locked', 1)).unreadBps).toBe(0);
});

it('leaves a curve to its program', () => {
  expect(lpControlOf({ isCurve: true, parts: [part('wallet', 10_000)] })).toMatchObject({
    programBps: 10_000,
    largestOwner: null,
    unreadBps: 0,
  });
});
