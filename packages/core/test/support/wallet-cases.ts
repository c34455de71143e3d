import fc from 'fast-check';
import { type GapCause, gapFacts, known, missing } from '#lib/reading.ts';
import { book, figures, maker, mintOf, SOL, walletEvidence } from './wallet-evidence.ts';
import { type WalletCase, worsenings } from './wallet-worsenings.ts';

/** Any reading of the evidence. */
export const readingNames = ['identity', 'asOf', 'account', 'history', 'book', 'makers', 'payers'] as const;
export const readings = fc.constantFrom(...readingNames);
export const causes = fc.constantFrom(...(Object.keys(gapFacts) as GapCause[]));

/** The case without one reading; one that is missing already keeps its cause. A book is kept from the history. */
export function withGap(given: WalletCase, name: (typeof readingNames)[number], cause: GapCause): WalletCase {
  const { evidence } = given;
  if (!evidence[name].known) return given;
  const book = name === 'history' && evidence.book.known ? { book: missing('book', cause) } : {};
  return { ...given, evidence: { ...evidence, ...book, [name]: missing(name, cause) } };
}

const sized = fc.record({
  closed: fc.constantFrom(0, 19, 20, 29, 30, 60, 300),
  evenTrips: fc.constantFrom(0, 14, 15, 300),
  mints: fc.constantFrom(9, 10, 14, 15, 40),
  activeDays: fc.constantFrom(6, 7, 13, 14, 60),
  cost: fc.constantFrom(SOL, 2n * SOL, 10n * SOL, 100n * SOL),
  top3Bps: fc.constantFrom(null, 2_000, 9_000),
});

const makersOf = (nameless: number) =>
  Array.from({ length: 40 }, (_, n) =>
    maker({ mint: mintOf(n), ...(n % 4 === 3 && n < 4 * nameless && { creator: null }) }),
  );
const wholeBook = book();
const wholeFigures = figures();

/** Evidence as a gatherer may leave it: bad in a few ways, of any size, with up to two readings missing. */
export const anyCase: fc.Arbitrary<WalletCase> = fc
  .tuple(
    fc.option(sized, { nil: {}, freq: 2 }),
    fc.subarray([...worsenings], { maxLength: 3 }),
    fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(fc.tuple(readings, causes), { maxLength: 2 })),
    fc.constantFrom(0, 0, 0, 1),
  )
  .map(([size, chosen, gaps, nameless]) => {
    const whole: WalletCase = {
      evidence: walletEvidence({ book: known(wholeBook), makers: known(makersOf(nameless)) }),
      figures: { ...wholeFigures, ...size },
    };
    const worse = chosen.reduce((given, { worsen }) => worsen(given), whole);
    return gaps.reduce((given, [name, cause]) => withGap(given, name, cause), worse);
  });
