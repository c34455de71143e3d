import { describe, expect, it } from 'vitest';
import {
  openProcessorTime,
  type ProcessorTime,
  processorLimits,
  type TimeAsker,
  type TimeCaller,
} from './processor-time.ts';

const { rangeMs, keyMs, sharedAheadMs, sharedMsPerSecond, pressedRangeMs } = processorLimits;
const SECOND = 1_000;

function opened() {
  const clock = { ms: 0 };
  const knows = (key: string): boolean => key === 'assay_known';
  return { clock, time: openProcessorTime({ knows, now: () => clock.ms }) };
}

function callerAt(time: ProcessorTime, address: string, shown: Partial<TimeAsker> = {}): TimeCaller {
  return time.callerOf({ apiKey: null, showsPayment: false, ...shown, address });
}

/** Charges processor time that took no time of others. */
function use(time: ProcessorTime, caller: TimeCaller, cpuMs: number, isServed = false): void {
  time.charge(caller, { cpuMs, loopMs: 0 }, isServed);
}

/** Takes time of the event loop from an address of its own each. */
function press(time: ProcessorTime, loopMs: number): void {
  for (let n = 0; n < loopMs; n += 1)
    time.charge(callerAt(time, `10.1.${n >> 8}.${n & 255}`), { cpuMs: 0, loopMs: 1 }, false);
}

describe('the processor time of a caller', () => {
  it('is refused beyond its limit, until enough of it is a minute ago', () => {
    const { clock, time } = opened();
    const caller = callerAt(time, '198.51.100.1');
    use(time, caller, rangeMs - 1);
    expect(time.waitMs(caller)).toBe(0);
    use(time, caller, rangeMs);
    const waitMs = time.waitMs(caller);
    expect(waitMs).toBeGreaterThan(SECOND);
    clock.ms += waitMs - 2;
    expect(time.waitMs(caller)).toBeGreaterThan(0);
    clock.ms += 2;
    expect(time.waitMs(caller)).toBe(0);
  });

  it('is counted by address, IPv6 by /64, and whatever key is invented', () => {
    const { time } = opened();
    use(time, callerAt(time, '198.51.100.1', { apiKey: 'assay_1' }), 2 * rangeMs);
    expect(time.waitMs(callerAt(time, '198.51.100.1', { apiKey: 'assay_2' }))).toBeGreaterThan(0);
    expect(time.waitMs(callerAt(time, '198.51.100.2'))).toBe(0);
    use(time, callerAt(time, '2001:db8:1:2::1'), rangeMs);
    expect(time.waitMs(callerAt(time, '2001:db8:1:2::9'))).toBeGreaterThan(0);
    expect(time.waitMs(callerAt(time, '2001:db8:1:3::1'))).toBe(0);
  });

  it('leaves who pays at the same address room to show it', () => {
    const { time } = opened();
    const stranger = callerAt(time, '198.51.100.1');
    use(time, stranger, rangeMs);
    expect(time.waitMs(stranger)).toBeGreaterThan(0);
    for (const shown of [{ showsPayment: true }, { apiKey: 'assay_new' }]) {
      expect(time.waitMs(callerAt(time, '198.51.100.1', shown))).toBe(0);
    }
    // What is always served takes nothing of it.
    use(time, stranger, 100 * rangeMs, true);
    expect(time.waitMs(callerAt(time, '198.51.100.1', { showsPayment: true }))).toBe(0);
  });

  it('is another one for a known key, which has more', () => {
    const { time } = opened();
    use(time, callerAt(time, '198.51.100.1'), 9 * rangeMs);
    const known = callerAt(time, '198.51.100.1', { apiKey: 'assay_known' });
    use(time, known, keyMs - 1);
    expect(time.waitMs(known)).toBe(0);
    use(time, known, 1);
    expect(time.waitMs(known)).toBeGreaterThan(0);
  });

  it('is given back for charged checks, however many they are', () => {
    const { time } = opened();
    for (const caller of [
      callerAt(time, '198.51.100.1', { showsPayment: true }),
      callerAt(time, '', { apiKey: 'assay_known' }),
    ]) {
      for (let n = 0; n < 10_000; n += 1) {
        use(time, caller, 20);
        time.repay(caller, { cpuMs: 20, loopMs: 0 }, 1);
      }
      expect(time.waitMs(caller)).toBe(0);
    }
  });
});

describe('the processor time of all callers without a key', () => {
  it('stops those that used most first, and newcomers last', () => {
    const { time } = opened();
    const heavy = callerAt(time, '198.51.100.1');
    const newcomer = callerAt(time, '203.0.113.1');
    use(time, heavy, pressedRangeMs);
    press(time, sharedAheadMs - 1);
    expect([time.waitMs(heavy), time.waitMs(newcomer)]).toEqual([0, 0]);
    press(time, 1);
    expect(time.waitMs(heavy)).toBeGreaterThan(0);
    expect(time.waitMs(newcomer)).toBe(0);
    press(time, sharedAheadMs / 2);
    expect(time.waitMs(newcomer)).toBeGreaterThan(0);
  });

  it('never stops a known key, and stops who shows a credential later than anybody else', () => {
    const { time } = opened();
    const payer = callerAt(time, '203.0.113.1', { showsPayment: true });
    press(time, 2 * sharedAheadMs);
    expect(time.waitMs(callerAt(time, '203.0.113.1'))).toBeGreaterThan(0);
    expect(time.waitMs(payer)).toBe(0);
    press(time, 9 * sharedAheadMs);
    expect(time.waitMs(payer)).toBeGreaterThan(0);
    expect(time.waitMs(callerAt(time, '203.0.113.1', { apiKey: 'assay_known' }))).toBe(0);
  });

  it('comes back with each second', () => {
    const { clock, time } = opened();
    const newcomer = callerAt(time, '203.0.113.1');
    press(time, 1.5 * sharedAheadMs + sharedMsPerSecond);
    expect(time.waitMs(newcomer)).toBe(SECOND + 1);
    clock.ms += SECOND + 1;
    expect(time.waitMs(newcomer)).toBe(0);
  });

  it('is not taken by what is always served', () => {
    const { time } = opened();
    for (let n = 0; n < 100; n += 1)
      time.charge(callerAt(time, '198.51.100.1'), { cpuMs: 0, loopMs: sharedAheadMs / 4 }, true);
    expect(time.waitMs(callerAt(time, '203.0.113.1'))).toBe(0);
  });

  it('counts an IPv6 caller by its /48', () => {
    const { time } = opened();
    for (let n = 0; n < pressedRangeMs; n += 1) use(time, callerAt(time, `2001:db8:1:${n.toString(16)}::1`), 1);
    press(time, sharedAheadMs);
    expect(time.waitMs(callerAt(time, '2001:db8:1:ffff::1'))).toBeGreaterThan(0);
    expect(time.waitMs(callerAt(time, '2001:db8:2::1'))).toBe(0);
  });
});
