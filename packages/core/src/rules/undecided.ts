/** Verdicts that say that nothing could be said. Readers who know only the word would take them for a middle grade. */
export const undecidedVerdicts = [
  'UNKNOWN',
  'UNKNOWN_ORIGIN',
  'UNVERIFIABLE',
  'UNVERIFIABLE_ORIGIN',
  'INSUFFICIENT',
] as const;

/** The same for a sentence: `"A, B and C"`. */
export const UNDECIDED_LISTED = `${undecidedVerdicts.slice(0, -1).join(', ')} and ${undecidedVerdicts.at(-1)}`;

const undecided: ReadonlySet<string> = new Set(undecidedVerdicts);

/** True for a verdict that is never a sign of safety. */
export function isUndecided(verdict: string): boolean {
  return undecided.has(verdict);
}
