import fc from 'fast-check';
import type { Refusal } from '../reader.ts';
import type { CreditFacts, FunderFacts } from './facts.ts';

const credit: fc.Arbitrary<CreditFacts> = fc.record({
  from: fc.constantFrom('exchange', 'person', 'fresh', 'hub', 'mixer', 'exploiter'),
  n: fc.nat({ max: 1 }),
  milliSol: fc.constantFrom(3, 40, 900, 50_000),
  minutes: fc.constantFrom(100, 3_000, 60_000),
  how: fc.constantFrom('transfer', 'transfer', 'transfer', 'create', 'unwrap', 'program'),
  hops: fc.constantFrom(0, 0, 0, 1, 2),
  beside: fc.constantFrom(0, 0, 3),
});

/** Addresses with money of one or two givers, and whoever got as much beside them. */
export const funderWorlds: fc.Arbitrary<FunderFacts> = fc
  .record({
    credits: fc.oneof({ arbitrary: fc.tuple(credit), weight: 3 }, { arbitrary: fc.tuple(credit, credit), weight: 1 }),
    spentAfter: fc.constantFrom(1, 20, 60, null),
    siblings: fc.constantFrom(0, 0, 8),
    refuses: fc.constantFrom<readonly Refusal[]>(['bodies'], []),
  })
  .map(({ credits, spentAfter, siblings, refuses }) => {
    const [first, ...others] = credits as readonly CreditFacts[];
    const all = [first, ...others].flatMap((one, n) =>
      one && first ? [{ ...one, minutes: first.minutes - n * 0.5 }] : [],
    );
    const spentMinutes = spentAfter === null || !first ? null : first.minutes - spentAfter;
    return {
      credits: all,
      spentMinutes,
      siblings,
      dust: [],
      withheld: [],
      endpoint: { refuses, pageMax: 1_000, largestMax: 20 },
    };
  });
