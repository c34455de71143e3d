import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { nthSignature } from '../../../test/support/small-world.ts';
import type { SignatureEntry } from '../model.ts';
import { signaturesOf } from './history.ts';

const NEWEST_TIME = 1_760_000_000;
const PAGE = 100;

/** A history of `size` signatures, one a second; `times` false where the endpoint tells no times. */
function historyOf(size: number, times = true) {
  const asked: (string | null)[] = [];
  const page = async (before: SignatureEntry | null) => {
    asked.push(before?.signature ?? null);
    const from = before === null ? 0 : before.slot * -1 + 1_000_001;
    const count = Math.max(0, Math.min(PAGE, size - from));
    return known(Array.from({ length: count }, (_, n) => entryOf(from + n, times)));
  };
  return { asked, page };
}

function entryOf(n: number, times: boolean): SignatureEntry {
  return { signature: nthSignature(n), slot: 1_000_000 - n, blockTime: times ? NEWEST_TIME - n : null, failed: false };
}

it('is the newest page alone where no time is named', async () => {
  const { asked, page } = historyOf(250);
  const read = await signaturesOf(page, undefined);
  expect(read.known && read.value.length).toBe(PAGE);
  expect(asked).toEqual([null]);
});

it('is read on until it reaches back before the time, or ends', async () => {
  const long = historyOf(900);
  const some = await signaturesOf(long.page, NEWEST_TIME - 250);
  expect(some.known && some.value.length).toBe(300);
  expect(long.asked).toEqual([null, nthSignature(99), nthSignature(199)]);
  const short = historyOf(250);
  const all = await signaturesOf(short.page, NEWEST_TIME - 10_000);
  expect(all).toEqual(known(Array.from({ length: 250 }, (_, n) => nthSignature(n))));
  const exact = historyOf(200);
  expect(await signaturesOf(exact.page, NEWEST_TIME - 10_000)).toMatchObject({ known: true });
  expect(exact.asked).toHaveLength(3);
});

it('that is longer than ten pages, or of which a page is missing, is a gap', async () => {
  const { asked, page } = historyOf(1_001);
  const tooLong = { known: false, gap: { reading: 'signatures', cause: 'limit_reached' } };
  expect(await signaturesOf(page, NEWEST_TIME - 10_000)).toMatchObject(tooLong);
  expect(asked).toHaveLength(10);
  expect(await signaturesOf(historyOf(1_001, false).page, NEWEST_TIME)).toMatchObject(tooLong);
  const gap = missing('signatures', 'deadline');
  const broken = async (before: SignatureEntry | null) => (before === null ? await page(null) : gap);
  expect(await signaturesOf(broken, NEWEST_TIME - 10_000)).toEqual(gap);
});
