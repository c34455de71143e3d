import type { LabelFact } from './label.ts';

/** What can be said of the subject's address without the chain. */
export interface Identity {
  readonly onCurve: boolean;
  readonly label: LabelFact | null;
}

/** An account now. An absent one has 0 lamports and counts as owned by the System program. */
export interface AccountFacts {
  readonly exists: boolean;
  readonly lamports: bigint;
  readonly ownedBySystem: boolean;
  readonly executable: boolean;
}
