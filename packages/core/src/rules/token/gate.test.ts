import { describe, expect, it } from 'vitest';
import type { Severity } from '../check.ts';
import { firstOf } from '../engine.ts';
import { codes, type TokenCode } from './codes.ts';
import { categoryOf, stepsOf, type TokenLimit } from './gate.ts';

const gate = (found: readonly TokenLimit[]) => firstOf(stepsOf(found)) ?? { verdict: 'LOW_RISK', deciding: [] };

const fact = (code: TokenCode, severity: Severity = codes[code].severity): TokenLimit => ({
  reason: { code, severity, message: '', evidence: {} },
  gap: null,
  blocks: null,
});
const gap = (code: TokenCode, blocks: TokenLimit['blocks']): TokenLimit => ({
  ...fact(code),
  gap: { reading: 'holders', cause: 'rpc_unavailable' },
  blocks,
});
const verdictOf = (...found: readonly TokenLimit[]) => gate(found).verdict;
const decidingOf = (...found: readonly TokenLimit[]) => gate(found).deciding.map(({ reason: { code } }) => code);

const everything = gap('RPC_UNAVAILABLE', 'everything');
const unread = gap('HOLDERS_UNAVAILABLE', 'good');
const partly = gap('AGE_UNAVAILABLE', 'best');
const identity = fact('NON_FUNGIBLE');
const critical = fact('NON_TRANSFERABLE');
const high = fact('FREEZE_AUTHORITY_LIVE');
const medium = fact('TOKEN_NEW');

describe('gate', () => {
  it('weighs in one order: no slot, no fungible mint, proven facts, gaps, what is left', () => {
    const steps: readonly (readonly [TokenLimit, string])[] = [
      [everything, 'UNKNOWN'],
      [identity, 'UNKNOWN'],
      [critical, 'CRITICAL'],
      [high, 'HIGH_RISK'],
      [unread, 'UNKNOWN'],
      [medium, 'ELEVATED'],
      [partly, 'ELEVATED'],
    ];
    for (const [index, [one, verdict]] of steps.entries()) {
      // A medium fact and an unread age are a step of their own, below.
      const below = steps.slice(index).flatMap(([found]) => (one === medium && found === partly ? [] : [found]));
      expect([verdictOf(...below.reverse()), decidingOf(...below)]).toEqual([verdict, [one.reason.code]]);
    }
    expect(gate([])).toEqual({ verdict: 'LOW_RISK', deciding: [] });
  });

  it('says nothing good of a token with a medium fact whose age was not read, as it may be of today', () => {
    expect([verdictOf(medium, partly), decidingOf(medium, partly)]).toEqual(['UNKNOWN', ['AGE_UNAVAILABLE']]);
    expect(verdictOf(fact('HOLDERS_INCONSISTENT'), partly)).toBe('ELEVATED');
    expect(verdictOf(high, medium, partly)).toBe('HIGH_RISK');
  });

  it('lets a gap that hides one medium fact at most decide only where that fact would', () => {
    const search = gap('PLAN_REFUSES', 'medium');
    expect([verdictOf(search), decidingOf(search)]).toEqual(['ELEVATED', ['PLAN_REFUSES']]);
    expect([verdictOf(medium, search), decidingOf(medium, search)]).toEqual(['ELEVATED', ['TOKEN_NEW']]);
    expect(verdictOf(medium, fact('LIQUIDITY_LOW'), search)).toBe('UNKNOWN');
    expect(verdictOf(high, search)).toBe('HIGH_RISK');
  });

  it('takes three medium facts of two categories for a serious one', () => {
    const [curve, low, fee] = [fact('BONDING_CURVE_PHASE'), fact('LIQUIDITY_LOW'), fact('TRANSFER_FEE_PRESENT')];
    expect(verdictOf(curve, low, fee)).toBe('HIGH_RISK');
    expect(decidingOf(curve, low, fee, unread)).toEqual([
      'BONDING_CURVE_PHASE',
      'LIQUIDITY_LOW',
      'TRANSFER_FEE_PRESENT',
    ]);
    expect(verdictOf(curve, fee)).toBe('ELEVATED');
    expect(verdictOf(curve, low, fact('LP_CONTROL_UNKNOWN'))).toBe('ELEVATED');
    expect(verdictOf(fee, fact('TRANSFER_FEE_MUTABLE'), fact('TRANSFER_HOOK_ARMED'))).toBe('ELEVATED');
  });

  it('counts the first day twice, and what is about the data not at all', () => {
    const day = fact('TOKEN_VERY_NEW');
    expect(verdictOf(day)).toBe('ELEVATED');
    expect(verdictOf(day, fact('BONDING_CURVE_PHASE'))).toBe('HIGH_RISK');
    expect(verdictOf(day, fact('HOLDERS_INCONSISTENT'))).toBe('ELEVATED');
    expect(verdictOf(fact('TOKEN_NEW'), fact('BONDING_CURVE_PHASE'))).toBe('ELEVATED');
  });

  it('is led by severity and not by the code: what was lowered weighs less', () => {
    expect(verdictOf(fact('PERMANENT_DELEGATE_LIVE'))).toBe('CRITICAL');
    expect(verdictOf(fact('PERMANENT_DELEGATE_LIVE', 'medium'))).toBe('ELEVATED');
    expect(verdictOf(fact('IMPERSONATES_CANONICAL', 'critical'))).toBe('CRITICAL');
  });

  it('does not take a gap for a fact, however serious its code', () => {
    const strange = { ...gap('UNKNOWN_EXTENSION', 'good'), reason: { ...high.reason, severity: 'high' as const } };
    expect(verdictOf(strange)).toBe('UNKNOWN');
    expect(verdictOf(partly)).toBe('ELEVATED');
    expect(categoryOf({ code: 'RPC_UNAVAILABLE' })).toBe('data');
  });
});
