import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlotTime } from '#solana/gates/slot-time.ts';
import { FinalityDistance } from './endpoint-slots.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const S = 460_000_000;
const open = () => new FinalityDistance<string>(new SlotTime(() => 200));
const certificate = {
  block: { slot: S, blockId: new Array(32).fill(7) },
  signature: { signature: new Array(192).fill(1), bitmap: [255] },
};

describe('the distance of finality', () => {
  it('is 32 slots until it was measured, and never leads below the first slot', () => {
    const finality = open();
    expect(finality.below('a', S)).toBe(S - 32);
    expect(finality.below('a', 5)).toBe(0);
  });

  it('is what an endpoint shows that names both slots within a second, slots since then left out', () => {
    const finality = open();
    finality.observe('a', S);
    vi.advanceTimersByTime(600);
    expect(finality.below('a', S + 38)).toBe(S + 38 - 35);
    // What one endpoint shows goes for the others.
    expect(finality.below('b', S + 38)).toBe(S + 38 - 35);
  });

  it('is the shortest of the newest measurements', () => {
    const finality = open();
    finality.observe('a', S);
    for (const distance of [40, 31, 34]) finality.below('a', S + distance);
    expect(finality.below('b', S)).toBe(S - 31);
    for (let n = 0; n < 8; n += 1) finality.below('a', S + 34);
    expect(finality.below('b', S)).toBe(S - 34);
  });

  it.each([
    ['old', 1_001, S + 45],
    ['ahead', 0, S - 1],
    ['wild', 0, S + 1_000],
  ])('is not measured by a finalized slot that is %s', (_, ms, slot) => {
    const finality = open();
    finality.observe('a', S);
    vi.advanceTimersByTime(ms);
    expect(finality.below('a', slot)).toBe(slot - 32);
  });

  it('is none for ever once a certificate shows that Alpenglow runs', () => {
    const finality = open();
    finality.takeCertificate(certificate);
    finality.takeCertificate(null);
    expect(finality.isInstant).toBe(true);
    expect(finality.below('a', S)).toBe(S);
  });

  it.each([
    null,
    undefined,
    true,
    [],
    {},
    { block: null, signature: {} },
    { ...certificate, signature: null },
    { ...certificate, block: { slot: '1', blockId: certificate.block.blockId } },
    { ...certificate, block: { slot: S, blockId: [1, 2] } },
  ])('is not changed by %j in a certificate’s place', (result) => {
    const finality = open();
    finality.takeCertificate(result);
    expect(finality.below('a', S)).toBe(S - 32);
  });
});
