import { describe, expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { canonicalNames } from '#rules/token/canonical-names.ts';
import { impersonation } from '#rules/token/rules/impersonation.ts';
import { foundBy, metadata, tokenEvidence } from '../support/token-evidence.ts';
import { bannedFakes, hasTokenLists, type ListedToken, verifiedTokens } from '../support/token-lists.ts';

const isRaised = ({ mint, name, symbol }: ListedToken) =>
  foundBy(impersonation, tokenEvidence({ subject: mint, metadata: known(metadata({ name, symbol })) })) !== 'clear';

describe.runIf(hasTokenLists)('names of real tokens', () => {
  it('make one verified mint of 1,400 an impersonator, which bears the symbol SOLANA and is a cartoon', () => {
    const verified = verifiedTokens();
    expect(verified.length).toBeGreaterThan(1_400);
    expect(verified.filter(isRaised)).toEqual([
      { mint: 'fESbUKjuMY6jzDH9VP8cy4p3pu2q5W2rK2XghVfNseP', name: 'CatFrogDogShark', symbol: 'SOLANA' },
    ]);
  });

  it('show every banned fake of a known asset, and 43 of all 53: the others copy words and names that no list has', () => {
    const fakes = [...bannedFakes()].map(([mint, symbol]) => ({ mint, name: '', symbol }));
    const missed = fakes.filter((one) => !isRaised(one)).map(({ symbol }) => symbol);
    expect(fakes.length).toBe(53);
    expect(fakes.length - missed.length).toBeGreaterThanOrEqual(43);
    const listed = canonicalNames.flatMap(({ label, names, symbols }) => [label, ...names, ...symbols]);
    expect(missed.filter((symbol) => listed.includes(symbol))).toEqual([]);
  });
});
