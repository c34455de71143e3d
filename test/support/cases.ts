/** The slow suite runs one of so many cases of a property, and all of them where `npm run properties` says so. */
export const slowShare = process.env.PROPERTY_SHARE ?? '4';
/** Of how many cases this suite runs one: `npm test` of ten. */
const share = Number(process.env.PROPERTY_SHARE ?? 10);

/**
 * Whether the whole number of cases of each property runs. What random cases show only when there are many of them, such as every
 * verdict, is expected then.
 */
export const runsAll = share === 1;
/** Whether `npm test` leaves the properties to the slow suite. */
export const propertiesAreElsewhere = process.env.PROPERTIES === 'slow';

const CASES_MIN = 10;

/** How many cases of a property run, ten at least. For properties in files named `*.property.test.ts`, which both suites run. */
export function cases(all: number): number {
  return Math.min(all, Math.max(CASES_MIN, Math.ceil(all / share)));
}

/** The same where the slow suite needs all of them: what has to hold for that many together, and the suites of moves. */
export function wholeCases(all: number): number {
  return share < 10 ? all : cases(all);
}
