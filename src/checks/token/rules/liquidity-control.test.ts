import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import {
  foundBy,
  key,
  liquidity,
  noMint,
  reasonOf,
  tokenEvidence,
  tokenPool,
} from '../../../../test/support/token-evidence.ts';
import type { LiquidityPart, TokenPool } from '../evidence.ts';
import { liquidityControl } from './liquidity-control.ts';

const part = (how: LiquidityPart['how'], bps: number, owner = how === 'wallet' ? key(40) : null): LiquidityPart => ({
  how,
  owner,
  bps,
});
const pools = (...all: readonly TokenPool[]) => tokenEvidence({ liquidity: known(liquidity({ pools: all })) });
const held = (...parts: readonly LiquidityPart[]) => pools(tokenPool({ parts }));
const found = (...parts: readonly LiquidityPart[]) => foundBy(liquidityControl, held(...parts));

it('flags why half or more of it stays', () => {
  expect(found(part('program', 5_000), part('burned', 5_000))).toEqual(['LP_HELD_BY_PROGRAM']);
  expect(found(part('burned', 5_000), part('locked', 5_000))).toEqual(['LP_BURNED']);
  expect(found(part('burned', 1), part('locked', 4_999))).toEqual(['LP_LOCKED']);
  expect(found(part('burned', 1), part('locked', 4_998))).toBe('clear');
  expect(foundBy(liquidityControl, pools(tokenPool({ isCurve: true, parts: null })))).toEqual(['LP_HELD_BY_PROGRAM']);
});

it('raises one owner of half, whatever happened to the rest', () => {
  expect(
    reasonOf(liquidityControl, held(part('wallet', 3_000), part('wallet', 2_000), part('unknown', 5_000))),
  ).toEqual({
    code: 'LP_WITHDRAWABLE',
    severity: 'high',
    message: 'One owner can withdraw 50 % of the liquidity of the deepest pool.',
    evidence: { pool: key(10), venue: 'raydium_cpmm', owner: key(40), liquidity_bps: 5_000 },
  });
  expect(found(part('wallet', 5_000), part('burned', 5_000))).toEqual(['LP_WITHDRAWABLE', 'LP_BURNED']);
  expect(found(part('wallet', 4_999), part('wallet', 4_999, key(41)))).toBe('clear');
  expect(found(part('wallet', 10_000, null))).toBe('clear');
});

it('looks at the deepest pool with a price', () => {
  const small = tokenPool({ address: key(11), depthUsdMicros: 5n, parts: [part('wallet', 10_000)] });
  const closed = tokenPool({ address: key(12), refused: 'disabled', depthUsdMicros: 10n ** 15n, parts: small.parts });
  expect(foundBy(liquidityControl, pools(small, tokenPool(), closed))).toEqual(['LP_BURNED']);
  expect(foundBy(liquidityControl, pools(closed))).toBe('not_applicable');
});

it('does not ask of wrapped SOL, or what is no mint', () => {
  const evidence = held(part('wallet', 10_000));
  expect(foundBy(liquidityControl, { ...evidence, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(liquidityControl, { ...evidence, mint: noMint.mint })).toBe('not_applicable');
  expect(foundBy(liquidityControl, tokenEvidence({ liquidity: known(null) }))).toBe('not_applicable');
  expect(foundBy(liquidityControl, tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe('unknown');
});
