import type { LabelFact } from './label.ts';

/** Facts of the subject's address that need no call of the chain. */
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
