import type { Reading } from '#lib/reading.ts';
import type { Figures } from './book-figures.ts';
import type { MintMaker, WalletEvidence } from './evidence.ts';

/** The evidence as rules see it, with what is worked out of it once. */
export interface JudgedEvidence extends WalletEvidence {
  /** The figures of the book; null where there is no book to take them from. */
  readonly figures: Reading<Figures | null>;
  /** The makers as far as they are known: none where they could not be read. For what is bad enough without them. */
  readonly seenMakers: Reading<readonly MintMaker[]>;
}
