import { describe, expect, it } from 'vitest';
import { hasTokens } from '../support/recorded-tokens.ts';
import { hasTokenLists } from '../support/token-lists.ts';
import { evaluate } from './report.ts';

const hasCollection = hasTokens && hasTokenLists;

describe.runIf(hasCollection)('the token check against collected mints and lists', () => {
  // The body is read for its tests even where none of them runs.
  const { lines, missed } = hasCollection ? evaluate() : { lines: [], missed: [] };

  it('meets every target that can be measured: expected verdicts, false alarms, denied and banned mints', () => {
    expect(missed).toEqual([]);
  });

  it('calls none of the verified mints critical that nobody controls, and says how few they are', () => {
    expect(lines.find((line) => line.includes('CRITICAL among'))).toMatch(/: 0 of [1-9]\d* = 0 %.*may still be/);
  });

  it('fits on a screen', () => {
    expect(lines.length).toBeLessThan(80);
  });
});
