import { expect, it } from 'vitest';
import { cases } from '../../packages/core/test/support/cases.ts';
import { hasTokens } from '../../packages/core/test/support/recorded-tokens.ts';
import { fuzz } from '../fuzz/run.ts';
import { hangMs } from '../support/pace.ts';

const MUTATIONS = cases(10_000);
/** One test goes through all of them, which takes longer than others may. */
const LIMIT_MS = hangMs(180_000);
/**
 * Where the check says worse than the oracle: bytes that no program writes, which it takes for no mint and for no name, names
 * that only look like a known one, of which the oracle knows the exact form alone, a supply that the holders, which stay
 * as they are, no longer fit, and a listed coin under another program or with extensions, whose form the oracle does not know.
 */
const STRICTER = [
  'UNKNOWN MINT_DATA_MALFORMED',
  'UNKNOWN UNSUPPORTED_FORMAT',
  'HIGH_RISK IMPERSONATES_CANONICAL',
  'UNKNOWN HOLDERS_CUT',
  'ELEVATED CANONICAL_PROFILE_DRIFT',
];

it(
  'decodes and judges mutated accounts without a throw, and calls none of them good that raw bytes speak against',
  () => {
    const report = fuzz({ mutations: MUTATIONS, seed: 'sample' });
    expect(report.failures).toEqual([]);
    expect(report.seeds).toBeGreaterThanOrEqual(hasTokens ? 80 : 10);
    expect(Object.values(report.verdicts).reduce((sum, count) => sum + count, 0)).toBe(MUTATIONS);
    for (const verdict of ['LOW_RISK', 'ELEVATED', 'HIGH_RISK', 'CRITICAL', 'UNKNOWN']) {
      expect(report.verdicts[verdict], verdict).toBeGreaterThan(MUTATIONS / 500);
    }
    expect(Object.keys(report.stricter).filter((one) => !STRICTER.includes(one))).toEqual([]);
  },
  LIMIT_MS,
);
