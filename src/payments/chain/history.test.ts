import type { SignatureEntry } from 'assay-core/chain/chain-reader.ts';
import { known, missing } from 'assay-core/lib/reading.ts';
import { describe, expect, it } from 'vitest';
import { nthSignature } from '../../../packages/core/test/support/small-world.ts';
import { historyWithin, joinedLists } from './open-payment-chain.ts';

const NEWEST_TIME = 1_760_000_000;
const NEWEST_SLOT = 1_000_000;
const PAGE = 1_000;

/** A history of `size` signatures, one a second and a slot; `times` false where the endpoint tells no times. */
function historyOf(size: number, { times = true, page: length = PAGE } = {}) {
  const asked: (string | null)[] = [];
  const page = async (before: SignatureEntry | null) => {
    asked.push(before?.signature ?? null);
    const from = before === null ? 0 : NEWEST_SLOT - before.slot + 1;
    const count = Math.max(0, Math.min(length, size - from));
    return known(Array.from({ length: count }, (_, n) => entryOf(from + n, times)));
  };
  return { asked, page };
}

function entryOf(n: number, times: boolean): SignatureEntry {
  const blockTime = times ? NEWEST_TIME - n : null;
  return { signature: nthSignature(n), slot: NEWEST_SLOT - n, blockTime, failed: false };
}

const ago = (from: number, until = 0) => ({ from: NEWEST_TIME - from, until: NEWEST_TIME - until });
const signatures = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => nthSignature(from + n));

describe('a history', () => {
  it('is read on until it reaches back before the times', async () => {
    const { asked, page } = historyOf(9_000);
    expect(await historyWithin(page, ago(2_500))).toEqual(known(signatures(0, 3_000)));
    expect(asked).toEqual([null, nthSignature(999), nthSignature(1_999)]);
  });

  it.each([
    ['shorter than a page', historyOf(99), 99, 2],
    ['cut at ninety by the endpoint', historyOf(250, { page: 90 }), 250, 4],
    ['empty', historyOf(0), 0, 1],
  ])('that is %s is read to an empty page', async (_, { asked, page }, size, pages) => {
    expect(await historyWithin(page, ago(10_000))).toEqual(known(signatures(0, size)));
    expect(asked).toHaveLength(pages);
  });

  it('is listed without what came long after the times, by slots', async () => {
    const { page } = historyOf(9_000);
    // The first after the times is number 4,999, and 1,500 slots after it is number 3,499.
    expect(await historyWithin(page, ago(5_500, 5_000))).toEqual(known(signatures(3_499, 6_000)));
    const stoodStill = async (before: SignatureEntry | null) => {
      const after = { ...entryOf(0, true), blockTime: NEWEST_TIME + 70_000 };
      return known(before === null ? [after, entryOf(1, true)] : []);
    };
    expect(await historyWithin(stoodStill, ago(600, -600))).toEqual(known(signatures(0, 2)));
  });

  it('that is longer than twenty pages, or than it may be, or of which a page is missing, is a gap', async () => {
    const { asked, page } = historyOf(30_000);
    const tooLong = { known: false, gap: { reading: 'signatures', cause: 'limit_reached' } };
    expect(await historyWithin(page, ago(25_000))).toMatchObject(tooLong);
    expect(asked).toHaveLength(20);
    const small = historyOf(300, { page: 10 });
    expect(await historyWithin(small.page, ago(205))).toMatchObject(tooLong);
    expect(await historyWithin(small.page, ago(205), 21)).toEqual(known(signatures(0, 210)));
    expect(await historyWithin(historyOf(30_000, { times: false }).page, ago(0))).toMatchObject(tooLong);
    const gap = missing('signatures', 'deadline');
    const broken = async (before: SignatureEntry | null) => (before === null ? await page(null) : gap);
    expect(await historyWithin(broken, ago(10_000))).toEqual(gap);
  });
});

describe('lists of several endpoints', () => {
  const [a, b] = [known(signatures(1, 3)), known(signatures(0, 2))];
  const gap = missing('signatures', 'rpc_unavailable');

  it('are joined where enough of them are whole', () => {
    expect(joinedLists([a, b], 2)).toEqual(known([1, 2, 0].map(nthSignature)));
    expect(joinedLists([a, gap, b], 2)).toEqual(known([1, 2, 0].map(nthSignature)));
    expect(joinedLists([a], 1)).toEqual(a);
  });

  it('are a gap where fewer are', () => {
    expect(joinedLists([a, gap], 2)).toEqual(gap);
    expect(joinedLists([a], 2)).toMatchObject({ known: false, gap: { cause: 'rpc_unavailable' } });
    expect(joinedLists([gap], 1)).toEqual(gap);
  });
});
