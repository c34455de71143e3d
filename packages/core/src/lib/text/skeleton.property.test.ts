import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { skeletonOf } from './skeleton.ts';

it('the skeleton of any name is made of capital letters and digits only, and is its own skeleton', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (raw) => {
      const skeleton = skeletonOf(raw);
      expect(skeleton).not.toMatch(/[^\p{L}\p{N}]|[a-z01L58]/u);
      expect(skeletonOf(skeleton)).toBe(skeleton);
    }),
    { numRuns: cases(5_000) },
  );
});
