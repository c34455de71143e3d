import { describe, expect, it } from 'vitest';
import { allows, type Needs } from './needs.ts';
import type { Plan, Refusal } from './plan.ts';

const refusal: Refusal = { status: 429, code: null, message: '', inArray: 'whole' };
const open: Plan = { name: 'open', limits: [], refused: [], price: { nanoUsd: 0n, units: { each: 1 } } };
const rate = (most: number): Plan => ({ ...open, limits: [{ most, seconds: 1, window: 'rolling', refusal }] });
const lacking = (method: string): Plan => ({ ...open, refused: [{ methods: [method], refusal }] });
const at = (plan: Plan, firstSlot = 0) => ({ plan, firstSlot });
const calls = (count: number, method: string, addresses = 0) =>
  Array.from({ length: count }, () => ({ method, addresses }));

/** A check that reads the history and an account: a trade may read for twenty seconds. */
const needs: Needs = {
  kind: 'trade',
  calls: [...calls(60, 'getTransaction'), ...calls(1, 'getMultipleAccounts', 100)],
  oldestSlot: 1_000,
};

describe('what a plan allows in principle', () => {
  it('is everything where nothing is limited', () => {
    expect(allows([at(open)], needs)).toBe(true);
  });

  it('is no more calls than six tenths of what passes in the time of the check', () => {
    expect([allows([at(rate(5))], needs), allows([at(rate(6))], needs)]).toEqual([false, true]);
  });

  it('counts a list of addresses as often as it has to be cut', () => {
    const cut = (most: number): Plan => ({ ...rate(10), addresses: { most, refusal } });
    // 60 calls and 100 lists of one address, or 20 of five, where 120 calls pass.
    expect([allows([at(cut(1))], needs), allows([at(cut(5))], needs)]).toEqual([false, true]);
  });

  it('is no check whose method is refused, unless only now and then', () => {
    expect(allows([at(lacking('getTransaction'))], needs)).toBe(false);
    const now = { methods: ['getTransaction'], every: 13, refusal };
    expect(allows([at({ ...open, refused: [now] })], needs)).toBe(true);
  });

  it('is no history from before the beginning of the ledger', () => {
    expect([allows([at(open, 1_001)], needs), allows([at(open, 1_000)], needs)]).toEqual([false, true]);
  });

  it('is what it becomes while it runs', () => {
    expect(allows([at({ ...open, later: { afterCalls: 1, plan: rate(1) } })], needs)).toBe(false);
  });

  it('is what two endpoints have together, each method at one of them', () => {
    const [states, histories] = [lacking('getTransaction'), lacking('getMultipleAccounts')];
    expect(allows([at(states), at(histories)], needs)).toBe(true);
    expect(allows([at(states), at(histories, 1_001)], needs)).toBe(false);
    expect(allows([at(states), at({ ...histories, ...rate(4) })], needs)).toBe(false);
  });
});
