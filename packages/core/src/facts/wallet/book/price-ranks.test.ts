import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RankCounts } from './rates.ts';

it('finds the n-th smallest of what is in', () => {
  const ranks = 13;
  const moves = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: ranks - 1 })), { maxLength: 60 });
  fc.assert(
    fc.property(moves, (all) => {
      const counts = new RankCounts(ranks);
      const plain: number[] = [];
      for (const [isOut, rank] of all) {
        const at = plain.indexOf(rank);
        if (isOut && at < 0) continue;
        if (isOut) plain.splice(at, 1);
        else plain.push(rank);
        counts.add(rank, isOut ? -1 : 1);
      }
      plain.sort((a, b) => a - b);
      expect(counts.size).toBe(plain.length);
      expect(plain.map((_, n) => counts.nth(n))).toEqual(plain);
    }),
  );
});
