import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlotTime } from './slot-time.ts';

const sample = (numSlots: unknown, samplePeriodSecs: unknown = 60) => ({
  slot: 460_000_000,
  numSlots,
  numTransactions: 100_000,
  numNonVoteTransactions: 40_000,
  samplePeriodSecs,
});

describe('the time of a slot', () => {
  it('is the target until it was measured, and follows a target that changes', () => {
    let target = 400;
    const time = new SlotTime(() => target);
    expect(time.ms).toBe(400);
    target = 200;
    expect(time.ms).toBe(200);
    expect(time.slotsIn(60_000)).toBe(300);
  });

  it('is what samples measured, over all of them', () => {
    const time = new SlotTime(() => 200);
    time.take([sample(280), sample(140, 30), sample(240)]);
    expect(time.ms).toBeCloseTo(150_000 / 660, 9);
    expect(time.slotsIn(60_000)).toBe(264);
    // Slower than the target on the whole, and yet one slot may take no longer than that.
    expect(time.msMin).toBe(200);
  });

  it('is no more than twice the target, and no less than half of it', () => {
    const time = new SlotTime(() => 200);
    time.take([sample(1)]);
    expect(time.ms).toBe(400);
    time.take([sample(4_000)]);
    expect([time.ms, time.msMin]).toEqual([100, 100]);
  });

  it.each([
    [],
    null,
    'ok',
    [null],
    [sample(0)],
    [sample(300, 0)],
    [sample(-300)],
    [sample(1.5)],
    [sample('300')],
    [{}],
  ])('stays what it was after samples like %j', (...result) => {
    const time = new SlotTime(() => 200);
    time.take([sample(240)]);
    time.take(result[0]);
    expect(time.ms).toBe(250);
  });

  it('is within its bounds whatever an endpoint answers', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.array(fc.record({ numSlots: fc.anything(), samplePeriodSecs: fc.nat() })),
        (a, b) => {
          const time = new SlotTime(() => 200);
          time.take(a);
          time.take(b);
          expect(time.ms).toBeGreaterThanOrEqual(100);
          expect(time.ms).toBeLessThanOrEqual(400);
        },
      ),
    );
  });
});
