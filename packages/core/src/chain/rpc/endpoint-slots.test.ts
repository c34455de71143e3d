import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlotTime } from '#solana/gates/slot-time.ts';
import { SlotWatch } from './endpoint-slots.ts';
import { rpcLimits } from './rpc-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('SlotWatch', () => {
  it('measures against the best slot of all endpoints', () => {
    const watch = new SlotWatch<string>(rpcLimits, new SlotTime(() => 400));
    expect(watch.slotOf('a')).toBeNull();
    expect(watch.lagOf('a')).toBe(0);
    watch.observe('a', 1_000);
    watch.observe('b', 2_000);
    expect(watch.lagOf('a')).toBe(1_000);
    expect(watch.lagOf('b')).toBe(0);
    expect(watch.behind(1_900)).toBe(100);
    expect(watch.behind(3_000)).toBe(0);
  });

  it('presumes that an endpoint went on while it was not heard', () => {
    const watch = new SlotWatch<string>(rpcLimits, new SlotTime(() => 400));
    watch.observe('a', 1_000);
    vi.advanceTimersByTime(40_000);
    watch.observe('b', 1_100);
    expect(watch.lagOf('a')).toBe(0);
    watch.observe('a', 1_001);
    expect(watch.lagOf('a')).toBe(99);
  });

  it('remembers the highest slot of an endpoint for a minute, then trusts a lower one', () => {
    const watch = new SlotWatch<string>(rpcLimits, new SlotTime(() => 400));
    watch.observe('a', 5e12);
    watch.observe('a', 1_000);
    expect(watch.slotOf('a')).toBe(5e12);
    vi.advanceTimersByTime(61_000);
    watch.observe('a', 1_150);
    expect(watch.slotOf('a')).toBe(1_150);
  });

  it('trusts the one ahead of others that are stuck by hours, and the majority where one is ahead by days', () => {
    const watch = new SlotWatch<string>(rpcLimits, new SlotTime(() => 400));
    watch.observe('a', 1_000_000);
    watch.observe('b', 1_000_000 + watch.leadSlotsMax);
    expect(watch.lagOf('a')).toBe(watch.leadSlotsMax);
    watch.observe('c', 9_000_000);
    expect(watch.behind(1_000_000 + watch.leadSlotsMax)).toBe(0);
    expect(watch.lagOf('b')).toBe(0);
    expect(watch.lagOf('c')).toBe(watch.leadSlotsMax);
  });

  it('trusts none where one of two is ahead by days, until the other one was not heard for a minute', () => {
    const watch = new SlotWatch<string>(rpcLimits, new SlotTime(() => 400));
    watch.observe('a', 9_000_000);
    watch.observe('b', 1_000_000);
    for (const one of ['a', 'b']) expect(watch.lagOf(one)).toBe(watch.leadSlotsMax);
    vi.advanceTimersByTime(61_000);
    watch.observe('b', 1_000_150);
    expect(watch.lagOf('b')).toBe(0);
    expect(watch.lagOf('a')).toBe(watch.leadSlotsMax);
  });

  it('leaves out who has stopped for a minute where another one went on since, and nobody where none did', () => {
    const watch = new SlotWatch<string>(rpcLimits, new SlotTime(() => 400));
    const AHEAD = 1_200_000;
    watch.observe('a', 1_000_000);
    watch.observe('b', AHEAD);
    vi.advanceTimersByTime(61_000);
    watch.observe('a', 1_000_000);
    watch.observe('b', AHEAD);
    expect(watch.lagOf('a')).toBe(AHEAD - 1_000_000);
    watch.observe('a', 1_000_152);
    expect(watch.lagOf('a')).toBe(0);
    vi.advanceTimersByTime(1_000);
    watch.observe('b', AHEAD + 1);
    expect(watch.lagOf('a')).toBe(AHEAD + 1 - 1_000_154);
  });
});
