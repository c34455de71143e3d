import { scheduleOf } from 'assay-core/solana/gates/gate-schedule.ts';
import { EPOCH_SLOTS, gates } from 'assay-core/solana/gates/gate-table.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { encodeBase58 } from './base58.ts';
import { BLOCKHASH_SLOTS, Blockhashes, SlotClock, VoteSignatures } from './clock.ts';
import { START_SLOT, worldGates } from './gates.ts';

const ANCHOR_MS = Date.UTC(2026, 5, 1);
const before = new Map([...worldGates].filter(([{ slotMs }]) => slotMs === undefined));

/** A clock whose gates of slots are these, started so many milliseconds ago. */
function clockOf(gatesOfSlots: readonly (readonly [name: string, slot: number])[], ago = 0): SlotClock {
  const activations = new Map(before);
  for (const [name, slot] of gatesOfSlots)
    activations.set(gates.find((one) => one.name === name) ?? expect.unreachable(name), slot);
  const schedule = scheduleOf(activations);
  return new SlotClock({ anchorMs: ANCHOR_MS, startedMs: Date.now() - ago, finalitySlots: 32 }, () => schedule);
}

test('block time is a function of the slot, and the tip moves with time and by command', () => {
  const clock = clockOf([['slot_200_ms', 1]]);
  expect(clock.blockTime(START_SLOT)).toBe(ANCHOR_MS / 1000);
  expect(clock.blockTime(START_SLOT - 300)).toBe(ANCHOR_MS / 1000 - 60);
  const tip = clock.tip();
  expect(tip - START_SLOT).toBeLessThan(20);
  clock.advance(1_000_000);
  expect(clock.tip()).toBeGreaterThanOrEqual(tip + 1_000_000);
});

test('the tip stays the same while one answer is made, and moves before the next', async () => {
  const clock = clockOf([['slot_200_ms', 1]]);
  const startedMs = Date.now();
  const now = vi.spyOn(Date, 'now').mockReturnValue(startedMs);
  onTestFinished(() => now.mockRestore());
  const tip = clock.tip();
  now.mockReturnValue(startedMs + 10_000);
  expect(clock.tip()).toBe(tip);
  await Promise.resolve();
  expect(clock.tip()).toBe(tip + 50);
});

test('slots take other times from the epoch after a gate was activated on', () => {
  const epoch = EPOCH_SLOTS * (Math.floor(START_SLOT / EPOCH_SLOTS) + 1);
  const change = epoch + EPOCH_SLOTS;
  const ms = 400 * (change - START_SLOT);
  const clock = clockOf([['slot_350_ms', epoch]], ms + 350 * 1_000);
  expect(clock.tip() - change).toBeGreaterThanOrEqual(1_000);
  expect(clock.tip() - change).toBeLessThan(1_020);
  expect(clock.blockTime(change + 20) - clock.blockTime(START_SLOT)).toBe((ms + 20 * 350) / 1_000);
  expect(clockOf([['slot_350_ms', epoch]], 400 * 1_000).tip() - START_SLOT).toBeLessThan(1_020);
});

test('a block is processed, then confirmed, then final', () => {
  const clock = clockOf([], -3_600_000);
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

test('a block is known by its vote, and no other signature is one', () => {
  const votes = new VoteSignatures('seed');
  for (const slot of [0, 7, START_SLOT]) expect(votes.slotOf(votes.of(slot))).toBe(slot);
  expect(new Set([1, 2, 3].map((slot) => votes.of(slot))).size).toBe(3);
  expect(votes.slotOf(new VoteSignatures('other').of(7))).toBeNull();
  for (const byte of [0, 1, 255]) expect(votes.slotOf(encodeBase58(new Uint8Array(64).fill(byte)))).toBeNull();
});
