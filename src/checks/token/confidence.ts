import type { Step } from '../engine.ts';
import { categoryOf, type TokenLimit, weightOf } from './gate.ts';
import { type Category, certainty, confidenceMax, ONE_ENDPOINT_PERCENT, type TokenVerdict } from './policy.ts';
import { coveragePercent, type Quality } from './quality.ts';

/** The part of the data that findings of a category rest on; null: the account of the subject alone. */
const partOf: Readonly<Record<Category, keyof Quality | null>> = {
  identity: null,
  entity: 'control',
  control: 'control',
  holders: 'holders',
  liquidity: 'liquidity',
  age: 'origin',
  exit: 'exit',
  data: null,
};

/**
 * Percent for a verdict that facts decided, from 0 to 95: how good the data behind it is, and no probability. Verdicts about
 * what was found rest on the best of the facts that lead there alone, on the weakest of those that do so together; verdicts
 * about what was not found rest on everything that was read.
 */
export function confidenceOf({ verdict, deciding }: Step<TokenVerdict, TokenLimit>, quality: Quality): number {
  const max = confidenceMax[verdict];
  switch (verdict) {
    case 'LOW_RISK':
    case 'ELEVATED':
      return Math.min(coveragePercent(quality), max);
    case 'UNKNOWN':
      return max;
    default: {
      const figures = deciding.map((one) => factPercent(one, quality));
      return Math.min(isAlone(deciding) ? Math.max(...figures) : Math.min(...figures), max);
    }
  }
}

/** Medium facts lead to a bad verdict only together. */
function isAlone(deciding: readonly TokenLimit[]): boolean {
  return deciding.every(({ reason: { severity } }) => severity !== 'medium');
}

function factPercent({ reason }: TokenLimit, quality: Quality): number {
  const part = partOf[categoryOf(reason)];
  const sure = certainty[weightOf(reason)?.certainty ?? 'inferred'];
  return Math.floor(((part ? quality[part] : 100) * sure * ONE_ENDPOINT_PERCENT) / 10_000);
}
