import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openPersisted } from './request.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

describe('documents', () => {
  it('are found by their hash until too many others were used since', () => {
    const documents = openPersisted(new Map()).sent;
    const texts = Array.from({ length: 1_001 }, (_, n) => `{ a${n} }`);
    for (const text of texts.slice(0, 1_000)) documents.set(hash(text), text);
    expect(documents.get(hash('{ a0 }'))).toBe('{ a0 }');
    documents.set(hash('{ a1000 }'), '{ a1000 }');
    // The first was used last; the second is the oldest.
    expect(documents.get(hash('{ a0 }'))).toBe('{ a0 }');
    expect(documents.get(hash('{ a1 }'))).toBeUndefined();
    expect(documents.get(hash('{ a1000 }'))).toBe('{ a1000 }');
  });

  it('take a bounded room, whatever they weigh', () => {
    const documents = openPersisted(new Map()).sent;
    const large = (n: number) => `${n}${'x'.repeat(99_000)}`;
    for (let n = 0; n < 100; n += 1) documents.set(hash(large(n)), large(n));
    const kept = Array.from({ length: 100 }, (_, n) => documents.get(hash(large(n)))).filter(
      (text) => text !== undefined,
    );
    expect(kept.join('').length).toBeLessThanOrEqual(4_000_000);
    expect(kept.length).toBe(40);
    expect(kept.at(-1)).toBe(large(99));
  });

  it('count once, however often they are kept', () => {
    const documents = openPersisted(new Map()).sent;
    for (let n = 0; n < 2_000; n += 1) documents.set(hash('{ a }'), `{ a }${'#'.repeat(10_000)}`);
    expect(documents.get(hash('{ a }'))).not.toBeUndefined();
  });
});
