import { type Address, address } from '#lib/address.ts';
import { skeletonOf } from '#lib/text/skeleton.ts';
import shipped from './listed-names.json' with { type: 'json' };
import { formsOf, isStretched, type NameForms, spellingsOf, wholeFormsOf, withoutRepeats } from './name-forms.ts';

/** Verified tokens as `listed-names.json` holds them; `npm run names` makes it. */
export interface NameList {
  /** Where the tokens were listed: repository, path and commit. */
  readonly sources: readonly string[];
  /** `[mint, symbol, name, places in sources]` */
  readonly tokens: readonly (readonly string[])[];
  /** Forms of the names that accuse nobody: words of English, and what unlisted tokens are called as well. */
  readonly common: readonly string[];
}

/** A token of the list. */
interface ListedName {
  readonly mint: Address;
  readonly symbol: string;
}

/** What a token is called, of unknown origin. */
export interface NamedRecord {
  readonly name: string;
  readonly symbol: string;
}

/** How a record of a token resembles a listed one. */
export interface Resemblance {
  readonly of: ListedName;
  readonly by: 'symbol' | 'name' | 'name and symbol';
  /** True for name and symbol together, or a distinctive name; false for a ticker or a short name alone. */
  readonly isCopy: boolean;
}

/** The lookups of a list. */
export interface NameIndex {
  readonly mints: ReadonlySet<string>;
  readonly exact: ReadonlyMap<string, readonly ListedName[]>;
  readonly loose: ReadonlyMap<string, readonly ListedName[]>;
  /** The loose forms by what they are without repeated letters. */
  readonly unrepeated: ReadonlyMap<string, readonly string[]>;
  readonly common: ReadonlySet<string>;
}

/** A form that a listed token has, and who has it. */
interface Match {
  readonly form: string;
  readonly bearers: readonly ListedName[];
}

/** Shorter forms are found as they are written only. */
const LOOSE_CHARS_MIN = 4;

/** So long a name is met twice by copying only; so are two words. */
const DISTINCTIVE_CHARS = 8;

let lookups: NameIndex | undefined;

/** The lookups of the shipped list, made when they are first asked for. */
export function listedNames(): NameIndex {
  lookups ??= indexNames(shipped);
  return lookups;
}

/** Builds the lookups of a list. Throws where a mint is no address. */
export function indexNames({ tokens, common }: Pick<NameList, 'tokens' | 'common'>): NameIndex {
  const exact = new Map<string, ListedName[]>();
  const loose = new Map<string, ListedName[]>();
  for (const [mint = '', symbol = '', name = ''] of tokens) {
    const listed = { mint: address(mint), symbol };
    const formsOfName = WRAPPED.test(name) ? wholeFormsOf : formsOf;
    for (const forms of [formsOfName(name), ...[symbol, ...together(name, symbol)].map(formsOf)]) {
      for (const form of [...forms.whole, ...forms.plain]) put(exact, form, listed);
      for (const form of forms.loose) put(loose, form, listed);
    }
  }
  const unrepeated = new Map<string, string[]>();
  for (const form of loose.keys()) put(unrepeated, withoutRepeats(form), form);
  return { mints: new Set(tokens.map(([mint = '']) => mint)), exact, loose, unrepeated, common: new Set(common) };
}

/** The listed token that a record resembles; null for a listed mint and for names that are common. */
export function resemblance(index: NameIndex, subject: Address, record: NamedRecord): Resemblance | null {
  if (index.mints.has(subject)) return null;
  const symbol = matchOf(index, record.symbol);
  const name = matchOf(index, record.name);
  const both = symbol && name && bornBy(index, symbol, name);
  if (both) return { of: both, by: 'name and symbol', isCopy: true };
  const found = [
    { by: 'name', match: name },
    { by: 'symbol', match: symbol },
  ] as const;
  const alone = found.flatMap(({ by, match }) => {
    const [of, ...others] = match?.bearers ?? [];
    if (!match || !of || others.length > 0 || index.common.has(match.form)) return [];
    return [{ of, by, isCopy: isDistinctive(match.form) }];
  });
  return alone.find(({ isCopy }) => isCopy) ?? alone[0] ?? null;
}

/** The listed token whose name and symbol these are. One word for both says no more than the word, which must not be common. */
function bornBy(index: NameIndex, symbol: Match, name: Match): ListedName | null {
  const shared = symbol.bearers.filter((one) => name.bearers.includes(one));
  const [of, ...others] = shared;
  if (!of) return null;
  if (symbol.form !== name.form) return of;
  return others.length > 0 || index.common.has(name.form) ? null : of;
}

/** Exact forms go first, so that a listed name is taken for itself and not for its neighbour. */
function matchOf(index: NameIndex, text: string): Match | null {
  for (const forms of spellingsOf(text).map(formsOf)) {
    const match = exactMatch(index, forms) ?? looseMatch(index, forms);
    if (match) return match;
  }
  return null;
}

function exactMatch({ exact }: NameIndex, { whole, plain }: NameForms): Match | null {
  for (const form of [...whole, ...plain]) {
    const bearers = exact.get(form);
    if (bearers) return { form, bearers };
  }
  return null;
}

function looseMatch({ loose, unrepeated, common }: NameIndex, { whole, loose: forms }: NameForms): Match | null {
  if (whole.some((form) => common.has(form))) return null;
  const long = forms.filter((form) => form.length >= LOOSE_CHARS_MIN);
  const shorter = long.flatMap((form) =>
    (unrepeated.get(withoutRepeats(form)) ?? []).filter(
      (listed) => listed.length >= LOOSE_CHARS_MIN && isStretched(form, listed),
    ),
  );
  // The longest form that fewest tokens share tells most.
  const [match] = [...long, ...shorter]
    .flatMap((form) => {
      const bearers = loose.get(form);
      return bearers ? [{ form, bearers }] : [];
    })
    .sort((a, b) => a.bearers.length - b.bearers.length || b.form.length - a.form.length);
  return match ?? null;
}

function isDistinctive(form: string): boolean {
  return form.length >= DISTINCTIVE_CHARS || form.includes(' ');
}

/** The name of a token that stands for another one. */
const WRAPPED = /\bwrapped\b/i;

/** A copy may have name and symbol in one field. */
function together(name: string, symbol: string): readonly string[] {
  return WRAPPED.test(name) || skeletonOf(name) === skeletonOf(symbol) ? [] : [`${name} ${symbol}`];
}

function put<T>(lookup: Map<string, T[]>, form: string, bearer: T): void {
  const bearers = lookup.get(form);
  if (!bearers) lookup.set(form, [bearer]);
  else if (!bearers.includes(bearer)) bearers.push(bearer);
}
