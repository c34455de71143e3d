import { skeletonOf } from '#lib/text/skeleton.ts';
import type { NameList } from './listed-names.ts';
import { formsOf } from './name-forms.ts';

/** A token as a list calls it. */
export interface CollectedName {
  readonly mint: string;
  readonly symbol: string;
  readonly name: string;
}

/** The sources of a list of names. */
export interface NameCollection {
  /** Lists of verified tokens by their source. */
  readonly verified: ReadonlyMap<string, readonly CollectedName[]>;
  /** Words of a language. */
  readonly words: readonly string[];
  /** Unverified tokens. */
  readonly unverified: readonly CollectedName[];
}

/** Symbols stand in answers, so a list with a longer one or with other characters is rejected. */
const SYMBOL = /^[\p{L}\p{N}\p{M}\p{Emoji}$ .+'²-]{1,32}$/u;

/** A token as its first list calls it, with the indexes of the lists that have it. */
interface Collected {
  readonly row: CollectedName;
  readonly listIndexes: number[];
}

/**
 * The list that the check reads, ordered by mint. Common is a form that is a word, or that at least as many other tokens of the
 * unverified lists bear as there are lists with the token.
 */
export function nameListOf({ verified, words, unverified }: NameCollection): NameList {
  const found = collected([...verified.values()]);
  const isWord = new Set(words.map(skeletonOf));
  const bearers = bearersOf(unverified);
  const common = new Set<string>();
  for (const { row, listIndexes } of found.values()) {
    for (const { whole, plain, loose } of [row.name, row.symbol].map(formsOf)) {
      for (const form of [...whole, ...plain, ...loose]) {
        const others = bearers.get(form) ?? new Set();
        if (isWord.has(form) || others.size - Number(others.has(row.mint)) >= listIndexes.length) common.add(form);
      }
    }
  }
  const tokens = [...found.values()]
    .map(({ row: { mint, symbol, name }, listIndexes }) => [mint, symbol, name, listIndexes.join(' ')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { sources: [...verified.keys()], tokens, common: [...common].sort() };
}

function collected(lists: readonly (readonly CollectedName[])[]): ReadonlyMap<string, Collected> {
  const found = new Map<string, Collected>();
  const rows = lists.flatMap((list, index) => list.map((row) => ({ row, index })));
  for (const { row, index } of rows.filter((one) => SYMBOL.test(one.row.symbol))) {
    const known = found.get(row.mint);
    if (!known) found.set(row.mint, { row, listIndexes: [index] });
    else if (!known.listIndexes.includes(index)) known.listIndexes.push(index);
  }
  return found;
}

/** The mints that bear a name or symbol, by its skeleton. */
function bearersOf(tokens: readonly CollectedName[]): ReadonlyMap<string, ReadonlySet<string>> {
  const bearers = new Map<string, Set<string>>();
  for (const { mint, name, symbol } of tokens) {
    for (const form of [name, symbol].map(skeletonOf)) {
      bearers.set(form, (bearers.get(form) ?? new Set()).add(mint));
    }
  }
  return bearers;
}
