import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  chargeTo,
  measureTurn,
  openProcessorTime,
  type ProcessorTime,
  processorLimits,
  type TimeAsker,
  type TimeCaller,
} from './processor-time.ts';

const { rangeMs, keyMs, keyFreeMs, sharedAheadMs, sharedMsPerSecond, pressedRangeMs } = processorLimits;
const SECOND = 1_000;

/** Without a limit of all callers together where `alone`. */
function opened(alone = false) {
  const clock = { ms: 0 };
  const limits = { ...processorLimits, ...(alone && { sharedAheadMs: Number.POSITIVE_INFINITY }) };
  const knows = (key: string): boolean => key.startsWith('assay_known');
  return { clock, time: openProcessorTime({ knows, limits, now: () => clock.ms }) };
}

function callerAt(time: ProcessorTime, address: string, shown: Partial<TimeAsker> = {}): TimeCaller {
  return time.callerOf({ apiKey: null, showsPayment: false, ...shown, address });
}

/** The wait of a caller while a customer is worked for. */
function waitMs(time: ProcessorTime, caller: TimeCaller): number {
  time.end(callerAt(time, '192.0.2.1', { apiKey: 'assay_known customer' }), 0, 1);
  return time.waitMs(caller);
}

/** Takes processor time from an address of its own for each millisecond. */
function press(time: ProcessorTime, ms: number): void {
  for (let n = 0; n < ms; n += 1) time.charge(callerAt(time, `10.1.${n >> 8}.${n & 255}`), 1, false);
}

describe('the processor time of a caller', () => {
  it('is refused beyond its limit, until enough of it is a minute ago', () => {
    const { clock, time } = opened(true);
    const caller = callerAt(time, '198.51.100.1');
    time.charge(caller, rangeMs - 1, false);
    expect(waitMs(time, caller)).toBe(0);
    time.charge(caller, rangeMs, false);
    const wait = waitMs(time, caller);
    expect(wait).toBeGreaterThan(SECOND);
    clock.ms += wait - 2;
    expect(waitMs(time, caller)).toBeGreaterThan(0);
    clock.ms += 2;
    expect(waitMs(time, caller)).toBe(0);
  });

  it('is counted by address, IPv6 by /64, and whatever key is invented', () => {
    const { time } = opened(true);
    time.charge(callerAt(time, '198.51.100.1', { apiKey: 'assay_1' }), 2 * rangeMs, false);
    expect(waitMs(time, callerAt(time, '198.51.100.1', { apiKey: 'assay_2' }))).toBeGreaterThan(0);
    expect(waitMs(time, callerAt(time, '198.51.100.2'))).toBe(0);
    time.charge(callerAt(time, '2001:db8:1:2::1'), rangeMs, false);
    expect(waitMs(time, callerAt(time, '2001:db8:1:2::9'))).toBeGreaterThan(0);
    expect(waitMs(time, callerAt(time, '2001:db8:1:3::1'))).toBe(0);
  });

  it('leaves who pays at the same address room to show it', () => {
    const { time } = opened(true);
    const stranger = callerAt(time, '198.51.100.1');
    time.charge(stranger, rangeMs, false);
    expect(waitMs(time, stranger)).toBeGreaterThan(0);
    for (const shown of [{ showsPayment: true }, { apiKey: 'assay_new' }]) {
      expect(waitMs(time, callerAt(time, '198.51.100.1', shown))).toBe(0);
    }
    // What is always served takes nothing of it.
    time.charge(stranger, 100 * rangeMs, true);
    expect(waitMs(time, callerAt(time, '198.51.100.1', { showsPayment: true }))).toBe(0);
  });

  it('is another one for a known key, which has more', () => {
    const { time } = opened(true);
    time.charge(callerAt(time, '198.51.100.1'), 9 * rangeMs, false);
    const known = callerAt(time, '198.51.100.1', { apiKey: 'assay_known' });
    time.charge(known, keyMs - 1, false);
    expect(waitMs(time, known)).toBe(0);
    time.charge(known, 1, false);
    expect(waitMs(time, known)).toBeGreaterThan(0);
  });

  it('is given back for charged checks, however many they are', () => {
    const { time } = opened(true);
    for (const caller of [
      callerAt(time, '198.51.100.1', { showsPayment: true }),
      callerAt(time, '', { apiKey: 'assay_known' }),
    ]) {
      for (let n = 0; n < 10_000; n += 1) {
        time.charge(caller, 20, false);
        time.end(caller, 20, 1);
      }
      expect(waitMs(time, caller)).toBe(0);
    }
  });
});

describe('the processor time of all callers without a key', () => {
  it('is no limit while no customer is worked for', () => {
    const { clock, time } = opened();
    const caller = callerAt(time, '198.51.100.1');
    time.charge(caller, 9 * rangeMs, false);
    expect(time.waitMs(caller)).toBe(0);
    expect(waitMs(time, caller)).toBeGreaterThan(0);
    clock.ms += 10 * SECOND + 1;
    expect(time.waitMs(caller)).toBe(0);
    time.end(callerAt(time, '203.0.113.1', { showsPayment: true }), 1, 1);
    expect(time.waitMs(caller)).toBeGreaterThan(0);
  });

  it('stops those that used most first, and newcomers last', () => {
    const { time } = opened();
    const heavy = callerAt(time, '198.51.100.1');
    const newcomer = callerAt(time, '203.0.113.1');
    time.charge(heavy, pressedRangeMs, false);
    press(time, sharedAheadMs - pressedRangeMs - 1);
    expect([waitMs(time, heavy), waitMs(time, newcomer)]).toEqual([0, 0]);
    press(time, 1);
    expect(waitMs(time, heavy)).toBeGreaterThan(0);
    expect(waitMs(time, newcomer)).toBe(0);
    press(time, sharedAheadMs / 2);
    expect(waitMs(time, newcomer)).toBeGreaterThan(0);
  });

  it('never stops a known key, and stops who shows a credential later than anybody else', () => {
    const { time } = opened();
    const payer = callerAt(time, '203.0.113.1', { showsPayment: true });
    press(time, 2 * sharedAheadMs);
    expect(waitMs(time, callerAt(time, '203.0.113.1'))).toBeGreaterThan(0);
    expect(waitMs(time, payer)).toBe(0);
    press(time, 9 * sharedAheadMs);
    expect(waitMs(time, payer)).toBeGreaterThan(0);
    expect(waitMs(time, callerAt(time, '203.0.113.1', { apiKey: 'assay_known' }))).toBe(0);
  });

  it('comes back with each second', () => {
    const { clock, time } = opened();
    const newcomer = callerAt(time, '203.0.113.1');
    press(time, 1.5 * sharedAheadMs + sharedMsPerSecond);
    expect(waitMs(time, newcomer)).toBe(SECOND + 1);
    clock.ms += SECOND + 1;
    expect(waitMs(time, newcomer)).toBe(0);
  });

  it('is not taken by what is always served', () => {
    const { time } = opened();
    for (let n = 0; n < 100; n += 1) time.charge(callerAt(time, '198.51.100.1'), sharedAheadMs / 4, true);
    expect(waitMs(time, callerAt(time, '203.0.113.1'))).toBe(0);
  });

  it('counts an IPv6 caller by its /48', () => {
    const { time } = opened();
    for (let n = 0; n < pressedRangeMs; n += 1)
      time.charge(callerAt(time, `2001:db8:1:${n.toString(16)}::1`), 1, false);
    press(time, sharedAheadMs - pressedRangeMs);
    expect(waitMs(time, callerAt(time, '2001:db8:1:ffff::1'))).toBeGreaterThan(0);
    expect(waitMs(time, callerAt(time, '2001:db8:2::1'))).toBe(0);
  });
});

describe('what known keys use for nothing', () => {
  const key = (time: ProcessorTime, n: number): TimeCaller =>
    callerAt(time, '198.51.100.1', { apiKey: `assay_known${n}` });
  const use = (time: ProcessorTime, n: number, ms: number, checks = 0): void => {
    time.charge(key(time, n), ms, false);
    time.end(key(time, n), ms, checks);
  };
  /** Four keys use all that there is for nothing. */
  const pressByKeys = (time: ProcessorTime): void => {
    for (let n = 1; n <= 4; n += 1) use(time, n, sharedAheadMs / 2);
  };

  it('is shared by all of them, and comes back with each second', () => {
    const { clock, time } = opened();
    use(time, 1, sharedAheadMs - 1);
    expect(waitMs(time, key(time, 1))).toBe(0);
    use(time, 2, sharedAheadMs + 1);
    for (const n of [1, 2]) expect(waitMs(time, key(time, n))).toBeGreaterThan(0);
    clock.ms += (sharedAheadMs / sharedMsPerSecond) * SECOND + 1;
    for (const n of [1, 2]) expect(waitMs(time, key(time, n))).toBe(0);
  });

  it('stops no key that pays or uses little, however much of it is under way', () => {
    const { time } = opened();
    pressByKeys(time);
    use(time, 9, keyFreeMs - 1);
    for (let n = 0; n < 1_000; n += 1) use(time, 10, 20, 1);
    time.charge(key(time, 10), keyMs / 2, false);
    expect([waitMs(time, key(time, 9)), waitMs(time, key(time, 10))]).toEqual([0, 0]);
    use(time, 9, 1);
    expect(waitMs(time, key(time, 9))).toBeGreaterThan(0);
    use(time, 9, 20, 1);
    expect(waitMs(time, key(time, 9))).toBe(0);
  });

  it("is nobody else's, and no limit, while no other customer is worked for", () => {
    const { clock, time } = opened();
    for (let n = 0; n < 9; n += 1) use(time, 1, sharedAheadMs, n % 2);
    expect(time.waitMs(key(time, 1))).toBe(0);
    use(time, 2, 1);
    expect(time.waitMs(key(time, 1))).toBeGreaterThan(0);
    use(time, 1, 1, 1);
    expect(time.waitMs(key(time, 1))).toBeGreaterThan(0);
    clock.ms += 10 * SECOND + 1;
    expect(time.waitMs(key(time, 1))).toBe(0);
  });

  it('counts for callers without a key as well, who do not count for keys', () => {
    const { time } = opened();
    pressByKeys(time);
    expect(waitMs(time, callerAt(time, '203.0.113.1'))).toBeGreaterThan(0);
    expect(waitMs(time, callerAt(time, '203.0.113.1', { showsPayment: true }))).toBe(0);
    const { time: other } = opened();
    press(other, 9 * sharedAheadMs);
    use(other, 1, keyFreeMs);
    expect(waitMs(other, key(other, 1))).toBe(0);
  });
});

/** Requests with what they were charged. */
function charged(count: number): readonly (readonly [request: IncomingMessage, spent: number[]])[] {
  return Array.from({ length: count }, () => {
    const [request, spent]: [IncomingMessage, number[]] = [{} as IncomingMessage, []];
    chargeTo(request, { charge: (one) => spent.push(one), mayGoOn: () => true });
    return [request, spent] as const;
  });
}

describe('a measured turn', () => {
  it('is charged once, with what its promises and ticks did', async () => {
    const [[request, spent] = [{} as IncomingMessage, []]] = charged(1);
    let stillOpen = false;
    measureTurn(request);
    measureTurn(request);
    await Promise.resolve();
    await new Promise((resolve) => process.nextTick(resolve));
    for (let n = 0; n < 1_000; n += 1) await null;
    stillOpen = spent.length === 0;
    await nextTurn();
    expect(stillOpen).toBe(true);
    expect(spent).toHaveLength(1);
    expect(spent[0]).toBeGreaterThan(0);
    measureTurn(request);
    await nextTurn();
    expect(spent).toHaveLength(2);
  });

  it('is charged no more than any request takes, because a library may be loaded in it', async () => {
    const [[request, spent] = [{} as IncomingMessage, []]] = charged(1);
    measureTurn(request);
    const until = performance.now() + 100;
    while (performance.now() < until);
    await nextTurn();
    expect(spent[0]).toBeLessThanOrEqual(50);
  });

  it('is not charged for the time in which it waits for a processor', async () => {
    const [[request, spent] = [{} as IncomingMessage, []]] = charged(1);
    measureTurn(request);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 45);
    await nextTurn();
    expect(spent[0]).toBeLessThan(45);
  });

  it('is shared by the requests in it', async () => {
    const both = charged(2);
    for (const [request] of both) measureTurn(request);
    await nextTurn();
    const [[first], [second]] = both.map(([, spent]) => spent) as [number[], number[]];
    expect(first).toEqual(second);
  });

  it('is not measured for a request that nobody is charged for', () => {
    expect(() => measureTurn({} as IncomingMessage)).not.toThrow();
  });
});
