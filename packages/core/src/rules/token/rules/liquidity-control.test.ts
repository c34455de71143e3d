import { expect, it } from 'vitest';
import { type GapCause, known, missing } from '#lib/reading.ts';
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
import { liquidityControl } from './liquidity-control.ts';

const part = (how: LiquidityPart['how'], bps: number, owner = how === 'wallet' ? key(40) : null): LiquidityPart => ({
  how,
  owner,
  bps,
});
const held = (...parts: readonly LiquidityPart[]) =>
  tokenEvidence({ liquidity: known(liquidity({ pools: [tokenPool({ parts })] })) });
const young = (evidence: TokenEvidence): TokenEvidence => ({
  ...evidence,
  age: known(age({ provenSince: NOW - 86_400 })),
});
const found = (...parts: readonly LiquidityPart[]) => foundBy(liquidityControl, held(...parts));
const foundYoung = (...parts: readonly LiquidityPart[]) => foundBy(liquidityControl, young(held(...parts)));

it('flags why half or more of it stays', () => {
  expect(found(part('program', 5_000), part('burned', 5_000))).toEqual(['LP_HELD_BY_PROGRAM']);
  expect(found(part('burned', 5_000), part('locked', 5_000))).toEqual(['LP_BURNED']);
  expect(found(part('burned', 4_000), part('locked', 5_000))).toEqual(['LP_LOCKED']);
});

it('raises free liquidity by its share and the age of the market', () => {
  expect(found(part('wallet', 1_999), part('burned', 8_001))).toEqual(['LP_BURNED']);
  expect(found(part('wallet', 2_000), part('burned', 8_000))).toEqual(['LP_PARTLY_FREE', 'LP_BURNED']);
  expect(found(part('wallet', 5_000), part('burned', 5_000))).toEqual(['LP_MOSTLY_FREE', 'LP_BURNED']);
  expect(foundYoung(part('wallet', 2_000), part('burned', 8_000))).toEqual(['LP_PARTLY_FREE', 'LP_BURNED']);
  expect(foundYoung(part('wallet', 5_000), part('burned', 5_000))).toEqual(['LP_WITHDRAWABLE', 'LP_BURNED']);
});

it('leaves an age that we failed to read to its gap, and counts one that nobody can read as the youngest', () => {
  const free = held(part('wallet', 10_000));
  const market = (cause: GapCause) => ({ market: missing('market', cause) });
  expect(foundBy(liquidityControl, { ...free, ...market('rpc_disagrees') })).toEqual(['LP_MOSTLY_FREE']);
  expect(foundBy(liquidityControl, { ...free, ...market('limit_reached') })).toEqual(['LP_WITHDRAWABLE']);
  expect(foundBy(liquidityControl, { ...young(free), ...market('rpc_disagrees') })).toEqual(['LP_WITHDRAWABLE']);
});

it('weighs what is not understood as what can be withdrawn, and does not call it so', () => {
  const burned = part('burned', 5_000);
  expect(found(part('unknown', 5_000), burned)).toEqual(['LP_NOT_UNDERSTOOD', 'LP_BURNED']);
  expect(found(part('unknown', 2_000), burned)).toEqual(['LP_NOT_UNDERSTOOD', 'LP_BURNED']);
  expect(foundYoung(part('unknown', 5_000), burned)).toEqual(['LP_NOT_UNDERSTOOD', 'LP_BURNED']);
  // What is proven is never replaced, and two facts about one share never weigh as two of equal weight.
  const both = [part('unknown', 3_000), part('wallet', 2_000), burned];
  expect(found(...both)).toEqual(['LP_PARTLY_FREE', 'LP_BURNED']);
  expect(foundYoung(...both)).toEqual(['LP_NOT_UNDERSTOOD', 'LP_PARTLY_FREE', 'LP_BURNED']);
  expect(foundYoung(part('unknown', 1_000), part('wallet', 5_000))).toEqual(['LP_WITHDRAWABLE']);
  expect(reasonOf(liquidityControl, held(part('unknown', 5_000), burned))?.severity).toBe('medium');
  const said = (...parts: readonly LiquidityPart[]) => reasonOf(liquidityControl, young(held(...parts)));
  expect(said(part('unknown', 10_000))).toMatchObject({
    severity: 'high',
    evidence: { liquidity_bps: 10_000, not_understood_bps: 10_000 },
    message: 'Of the liquidity 100 % lies under accounts that are not understood here.',
  });
  expect(said(part('unknown', 3_000), part('wallet', 6_000))?.message).toBe(
    'Of the liquidity 60 % can be withdrawn, and 30 % lies under accounts that are not understood here.',
  );
});

it('names the share, the owners and the largest of them', () => {
  const evidence = held(part('wallet', 3_000), part('wallet', 2_000, key(41)), part('burned', 4_000));
  expect(reasonOf(liquidityControl, young(evidence))).toEqual({
    code: 'LP_WITHDRAWABLE',
    severity: 'high',
    message: 'Of the liquidity 50 % can be withdrawn, by 2 known owners.',
    evidence: { liquidity_bps: 5_000, owners: 2, owner: key(40), owner_bps: 3_000 },
  });
});

it('does not ask of wrapped SOL', () => {
  const evidence = held(part('wallet', 10_000));
  expect(foundBy(liquidityControl, { ...evidence, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(liquidityControl, tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe('unknown');
  expect(foundBy(liquidityControl, tokenEvidence({ liquidity: known(liquidity({ pools: [] })) }))).toBe('clear');
});
