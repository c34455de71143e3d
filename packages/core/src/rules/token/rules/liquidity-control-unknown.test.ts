import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import {
  age,
  foundBy,
  key,
  liquidity,
  NOW,
  reasonOf,
  tokenEvidence,
  tokenPool,
} from '../../../../test/support/token-evidence.ts';
import type { LiquidityPart, TokenEvidence } from '../evidence.ts';
import { liquidityControlUnknown } from './liquidity-control-unknown.ts';

const part = (how: LiquidityPart['how'], bps: number, owner = how === 'wallet' ? key(40) : null): LiquidityPart => ({
  how,
  owner,
  bps,
});
const heldWith = (unread: { readonly unreadControl?: 'plan_refuses' }, parts: readonly LiquidityPart[]) =>
  tokenEvidence({ liquidity: known(liquidity({ pools: [tokenPool({ parts })], ...unread })) });
const held = (...parts: readonly LiquidityPart[]) => heldWith({}, parts);
const young = (evidence: TokenEvidence): TokenEvidence => ({
  ...evidence,
  age: known(age({ provenSince: NOW - 86_400 })),
});
const found = (...parts: readonly LiquidityPart[]) => foundBy(liquidityControlUnknown, held(...parts));
const foundYoung = (...parts: readonly LiquidityPart[]) => foundBy(liquidityControlUnknown, young(held(...parts)));

it('takes what was not read for free where that decides', () => {
  expect(found(part('burned', 8_001))).toBe('clear');
  expect(found(part('burned', 8_000))).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found()).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found(part('wallet', 2_500))).toBe('clear');
  expect(foundYoung(part('burned', 5_001))).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(foundYoung(part('burned', 5_000))).toEqual(['LP_CONTROL_UNREAD']);
  expect(foundYoung(part('wallet', 2_500))).toEqual(['LP_CONTROL_UNREAD']);
  expect(foundYoung(part('wallet', 5_000))).toBe('clear');
});

it('leaves to a gap what endpoints refused', () => {
  const refused = (age: (evidence: TokenEvidence) => TokenEvidence, ...parts: readonly LiquidityPart[]) =>
    reasonOf(liquidityControlUnknown, age(heldWith({ unreadControl: 'plan_refuses' }, parts)));
  const old = (evidence: TokenEvidence) => evidence;
  expect(refused(old)).toMatchObject({ code: 'LP_CONTROL_UNREAD', evidence: { cause: 'plan_refuses' } });
  expect(refused(young, part('wallet', 2_500))).toMatchObject({ code: 'LP_CONTROL_UNREAD' });
  expect(refused(old, part('burned', 8_001))).toBeNull();
  expect(refused(old, part('wallet', 2_500))).toBeNull();
});

it('does not ask of wrapped SOL', () => {
  const evidence = held(part('wallet', 10_000));
  expect(foundBy(liquidityControlUnknown, { ...evidence, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(liquidityControlUnknown, tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe(
    'unknown',
  );
  expect(foundBy(liquidityControlUnknown, tokenEvidence({ liquidity: known(liquidity({ pools: [] })) }))).toBe('clear');
});
