import type { Reason } from '../check.ts';

/** What figures of tests are counted in. All are whole numbers. */
export const testUnits = {
  count: 'A number of what the code is about.',
  bps: 'Basis points.',
  percent: 'Percent.',
  seconds: 'Seconds.',
  lamports: 'Lamports.',
  jumps: 'Times that a balance did not follow from the one before it.',
} as const;
export type TestUnit = keyof typeof testUnits;

/** On which side of its bound a figure has to be. */
export const testDirections = {
  at_least: 'The figure must not be lower than the bound.',
  at_most: 'The figure must not be higher than the bound.',
} as const;
export type TestDirection = keyof typeof testDirections;

/** A figure beside the bound that it missed, as the evidence of a reason holds it. Null: there is no figure. */
export type Measured = {
  readonly figure: string | number | null;
  readonly bound: string | number;
  readonly direction: TestDirection;
  readonly unit: TestUnit;
};

/** Lamports and whatever else is a `bigint` become decimal strings. */
export function measured(
  direction: TestDirection,
  unit: TestUnit,
  figure: bigint | number | null,
  bound: bigint | number,
): Measured {
  return { figure: shown(figure), bound: shown(bound), direction, unit };
}

/** Lamports of which there must be one at least: a profit. */
export function profit(figure: bigint): Measured {
  return measured('at_least', 'lamports', figure, 1n);
}

/** The figure and the bound that a reason's evidence holds; null where it holds none. */
export function measuredIn({ figure, bound, direction, unit }: Reason['evidence']): Measured | null {
  const side = directions.find((one) => one === direction);
  const counted = units.find((one) => one === unit);
  if (!side || !counted || !isNumber(bound)) return null;
  return { figure: isNumber(figure) ? figure : null, bound, direction: side, unit: counted };
}

const directions = Object.keys(testDirections) as readonly TestDirection[];
const units = Object.keys(testUnits) as readonly TestUnit[];
const isNumber = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

function shown<T extends number | null>(value: bigint | T): string | T {
  return typeof value === 'bigint' ? value.toString() : value;
}
