import { expect, test } from 'vitest';
import { BLOCKHASH_SLOTS, Blockhashes, SlotClock, START_SLOT } from './clock.ts';

const ANCHOR_MS = Date.UTC(2026, 5, 1);

test('block time is a function of the slot, and the tip moves with time and by command', () => {
  const clock = new SlotClock({ anchorMs: ANCHOR_MS, startedMs: Date.now(), finalitySlots: 32 });
  expect(clock.blockTime(START_SLOT)).toBe(ANCHOR_MS / 1000);
  expect(clock.blockTime(START_SLOT - 150)).toBe(ANCHOR_MS / 1000 - 60);
  const tip = clock.tip();
  expect(tip - START_SLOT).toBeLessThan(10);
  clock.advance(1_000_000);
  expect(clock.tip()).toBeGreaterThanOrEqual(tip + 1_000_000);
});

test('a block is processed, then confirmed, then final', () => {
  const clock = new SlotClock({ anchorMs: ANCHOR_MS, startedMs: Date.now() + 3_600_000, finalitySlots: 32 });
  const tip = clock.tip();
  expect([tip, tip - 1, tip - 31, tip - 32].map((slot) => clock.commitmentOf(slot))).toEqual([
    'processed',
    'confirmed',
    'confirmed',
    'finalized',
  ]);
});

test('a block hash is valid for 150 slots and belongs to its seed', () => {
  const hashes = new Blockhashes('one');
  const tip = START_SLOT + 500;
  expect(hashes.slotOf(hashes.of(tip), tip)).toBe(tip);
  expect(hashes.slotOf(hashes.of(tip - BLOCKHASH_SLOTS), tip)).toBe(tip - BLOCKHASH_SLOTS);
  expect(hashes.slotOf(hashes.of(tip - BLOCKHASH_SLOTS - 1), tip)).toBeNull();
  expect(hashes.slotOf(hashes.of(tip + 1), tip)).toBeNull();
  expect(hashes.slotOf(new Blockhashes('two').of(tip), tip)).toBeNull();
});
