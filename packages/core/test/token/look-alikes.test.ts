import { expect, it } from 'vitest';
import confusables from '#lib/text/confusables.json' with { type: 'json' };
import { latinOf, skeletonOf } from '#lib/text/skeleton.ts';
import { canonicalNames, copiedAsset } from '#rules/token/canonical-names.ts';
import { listedNames, resemblance } from '#rules/token/names/listed-names.ts';
import majors from '#rules/token/names/major-assets.json' with { type: 'json' };
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

const codeOf = (one: string) => `U+${one.codePointAt(0)?.toString(16)}`;

/** The symbol with one character replaced: by each look-alike that is asked for, and by one at each place. */
function replaced(symbol: string, isAsked: (code: string) => boolean) {
  return [...symbol].flatMap((letter, at) =>
    (lookAlikes.get(skeletonOf(letter)) ?? [])
      .map((one, index) => ({ code: codeOf(one), written: symbol.slice(0, at) + one + symbol.slice(at + 1), index }))
      .filter(({ code, index }) => index === 0 || isAsked(code)),
  );
}

it('has look-alikes of every letter and digit but those that no character resembles', () => {
  expect([...lookAlikes.values()].flat().length).toBeGreaterThan(2_500);
  expect([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].filter((one) => !lookAlikes.has(skeletonOf(one)))).toEqual([]);
});

it('a look-alike is its letter before words are separated', () => {
  const all = [...lookAlikes].flatMap(([form, alike]) => alike.map((one) => [form, one] as const));
  expect(all.filter(([form, one]) => skeletonOf(latinOf(one)) !== form || !/^[A-Z0-9]$/.test(latinOf(one)))).toEqual(
    [],
  );
});

it('a look-alike at any place of a known symbol leaves its skeleton as it is', () => {
  const missed: string[] = [];
  for (const [symbol] of symbols) {
    for (const { written, code } of replaced(symbol, () => true)) {
      if (skeletonOf(written) !== skeletonOf(symbol)) missed.push(`${symbol} with ${code}`);
    }
  }
  expect(missed).toEqual([]);
}, 60_000);

it('the rule finds every look-alike in a known symbol, and every place of every known symbol', () => {
  const tried = new Set<string>();
  for (const [symbol, name] of symbols) {
    const plain = found(symbol, name);
    expect(plain, symbol).toMatch(/symbol/);
    for (const { written, code } of replaced(symbol, (one) => !tried.has(one))) {
      tried.add(code);
      expect(found(written, name), `${symbol} with ${code}`).toBe(plain);
    }
  }
  const never = [...lookAlikes.values()].flat().filter((one) => !tried.has(codeOf(one)));
  // No known symbol has these digits.
  expect([...new Set(never.map(skeletonOf))].filter((form) => !/^[2-9]$/.test(form))).toEqual([]);
}, 60_000);
