import { expect, it } from 'vitest';
import { canonicalNames, copiedAsset } from '#checks/token/canonical-names.ts';
import { listedNames, resemblance } from '#checks/token/names/listed-names.ts';
import majors from '#checks/token/names/major-assets.json' with { type: 'json' };
import confusables from '#lib/text/confusables.json' with { type: 'json' };
import { skeletonOf } from '#lib/text/skeleton.ts';
import { key } from '../support/token-evidence.ts';

/** What Unicode says is confusable with one letter or digit, by the skeleton of that. */
const lookAlikes = new Map<string, string[]>();
for (const [letters, codes] of Object.entries(confusables.letters)) {
  if (letters.length > 1) continue;
  const alike = codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
  const form = skeletonOf(letters);
  lookAlikes.set(form, [...(lookAlikes.get(form) ?? []), ...alike]);
}

/** Every symbol of three characters or more, with a name that accuses together with it where the symbol is a word. */
const symbols: readonly (readonly [symbol: string, name: string])[] = [
  ...canonicalNames.flatMap((asset) => asset.symbols.map((symbol) => [symbol, 'Something'] as const)),
  ...majors.assets.flatMap(({ tickers, names }) => tickers.map((ticker) => [ticker, names[0] ?? ''] as const)),
  ...majors.stocks.map(({ symbol, companies }) => [symbol, companies[0] ?? ''] as const),
].filter(([symbol]) => symbol.length >= 3);

const found = (symbol: string, name: string) => {
  const record = { name, symbol };
  const copied = copiedAsset(listedNames(), key(77), record) ?? resemblance(listedNames(), key(77), record);
  return copied && `${copied.of.symbol} by ${copied.by}${copied.isCopy ? ', a copy' : ''}`;
};

it('has look-alikes of every letter and digit but those that no character resembles', () => {
  expect([...lookAlikes.values()].flat().length).toBeGreaterThan(2_500);
  expect([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].filter((one) => !lookAlikes.has(skeletonOf(one)))).toEqual([]);
});

it('a look-alike at any place of a known symbol changes nothing', () => {
  const missed: string[] = [];
  let count = 0;
  for (const [symbol, name] of symbols) {
    const plain = found(symbol, name);
    expect(plain, symbol).toMatch(/symbol/);
    for (const [at, letter] of [...symbol].entries()) {
      for (const alike of lookAlikes.get(skeletonOf(letter)) ?? []) {
        const written = symbol.slice(0, at) + alike + symbol.slice(at + 1);
        count += 1;
        if (found(written, name) !== plain) missed.push(`${symbol} with U+${alike.codePointAt(0)?.toString(16)}`);
      }
    }
  }
  expect(missed).toEqual([]);
  expect(count).toBeGreaterThan(50_000);
}, 60_000);
