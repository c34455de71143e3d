/**
 * Whether the whole number of cases of each property runs, as in the slow suite. What random cases show only when there are many
 * of them, such as every verdict, is expected then.
 */
export const runsAll = process.env.PROPERTY_CASES === 'all';
/** Whether `npm test` leaves the properties to the slow suite. */
export const propertiesAreElsewhere = process.env.PROPERTIES === 'slow';

const SHARE = 10;
const CASES_MIN = 10;

/**
 * How many cases of a property run: all of them in the slow suite, a tenth and at least ten in `npm test`. For properties
 * in files named `*.property.test.ts`, which both suites run.
 */
export function cases(all: number): number {
  return runsAll ? all : Math.min(all, Math.max(CASES_MIN, Math.ceil(all / SHARE)));
}
