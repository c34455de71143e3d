import { skeletonOf, withoutNewer } from '#lib/text/skeleton.ts';
import { withoutUnseen } from '#lib/text/untrusted-text.ts';
import { type Address, address } from '#solana/address.ts';
import shipped from './listed-names.json' with { type: 'json' };
import majors from './major-assets.json' with { type: 'json' };
import { formsOf, isStretched, type NameForms, spellingsOf, wholeFormsOf, withoutRepeats } from './name-forms.ts';

/** Verified tokens as `listed-names.json` holds them; `npm run names` makes it. */
export interface NameList {
  /** Where the tokens were listed: repository, path and commit. */
  readonly sources: readonly string[];
  /** `[mint, symbol, name, indexes in sources]` */
  readonly tokens: readonly (readonly string[])[];
  /** Forms of the names that accuse nobody: words of English, and names that unlisted tokens have as well. */
  readonly common: readonly string[];
}

/** A token of the list, or a major asset. */
interface ListedName {
  /** Null for an asset that has no mint on Solana which a list knows. */
  readonly mint: Address | null;
  readonly symbol: string;
  /** Words that are name and ticker of a major asset: a token that has such a word as both is a copy, however common it is. */
  readonly doubles?: ReadonlySet<string>;
}

/** An asset that is known far beyond Solana, as `major-assets.json` holds it. */
interface MajorAsset {
  readonly symbol: string;
  readonly names: readonly string[];
  readonly tickers: readonly string[];
  /** Names and tickers that accuse nobody alone, because they are words. */
  readonly words: readonly string[];
  /** Names that make a copy of whoever has them as a ticker as well. */
  readonly doubled: readonly string[];
  /** The mints that may bear the names: the asset's own first, then bridged ones. */
  readonly mints: readonly string[];
}

const STOCK = ['Stock', 'Shares', 'Tokenized', 'Tokenized Stock', 'Inc', 'Corp'] as const;

/** A company is a word that tokens may bear. As a stock it is that asset, and beside its ticker. */
const majorAssets: readonly MajorAsset[] = [
  ...majors.assets.map((asset) => ({ ...asset, doubled: asset.names })),
  ...majors.stocks.map(({ symbol, companies, words, mints }) => ({
    symbol,
    names: [
      ...companies,
      ...[...companies, ...(words.length > 0 ? [] : [symbol])].flatMap((one) => STOCK.map((kind) => `${one} ${kind}`)),
    ],
    tickers: [symbol],
    words: [...companies, ...words],
    doubled: [],
    mints,
  })),
];

/** A token's name and symbol, of unknown origin. */
export interface NamedRecord {
  readonly name: string;
  readonly symbol: string;
}

/** How a record of a token resembles a listed one. */
export interface Resemblance {
  readonly of: ListedName;
  readonly by: 'symbol' | 'name' | 'name and symbol' | 'address';
  /** True for name and symbol together, a distinctive name, or a spelled address; false for a ticker or a short name alone. */
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
  /** The tokens by the parts of their addresses that a text spells by copying only. */
  readonly spelled: ReadonlyMap<string, ListedName>;
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

/**
 * A match of this many first characters of an address is no chance: of the 5,000 listed mints and the 30 million others on the chain, 1.5
 * * 10^11 pairs, 58^8 = 1.3 * 10^14 leave 0.001 alike. A name in other case or with look-alike letters distinguishes 28 characters, so ten
 * are required there: 28^10 = 3 * 10^14. Mints whose first eight letters were searched to be a word (`pumpkins`) need ten as well.
 */
const SPELLED_CHARS = 8;
const FOLDED_CHARS = 10;
const WORD = /^(?:[A-Za-z][a-z]*|[A-Z]+)$/;

/** Wallets show four characters or more of each end of an address, with more than a blank between. */
const END_CHARS = 4;
const SHORTENED = /([\p{L}\p{N}]{4,})(?!\s[\p{L}\p{N}])[^\p{L}\p{N}]{1,5}(?=([\p{L}\p{N}]{4,}))/gu;

/** An ending of more listed mints than these, such as that of a launchpad, identifies no mint. */
const SHARED_ENDING_MAX = 2;

let lookups: NameIndex | undefined;

/** The lookups of the shipped list, made when they are first asked for. */
export function listedNames(): NameIndex {
  lookups ??= indexNames(shipped);
  return lookups;
}

/** Builds the lookups of a list and of the major assets. Throws where a mint is no address. */
export function indexNames({ tokens, common }: Pick<NameList, 'tokens' | 'common'>): NameIndex {
  const exact = new Map<string, ListedName[]>();
  const loose = new Map<string, ListedName[]>();
  const add = (listed: ListedName, texts: readonly NameForms[]) => {
    for (const form of texts.flatMap(({ whole, plain }) => [...whole, ...plain])) put(exact, form, listed);
    for (const form of texts.flatMap((forms) => forms.loose)) put(loose, form, listed);
  };
  const majorOf = new Map<string, ListedName>();
  for (const asset of majorAssets) {
    const [mint] = asset.mints.map(address);
    const listed = { mint: mint ?? null, symbol: asset.symbol, doubles: doublesOf(asset) };
    for (const one of asset.mints) majorOf.set(one, listed);
    add(listed, textsOf(asset).map(formsOf));
  }
  for (const [mint = '', symbol = '', name = ''] of tokens) {
    const formsOfName = WRAPPED.test(name) ? wholeFormsOf : formsOf;
    const listed = majorOf.get(mint) ?? { mint: address(mint), symbol };
    add(listed, [formsOfName(name), ...[symbol, ...together(name, symbol)].map(formsOf)]);
  }
  const unrepeated = new Map<string, string[]>();
  for (const form of loose.keys()) put(unrepeated, withoutRepeats(form), form);
  const all = new Map([
    ...tokens.map(([mint = '', symbol = '']) => [mint, symbol] as const),
    ...[...majorOf].map(([mint, { symbol }]) => [mint, symbol] as const),
  ]);
  const words = majorAssets.flatMap((asset) => asset.words.map(formsOf));
  return {
    mints: new Set(all.keys()),
    exact,
    loose,
    unrepeated,
    common: new Set([...common, ...words.flatMap((forms) => [...forms.whole, ...forms.plain, ...forms.loose])]),
    spelled: spelledParts([...all].map(([mint, symbol]) => ({ mint: address(mint), symbol }))),
  };
}

/** The names of an asset, apart and with name and ticker in one field. */
function textsOf({ names, tickers }: MajorAsset): readonly string[] {
  return [...names, ...tickers, ...names.flatMap((name) => tickers.flatMap((ticker) => together(name, ticker)))];
}

function doublesOf({ doubled, tickers }: MajorAsset): ReadonlySet<string> {
  const forms = new Set(tickers.flatMap((ticker) => formsOf(ticker).whole));
  return new Set(doubled.flatMap((name) => formsOf(name).whole).filter((form) => forms.has(form)));
}

/** The listed token that a record resembles; null for a listed mint and for names that are common. */
export function resemblance(index: NameIndex, subject: Address, record: NamedRecord): Resemblance | null {
  if (index.mints.has(subject)) return null;
  const spelled = spelledBy(index, record);
  if (spelled) return { of: spelled, by: 'address', isCopy: true };
  const symbol = matchOf(index, record.symbol);
  const name = matchOf(index, record.name);
  const both = symbol && name && bornBy(index, symbol, name);
  if (both) return { of: both, by: 'name and symbol', isCopy: true };
  const found = [
    { by: 'name', match: name },
    { by: 'symbol', match: symbol },
  ] as const;
  const isOnly = [record.name, record.symbol].some((text) => skeletonOf(text) === '');
  const alone = found.flatMap(({ by, match }) => {
    const major = isOnly && match?.bearers.find(({ doubles }) => doubles?.has(match.form));
    if (major) return [{ of: major, by, isCopy: true }];
    const [of, ...others] = match?.bearers ?? [];
    if (!match || !of || others.length > 0 || index.common.has(match.form)) return [];
    return [{ of, by, isCopy: isDistinctive(match.form) }];
  });
  return alone.find(({ isCopy }) => isCopy) ?? alone[0] ?? null;
}

function spelledParts(listed: readonly (ListedName & { readonly mint: Address })[]): NameIndex['spelled'] {
  const endings = new Map<string, number>();
  const endOf = (mint: string) => skeletonOf(mint.slice(-END_CHARS));
  for (const { mint } of listed) endings.set(endOf(mint), (endings.get(endOf(mint)) ?? 0) + 1);
  const spelled = new Map<string, ListedName>();
  for (const one of listed) {
    const first = one.mint.slice(0, SPELLED_CHARS);
    spelled.set(skeletonOf(one.mint).slice(0, FOLDED_CHARS), one);
    if (!WORD.test(first)) spelled.set(first, one);
    if ((endings.get(endOf(one.mint)) ?? 0) <= SHARED_ENDING_MAX) spelled.set(endsOf(one.mint, one.mint), one);
  }
  return spelled;
}

function endsOf(start: string, end: string): string {
  return `${skeletonOf(start.slice(0, END_CHARS))}…${skeletonOf(end.slice(-END_CHARS))}`;
}

/** The listed token whose address name and symbol spell, apart or one behind the other: whole, its beginning, or shortened. */
function spelledBy({ spelled }: NameIndex, { name, symbol }: NamedRecord): ListedName | null {
  for (const text of [name, symbol, `${name} ${symbol}`].flatMap(spellingsOf)) {
    const written = withoutNewer(withoutUnseen(text)).normalize('NFKC');
    const folded = skeletonOf(written);
    const parts = [
      ...[...folded].map((_, at) => folded.slice(at, at + FOLDED_CHARS)),
      ...written.split(/[^\p{L}\p{N}]+/u).map((word) => word.slice(0, SPELLED_CHARS)),
      ...[...written.matchAll(SHORTENED)].map(([, start = '', end = '']) => endsOf(start, end)),
    ];
    const found = parts.map((part) => spelled.get(part)).find((one) => one !== undefined);
    if (found) return found;
  }
  return null;
}

/** The listed token whose name and symbol these are. One word for both says no more than the word, which must not be common. */
function bornBy(index: NameIndex, symbol: Match, name: Match): ListedName | null {
  const shared = symbol.bearers.filter((one) => name.bearers.includes(one));
  const [of, ...others] = shared;
  if (!of) return null;
  if (symbol.form !== name.form) return of;
  const major = shared.find(({ doubles }) => doubles?.has(name.form));
  if (major) return major;
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
  // The longest form that the fewest tokens share identifies best.
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
