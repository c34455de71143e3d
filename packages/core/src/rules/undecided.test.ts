import { expect, it } from 'vitest';
import { kinds } from './index.ts';
import { isUndecided, UNDECIDED_LISTED, undecidedVerdicts } from './undecided.ts';

it('knows the verdicts that decide nothing, which are those of the registry', () => {
  const all = Object.values(kinds).flatMap(({ verdicts }) => Object.keys(verdicts));
  for (const verdict of undecidedVerdicts) expect(all).toContain(verdict);
  // Whatever is called unknown, unverifiable or insufficient is one, also a verdict that is added later.
  expect(all.filter((verdict) => /^(UN(KNOWN|VERIFI)|INSUFF)/.test(verdict)).every(isUndecided)).toBe(true);
  for (const { verdicts } of Object.values(kinds)) {
    expect(isUndecided(Object.keys(verdicts)[0] ?? '')).toBe(false);
    expect(isUndecided(Object.keys(verdicts).at(-1) ?? '')).toBe(true);
  }
  expect(UNDECIDED_LISTED).toMatch(/^UNKNOWN, .* and INSUFFICIENT$/);
});
