import { describe, expect, it } from 'vitest';
import { DocumentCache } from './documents.ts';

const limits = { bytesMax: 1_000_000, seenMax: 1_024 };
const text = (n: number) => `{ document${n} }`;

/** A document as a caller uses it: found, or prepared and offered. Whether it was found. */
function use(cache: DocumentCache<string>, document: string, costMs = 1): boolean {
  const known = cache.find(document);
  if (known === undefined) cache.offer(document, document, costMs);
  else expect(known).toBe(document);
  return known !== undefined;
}

describe('a cache of documents', () => {
  it('keeps a document from its second use on', () => {
    const cache = new DocumentCache<string>(limits);
    expect([use(cache, text(0)), use(cache, text(0)), use(cache, text(0))]).toEqual([false, false, true]);
    expect(cache.size.documents).toBe(1);
  });

  it.each([
    ['once', (n: number) => n],
    ['twice', (n: number) => n >> 1],
  ])('keeps what is used, however many documents are sent %s', (_, of) => {
    const cache = new DocumentCache<string>(limits);
    const used = Array.from({ length: 20 }, (_unused, n) => text(n));
    const missed = () => used.filter((one) => !use(cache, one)).length;
    for (let round = 0; round < 30; round += 1) missed();
    let lost = 0;
    for (let n = 0; n < 50_000; n += 1) {
      use(cache, text(1_000 + of(n)));
      if (n % 100 === 0) lost += missed();
    }
    expect(lost).toBe(0);
    expect(cache.size.bytes).toBeLessThanOrEqual(limits.bytesMax);
  });

  it('lets go what nobody uses any more', () => {
    const cache = new DocumentCache<string>(limits);
    for (let n = 0; n < 2_000; n += 1) use(cache, text(0));
    for (let n = 0; n < 200_000; n += 1) use(cache, text(1 + (n >> 1)));
    expect(cache.find(text(0))).toBeUndefined();
  });

  it('drops what is prepared cheaply before what is dear', () => {
    const cache = new DocumentCache<string>(limits);
    for (let n = 0; n < 3; n += 1) use(cache, text(0), 100);
    for (let n = 0; n < 2_000; n += 1) use(cache, text(1 + (n >> 1)), 1);
    expect(cache.find(text(0))).toBe(text(0));
  });

  it('keeps no document that would take half of its room', () => {
    const cache = new DocumentCache<string>(limits);
    const large = `{ ${'a '.repeat(2_000)}}`;
    for (let n = 0; n < 3; n += 1) use(cache, large);
    expect(cache.size).toEqual({ documents: 0, bytes: 0 });
  });
});
