import { describe, expect, it } from 'vitest';
import { codes, type TokenCode } from './codes.ts';
import type { TokenLimit } from './gate.ts';
import type { TokenVerdict } from './policy.ts';
import type { Quality } from './quality.ts';
import { confidenceOf } from './verdict.ts';

const whole: Quality = { control: 100, holders: 100, liquidity: 100, exit: 100, origin: 100 };
const fact = (code: TokenCode): TokenLimit => ({
  reason: { code, severity: codes[code].severity, message: '', evidence: {} },
  gap: null,
  blocks: null,
});
const percentOf = (verdict: TokenVerdict, quality: Partial<Quality>, ...deciding: readonly TokenCode[]) =>
  confidenceOf({ verdict, deciding: deciding.map(fact) }, { ...whole, ...quality });

describe('confidence', () => {
  it('of good news rests on everything that was read, and is never sure', () => {
    expect(percentOf('LOW_RISK', {})).toBe(90);
    expect(percentOf('LOW_RISK', { exit: 0 })).toBe(80);
    expect(percentOf('ELEVATED', {}, 'TOKEN_NEW')).toBe(95);
    expect(percentOf('ELEVATED', { exit: 0, origin: 0 }, 'TOKEN_NEW')).toBe(71);
  });

  it('of a fact is that of what it rests on: what an account says, what is computed, what is inferred', () => {
    expect(percentOf('CRITICAL', { holders: 0 }, 'DEFAULT_STATE_FROZEN')).toBe(95);
    expect(percentOf('HIGH_RISK', {}, 'TOP1_HOLDER_DOMINANT')).toBe(76);
    expect(percentOf('HIGH_RISK', {}, 'LAUNCH_BUNDLE_LARGE')).toBe(57);
    expect(percentOf('HIGH_RISK', { holders: 80 }, 'TOP10_EXTREME')).toBe(60);
  });

  it('of several facts is the best of those that lead there alone, and the weakest of those that do so together', () => {
    expect(percentOf('HIGH_RISK', {}, 'LAUNCH_BUNDLE_LARGE', 'FREEZE_AUTHORITY_LIVE')).toBe(95);
    // A launch curve of the first day, all of it read.
    expect(percentOf('HIGH_RISK', {}, 'BONDING_CURVE_PHASE', 'TOKEN_VERY_NEW')).toBe(76);
    expect(percentOf('HIGH_RISK', { origin: 50 }, 'BONDING_CURVE_PHASE', 'TOKEN_VERY_NEW')).toBe(38);
  });

  it('of an answer that the subject is no fungible mint is that of its account', () => {
    expect(percentOf('UNKNOWN', { control: 0, holders: 0, liquidity: 0, exit: 0, origin: 0 }, 'NOT_A_MINT')).toBe(95);
  });
});
