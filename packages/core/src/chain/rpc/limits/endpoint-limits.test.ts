import { afterEach, describe, expect, it, vi } from 'vitest';
import { rpcLimits } from '../rpc-limits.ts';
import { EndpointLimits } from './endpoint-limits.ts';
import type { Refusal } from './refusals.ts';

afterEach(() => void vi.useRealTimers());

function refusal(members: Partial<Refusal>): Refusal {
  return { kind: 'too_fast', retryAfterMs: null, rate: null, most: null, words: '', ...members };
}

function open(): EndpointLimits {
  return new EndpointLimits(rpcLimits);
}

const LISTS = 'getSignaturesForAddress';
const BODIES = 'getTransaction';
const HOLDERS = 'getTokenLargestAccounts';
const unbounded = Number.POSITIVE_INFINITY;

function answer(limits: EndpointLimits, ...methods: readonly string[]): void {
  limits.accept(limits.spend(methods), new Set(methods), methods.length, 1_000, true);
}

function refuse(limits: EndpointLimits, methods: readonly string[], members: Partial<Refusal> = {}) {
  const refused = new Map<string, number>();
  for (const method of methods) refused.set(method, (refused.get(method) ?? 0) + 1);
  return limits.slow(limits.spend(methods), refused, refusal(members), false);
}

describe('an array that was refused whole', () => {
  it('is sent apart by method first, and then only the method at fault gets shorter ones', () => {
    const limits = open();
    limits.refuseArray([LISTS, BODIES, BODIES], refusal({ kind: 'denied' }), false);
    expect([limits.isUnmixed, limits.arrayMost(LISTS), limits.arrayMost(BODIES)]).toEqual([true, unbounded, unbounded]);
    limits.refuseArray([LISTS, LISTS], refusal({ kind: 'denied' }), false);
    expect([limits.arrayMost(LISTS), limits.arrayMost(BODIES)]).toEqual([1, unbounded]);
  });

  it('was refused for a method that is refused alone as well: arrays of others stay as they were', () => {
    const limits = open();
    limits.refuseArray([HOLDERS, HOLDERS], refusal({ kind: 'denied' }), false);
    limits.refuse(HOLDERS, 'not in this plan', 'plan_refuses');
    expect(limits.arrayMost(HOLDERS)).toBe(unbounded);
    expect(limits.refusalOf(HOLDERS)).toMatchObject({ said: 'not in this plan', cause: 'plan_refuses' });
    expect(limits.refusalOf(BODIES)).toBeNull();
  });

  it('of several methods counts for all where the endpoint speaks of arrays, or names a number', () => {
    const spoken = open();
    spoken.refuseArray([LISTS, BODIES], refusal({ kind: 'arrays_refused', words: 'no batches in this plan' }), false);
    expect([spoken.takesArrays, spoken.arrayMost('getSlot')]).toEqual([false, 1]);
    const named = open();
    named.refuseArray([LISTS, BODIES, BODIES, BODIES], refusal({ kind: 'arrays_refused', most: 3 }), true);
    expect(named.arrayMost('getSlot')).toBe(3);
  });
});

describe('an array that was refused whole as too fast', () => {
  const blames = refusal({ retryAfterMs: 10_000, words: 'Too many requests for a specific RPC call' });
  const many = (count: number) => Array.from({ length: count }, () => BODIES);
  const parts = (limits: EndpointLimits, methods: readonly string[], said: Refusal) =>
    limits.partsTooFast(limits.spend(methods), methods, said);

  it('with several methods is sent apart by method once, where the words blame a method', () => {
    const limits = open();
    limits.follow({ 'x-ratelimit-rps-limit': '250' }, [LISTS]);
    expect(parts(limits, [LISTS, HOLDERS], blames)).toBe(true);
    expect([limits.isUnmixed, parts(limits, [LISTS, HOLDERS], blames)]).toEqual([true, false]);
  });

  it('without words is sent apart when one is refused again and none was accepted in between', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const limits = open();
    const together = [limits.spend([LISTS, HOLDERS]), limits.spend([LISTS, HOLDERS])];
    vi.advanceTimersByTime(50);
    for (const one of together) expect(limits.partsTooFast(one, [LISTS, HOLDERS], refusal({}))).toBe(false);
    answer(limits, LISTS, BODIES);
    expect(parts(limits, [LISTS, HOLDERS], refusal({}))).toBe(false);
    answer(limits, LISTS);
    expect([parts(limits, [LISTS, HOLDERS], refusal({})), limits.isUnmixed]).toEqual([true, true]);
  });

  it('may be too long: one call shows it, and arrays of a length that was accepted are too fast', () => {
    const limits = open();
    expect([parts(limits, many(47), blames), limits.arrayMost(BODIES)]).toEqual([true, 1]);
    for (const items of [1, 2, 4, 8]) answer(limits, ...many(items));
    expect([limits.arrayMost(BODIES), parts(limits, many(8), blames)]).toEqual([16, false]);
    expect([parts(limits, many(16), blames), limits.arrayMost(BODIES)]).toEqual([true, 8]);
  });

  it('is too fast where the endpoint names its rate and blames no method', () => {
    const limits = open();
    const silent = refusal({ retryAfterMs: 10_000 });
    for (const _ of [1, 2]) {
      expect(parts(limits, many(47), { ...silent, rate: { calls: 10, seconds: 1 } })).toBe(false);
    }
    limits.follow({ 'ratelimit-policy': '20;w=1' }, [BODIES]);
    expect([parts(limits, many(47), silent), parts(limits, [LISTS, HOLDERS], silent)]).toEqual([false, false]);
  });
});

describe('a refusal as too fast', () => {
  it('of one method slows down that method only, until another is refused as well', () => {
    const limits = open();
    refuse(
      limits,
      Array.from({ length: 40 }, () => BODIES),
    );
    expect([limits.roomOf(BODIES) < 40, limits.room('check')]).toEqual([true, unbounded]);
    refuse(limits, [LISTS]);
    expect(limits.room('check')).toBeLessThan(41);
  });

  it('of several methods together slows down all', () => {
    const limits = open();
    refuse(limits, [...Array.from({ length: 40 }, () => BODIES), LISTS]);
    expect(limits.room('check')).toBeLessThan(41);
    expect(limits.roomOf(BODIES)).toBe(unbounded);
  });

  it('each time, while others are answered, counts as a refusal of the method', () => {
    const limits = open();
    for (let n = 0; n < 6; n += 1) {
      refuse(limits, [HOLDERS]);
      answer(limits, BODIES);
    }
    expect(limits.refusalOf(HOLDERS)?.cause).toBe('plan_refuses');
    expect([limits.room('check'), limits.isClosed]).toEqual([unbounded, false]);
  });

  it('of single calls with long pauses counts at the second time for a method that was never answered', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const [paused, hasty, answered] = [open(), open(), open()];
    answer(answered, HOLDERS);
    for (const limits of [paused, hasty, answered]) {
      refuse(limits, [HOLDERS], { retryAfterMs: 10_000 });
      answer(limits, BODIES);
    }
    vi.advanceTimersByTime(11_000);
    refuse(hasty, [HOLDERS, HOLDERS], { retryAfterMs: 10_000 });
    refuse(answered, [HOLDERS], { retryAfterMs: 10_000 });
    expect([hasty.refusalOf(HOLDERS), answered.refusalOf(HOLDERS)]).toEqual([null, null]);
    refuse(paused, [HOLDERS], { retryAfterMs: 10_000 });
    expect(paused.refusalOf(HOLDERS)?.cause).toBe('plan_refuses');
  });

  it('is of all calls where as many of the method were accepted before, and not as many of all', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const many = (count: number) => Array.from({ length: count }, () => BODIES);
    const limits = open();
    answer(limits, ...many(5));
    vi.advanceTimersByTime(1_200);
    limits.spend([LISTS, HOLDERS, LISTS]);
    refuse(limits, many(3));
    expect([limits.room('check') < 6, limits.roomOf(BODIES)]).toEqual([true, unbounded]);
  });

  it('with a pause sends elsewhere what waits: calls of the method, or all', () => {
    const limits = open();
    expect(refuse(limits, [HOLDERS], { retryAfterMs: 10_000 })).toEqual(new Set([HOLDERS]));
    expect([limits.pausedUntil(HOLDERS) > 0, limits.isClosed]).toEqual([true, false]);
    expect(refuse(limits, [BODIES], { retryAfterMs: 10_000 })).toBe('all');
    expect(limits.isClosed).toBe(true);
  });

  it('of one method bounds that method alone, where headers say so of a request without others', () => {
    const limits = open();
    const headers = { 'x-ratelimit-method-limit': '10' };
    limits.follow(headers, [BODIES, HOLDERS]);
    expect([limits.roomOf(BODIES), limits.roomOf(HOLDERS)]).toEqual([unbounded, unbounded]);
    limits.follow(headers, [HOLDERS, HOLDERS]);
    expect([limits.room('check'), limits.roomOf(BODIES), limits.roomOf(HOLDERS) < 11]).toEqual([
      unbounded,
      unbounded,
      true,
    ]);
  });

  it('leaves room for calls about money above the pace of checks', () => {
    const limits = open();
    limits.follow({ 'ratelimit-policy': '20;w=1' }, [BODIES]);
    limits.spend(Array.from({ length: 20 }, () => BODIES));
    expect([limits.room('check'), limits.room('payment'), limits.room('settlement')]).toEqual([0, 2, 2]);
    const narrow = open();
    narrow.follow({ 'ratelimit-policy': '5;w=1' }, [BODIES]);
    narrow.spend(Array.from({ length: 5 }, () => BODIES));
    expect(narrow.room('settlement')).toBe(0);
  });
});

describe('a list of addresses that was too long', () => {
  it('is halved or follows the number that is named, and cannot be less than one', () => {
    const limits = open();
    expect(limits.refuseList('getMultipleAccounts', 100, null)).toBe(true);
    expect(limits.listMost('getMultipleAccounts')).toBe(50);
    expect(limits.refuseList('getMultipleAccounts', 50, 5)).toBe(true);
    expect(limits.listMost('getMultipleAccounts')).toBe(5);
    expect(limits.refuseList('getMultipleAccounts', 1, null)).toBe(false);
  });
});

it('reports the same learned limits after a restart', () => {
  const limits = open();
  limits.follow({ 'ratelimit-policy': '15;w=1' }, [BODIES]);
  limits.refuseList('getMultipleAccounts', 100, 5);
  limits.refuseArray([BODIES, BODIES, BODIES, LISTS], refusal({ kind: 'arrays_refused', most: 3 }), true);
  limits.refuse(HOLDERS, 'dedicated nodes only', 'plan_refuses');
  const again = open();
  again.restore(JSON.parse(JSON.stringify(limits.kept())));
  expect(again.known()).toEqual(limits.known());
  expect(limits.known()).toMatchObject({
    arrayItemsMax: 3,
    addressesMax: 5,
    refused: [{ method: HOLDERS, said: 'dedicated nodes only' }],
  });
  expect(again.refusalOf(HOLDERS)).not.toBeNull();
});
