import { describe, expect, it } from 'vitest';
import type { SignatureEntry } from '#chain/chain-reader.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type GateSchedule, mainnetSchedule } from '#solana/gates/gate-schedule.ts';
import { nthSignature } from '../../../test/support/small-world.ts';
import { readActivity, readSecondsBetween } from './source.ts';

const line = (slot: number, blockTime: number | null = null): SignatureEntry => ({
  signature: nthSignature(slot % 1_000),
  slot,
  blockTime,
  failed: false,
});

/** A reader whose schedule is mainnet's, or what a test says, with the slots that it was asked for. */
function reading(schedule: Reading<GateSchedule> = known(mainnetSchedule)) {
  const asked: number[] = [];
  return {
    asked,
    schedule: async (slot: number) => {
      asked.push(slot);
      return schedule;
    },
  };
}

async function secondsOf(from: SignatureEntry, to: SignatureEntry, reader = reading()): Promise<number | null> {
  const seconds = await readSecondsBetween([from, to], reader);
  return seconds.known ? seconds.value(from, to) : null;
}

describe('the seconds between two lines of history', () => {
  it('are those of their blocks, without a question for the schedule', async () => {
    const reader = reading(missing('gates', 'rpc_unavailable'));
    expect(await secondsOf(line(1, 1_000), line(2, 1_900), reader)).toBe(900);
    expect(reader.asked).toEqual([]);
  });

  it.each([
    ['before the first gate', 400_000_000, 400_001_000, 400],
    ['at 200 ms', 460_000_000, 460_001_000, 200],
    ['over a change from 250 to 200 ms', 454_895_000, 454_897_000, 450],
    ['backwards', 460_001_000, 460_000_000, -200],
  ])('are those of their slots where a block has no time: %s', async (_, from, to, seconds) => {
    expect(await secondsOf(line(from), line(to))).toBe(seconds);
    expect(await secondsOf(line(from, 1_700_000_000), line(to))).toBe(seconds);
  });

  it('ask what held up to the newer of them, and are a gap where that cannot be read', async () => {
    const reader = reading(missing('gates', 'rpc_unavailable'));
    expect(await secondsOf(line(460_001_000), line(460_000_000), reader)).toBeNull();
    expect(reader.asked).toEqual([460_001_000]);
  });
});

describe('how busy a page is', () => {
  it('is known by its ends alone', async () => {
    const page = [line(460_300_000), line(460_200_000, 1), line(460_000_000)];
    expect(await readActivity(page, reading())).toEqual(known({ signatures: 3, spanSeconds: 60_000 }));
    expect(await readActivity([], reading())).toEqual(known({ signatures: 0, spanSeconds: 0 }));
  });

  it('is no guess where the schedule is a gap', async () => {
    const busy = await readActivity([line(460_300_000), line(460_000_000)], reading(missing('gates', 'unreadable')));
    expect(busy).toMatchObject({ known: false, gap: { reading: 'gates', cause: 'unreadable' } });
  });
});
