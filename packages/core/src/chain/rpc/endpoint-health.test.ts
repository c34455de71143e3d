import { describe, expect, it } from 'vitest';
import type { Failure } from './call-outcome.ts';
import { Health } from './endpoint-health.ts';
import { now, rpcLimits } from './rpc-limits.ts';

const limits = { ...rpcLimits, restMsMin: 100, restMsMax: 400, shunMsMin: 1_000, shunMsMax: 30_000 };
const ANSWER_TIMEOUT_MS = limits.requestTimeoutMs;
const broken: Failure = { kind: 'broken', detail: 'x' };

function rest(health: Health): number {
  return health.restUntil - now();
}

describe('Health', () => {
  it('rests after a failure, with jitter below the pause, and is shunned for longer', () => {
    const health = new Health(limits);
    expect(health.resting || health.shunned).toBe(false);
    health.failed(broken, ANSWER_TIMEOUT_MS);
    expect(rest(health)).toBeGreaterThan(40);
    expect(rest(health)).toBeLessThanOrEqual(100);
    expect(health.shunned).toBe(true);
  });

  it('counts failures of requests that were under way together once', () => {
    const health = new Health(limits);
    for (let n = 0; n < 4; n++) health.failed(broken, ANSWER_TIMEOUT_MS);
    expect(health.failures).toBe(1);
  });

  it('doubles the pause up to its bound', () => {
    const pauses = [1, 2, 3, 4, 9].map((nth) => {
      const health = new Health(limits);
      health.rest(null, nth);
      return rest(health);
    });
    for (const [index, pause] of pauses.entries()) {
      const full = Math.min(400, 100 * 2 ** index);
      expect(pause).toBeLessThanOrEqual(full);
      expect(pause).toBeGreaterThan(full / 2 - 10);
    }
  });

  it('rests for as long as it was asked to, and is well again after a success', () => {
    const health = new Health(limits);
    health.failed(broken, ANSWER_TIMEOUT_MS, 7_000);
    expect(rest(health)).toBeGreaterThan(6_900);
    health.succeeded();
    expect(health.shunned).toBe(false);
    expect(health.failures).toBe(0);
  });

  it('rests no longer than a minute, however long it was asked to', () => {
    const health = new Health(limits);
    health.failed(broken, ANSWER_TIMEOUT_MS, 86_400_000);
    expect(rest(health)).toBeGreaterThan(59_000);
    expect(rest(health)).toBeLessThanOrEqual(60_000);
  });

  it('wakes all who wait when the rest is over', async () => {
    const health = new Health({ ...limits, restMsMin: 10 });
    health.failed(broken, ANSWER_TIMEOUT_MS);
    await Promise.all([health.rested(), health.rested()]);
    expect(health.resting).toBe(false);
  });

  it('is silent after time-outs in a row, and no more after any answer, a refusal included', async () => {
    const timeout: Failure = { ...broken, kind: 'timeout' };
    const health = new Health({ ...limits, restMsMin: 1, restMsMax: 1, silentMsMin: 0 });
    const failWith = async (...failures: readonly Failure[]) => {
      for (const failure of failures) {
        health.failed(failure, ANSWER_TIMEOUT_MS);
        await health.rested();
      }
      return health.silentTo(ANSWER_TIMEOUT_MS);
    };
    expect(await failWith(timeout)).toBe(false);
    expect(await failWith(broken, timeout)).toBe(false);
    expect(await failWith(timeout)).toBe(true);
    health.succeeded();
    expect(health.silentTo(ANSWER_TIMEOUT_MS)).toBe(false);
    expect(await failWith(timeout, timeout)).toBe(true);
    expect(await failWith(broken)).toBe(false);
  });

  it('is silent to those only who grant no more than others did in vain, until something is answered', async () => {
    const timeout: Failure = { ...broken, kind: 'timeout' };
    const health = new Health({ ...limits, restMsMin: 1, restMsMax: 1, silentMsMin: 0 });
    const silentTo = () => [3_000, 7_000, 8_000, 30_000].map((answerTimeoutMs) => health.silentTo(answerTimeoutMs));
    for (const answerTimeoutMs of [3_000, 3_000]) {
      health.failed(timeout, answerTimeoutMs);
      await health.rested();
    }
    expect(silentTo()).toEqual([true, false, false, false]);
    expect(health.trialWaitMs(3_000)).toBe(3_000);
    health.failed(timeout, 7_000);
    await health.rested();
    expect(silentTo()).toEqual([true, true, false, false]);
    expect([3_000, 30_000].map((answerTimeoutMs) => health.trialWaitMs(answerTimeoutMs))).toEqual([3_000, 8_000]);
    health.failed(timeout, 30_000);
    expect(silentTo()).toEqual([true, true, true, true]);
    expect([500, 30_000].map((answerTimeoutMs) => health.trialWaitMs(answerTimeoutMs))).toEqual([
      500,
      limits.trialWaitMs,
    ]);
    health.succeeded();
    expect(silentTo()).toEqual([false, false, false, false]);
  });
});
