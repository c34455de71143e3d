/** A property runs this fraction of its cases: one in ten in `npm test`, each in `npm run properties`. */
const share = Number(process.env.PROPERTY_SHARE ?? 10);

/**
 * Whether the whole number of cases of each property runs. What random cases show only when there are many of them, such as every
 * verdict, is expected then.
 */
export const runsAll = share === 1;

const CASES_MIN = 10;

/** How many cases of a property run, ten at least. */
export function cases(all: number): number {
  return Math.min(all, Math.max(CASES_MIN, Math.ceil(all / share)));
}
