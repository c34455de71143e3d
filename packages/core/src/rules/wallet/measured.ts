import type { Reason } from '../check.ts';
import type { Currency } from './evidence/book.ts';

/** The units of the tests' figures. All are whole numbers. */
export const testUnits = {
  count: 'A number of the things that the code is about.',
  bps: 'Basis points: hundredths of a percent.',
  percent: 'Percent of a whole.',
  seconds: 'Seconds of time.',
  lamports: 'Lamports: billionths of a SOL.',
  usd_millionths: 'Millionths of a US dollar.',
  eur_millionths: 'Millionths of a euro.',
  jumps: 'A number of balances that did not follow from the one before.',
} as const;
export type TestUnit = keyof typeof testUnits;

/** The unit of a currency's amounts. */
export const unitOf = {
  sol: 'lamports',
  usd: 'usd_millionths',
  eur: 'eur_millionths',
} as const satisfies Readonly<Record<Currency, TestUnit>>;

/** Amounts of a currency as evidence of a reason: decimal strings, each name with the unit behind it. */
export function amountsIn(
  currency: Currency,
  amounts: Readonly<Record<string, bigint>>,
): Readonly<Record<string, string>> {
  const named = Object.entries(amounts).map(([name, amount]) => [`${name}_${unitOf[currency]}`, amount.toString()]);
  return Object.fromEntries(named);
}

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

/** Amounts are `bigint` and become decimal strings. */
export function measured(
  direction: TestDirection,
  unit: TestUnit,
  figure: bigint | number | null,
  bound: bigint | number,
): Measured {
  return { figure: shown(figure), bound: shown(bound), direction, unit };
}

/** A profit: an amount of which there must be one atomic unit at least. */
export function profit(figure: bigint, currency: Currency): Measured {
  return measured('at_least', unitOf[currency], figure, 1n);
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
