import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Fault } from '#lib/fault.ts';
import { type Admission, type AdmissionSettings, openAdmission, openHeapShare, youngBytes } from './admission.ts';

function admissionOf(settings: Partial<AdmissionSettings>, heapShare: () => number = () => 0.1): Admission {
  return openAdmission({ settings: { checksInFlightMax: 100, rpcCallsPerSecondMax: null, ...settings }, heapShare });
}

const none = () => 0;

/** The refusal of one more funder check; null when it is admitted. It ends at once. */
function refusalOf(admission: Admission): Fault | null {
  try {
    admission.admit(['funder'], none).end(false);
    return null;
  } catch (error) {
    return error as Fault;
  }
}

describe('admission', () => {
  it('takes so many checks and no more, until one of them ends', () => {
    const admission = admissionOf({ checksInFlightMax: 3 });
    const first = admission.admit(['token', 'trade'], none);
    admission.admit(['funder'], none);
    expect(refusalOf(admission)).toMatchObject({ code: 'overloaded', extra: { retryAfterSeconds: 1 } });
    expect(admission.stats()).toMatchObject({ inFlight: 3, refusedByCause: { checks_in_flight: 1, rpc_budget: 0 } });
    first.end(false);
    first.end(false);
    expect(admission.stats().inFlight).toBe(1);
    expect(refusalOf(admission)).toBeNull();
  });

  it('checks for room without taking any', () => {
    const admission = admissionOf({ checksInFlightMax: 1 });
    for (let n = 0; n < 5; n += 1) admission.check(['funder']);
    expect(admission.stats().inFlight).toBe(0);
    const only = admission.admit(['funder'], none);
    expect(() => admission.check(['funder'])).toThrow(expect.objectContaining({ code: 'overloaded' }));
    only.end(false);
    admission.check(['funder']);
  });

  it('takes an operation of any size where nothing else is under way', () => {
    const admission = admissionOf({ checksInFlightMax: 1 });
    admission.admit(['token', 'token', 'token'], none);
    expect(refusalOf(admission)).not.toBeNull();
  });

  it('takes no more than the budget carries in three seconds, and says when it will', () => {
    const admission = admissionOf({ rpcCallsPerSecondMax: 2 });
    let made = 0;
    const first = admission.admit(['token'], () => made);
    // Twelve calls are expected of it, six fit: one more than six have to be made first.
    expect(refusalOf(admission)).toMatchObject({ code: 'overloaded', extra: { retryAfterSeconds: 4 } });
    made = 6;
    expect(refusalOf(admission)).toMatchObject({ extra: { retryAfterSeconds: 1 } });
    made = 7;
    expect(refusalOf(admission)).toBeNull();
    made = 0;
    first.end(false);
    expect(refusalOf(admission)).toBeNull();
    expect(admission.stats().refusedByCause).toMatchObject({ rpc_budget: 2 });
  });

  it('asks nobody to wait longer than a minute', () => {
    const admission = admissionOf({ rpcCallsPerSecondMax: 1 });
    admission.admit(new Array<'wallet'>(99).fill('wallet'), none);
    expect(refusalOf(admission)).toMatchObject({ extra: { retryAfterSeconds: 60 } });
  });

  it('learns what checks really ask for from those that were worked to their end', () => {
    const backlog = (worked: boolean) => {
      const admission = admissionOf({ rpcCallsPerSecondMax: 1 });
      for (let n = 0; n < 60; n += 1) admission.admit(['token'], () => 1).end(worked);
      admission.admit(['token'], none);
      return refusalOf(admission);
    };
    expect(backlog(true)).toBeNull();
    expect(backlog(false)).not.toBeNull();
  });

  it('takes nothing while memory is short', () => {
    let share = 0.91;
    const admission = admissionOf({}, () => share);
    expect(refusalOf(admission)).toMatchObject({ code: 'overloaded', extra: { retryAfterSeconds: 5 } });
    share = 0.89;
    expect(refusalOf(admission)).toBeNull();
    expect(admission.stats()).toMatchObject({ inFlight: 0, refusedByCause: { memory: 1 } });
  });
});

describe('the share of the heap', () => {
  it('is looked at ten times a second at most', () => {
    let at = 0;
    const share = openHeapShare(() => at);
    const first = share();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(1);
    const held = Array.from({ length: 50_000 }, (_, n) => ({ n }));
    at = 99;
    expect(share()).toBe(first);
    at = 100;
    expect(share()).not.toBe(first);
    expect(held).toHaveLength(50_000);
  });

  it.each([512, 1_024, 2_048, 4_096, 24_576])('leaves room for what V8 takes of %i MiB for itself', (mib) => {
    const MIB = 1024 * 1024;
    const young = { 512: 3, 1024: 12, 2048: 24, 4096: 48, 24576: 48 };
    const factor = Number.parseInt(process.versions.v8, 10) >= 13 && mib > 512 ? 4 : 1;
    expect(youngBytes(mib * MIB) / MIB).toBe((young[mib as keyof typeof young] ?? 0) * factor);
  });

  it('is full before the process ends for want of memory', () => {
    const script =
      "const { openHeapShare: open } = await import('./src/schema/operation/admission.ts'); const keep = [];" +
      "while (open()() < 0.9) keep.push(new Array(10_000).fill(0.5)); console.log('full and alive');";
    const args = ['--max-old-space-size=64', '--import', 'tsx', '--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain('full and alive');
  });
});
