import { latinOf, skeletonOf } from '#lib/text/skeleton.ts';

/** Words that copies and bridges add to a name. */
const ADDED: ReadonlySet<string> = skeletons([
  ...['official', 'officially', 'real', 'original', 'genuine', 'authentic', 'legit', 'verified', 'the', 'new', 'by'],
  ...['coin', 'coins', 'token', 'tokens', 'crypto', 'currency', 'airdrop', 'airdrops', 'drop', 'reward', 'rewards'],
  ...[
    'claim',
    'claims',
    'bonus',
    'giveaway',
    'presale',
    'ver',
    'version',
    'migrated',
    'relaunch',
    'finance',
    'protocol',
  ],
  ...['on', 'from', 'spl', 'chain', 'network', 'blockchain', 'fun', 'com', 'io', 'org', 'xyz', 'app', 'ag'],
  ...['wrapped', 'bridged', 'pegged', 'portal', 'wormhole', 'allbridge'],
]);

/** The chain's own names are added only behind this word, because elsewhere they distinguish staked forms of SOL. */
const ON = 'ON';
const CHAIN = skeletons(['sol', 'solana']);

/** Versions and years; a plain number is one where it does not begin the name. */
const VERSION = /^(?:v\d+|20\d\d)$/i;
const NUMBER = /^\d+$/;

/** Added words that are also seen without a blank before or behind the name. */
const ATTACHED = [
  ...skeletons(['official', 'onsolana', 'wrapped', 'airdrop', 'rewards', 'token', 'claim', 'coin', 'v2', 'v3']),
];

/** So many added words at each end are taken off one by one; all of them together in any case. */
const EDGE_WORDS_MAX = 3;

/** Nobody reads a name further. */
const CHARS_MAX = 256;

/** Where an attached word is taken off, at least so many characters stay. */
const STEM_CHARS_MIN = 4;

/** Where words end. Signs of currencies, bars and letters on discs stay, because they pass for letters. */
const BETWEEN_WORDS = /[\s\p{P}+=<>~^`]+/u;
const AT_FOR_A = /(?<=[\p{L}\p{N}])@|@(?=[\p{L}\p{N}])/gu;
const MARK_FOR_I = /(?<=\p{L})!(?=\p{L})/gu;
/** Characters that switch to right-to-left text: reversed text after them is displayed forwards. */
const TURNS = /[\u202B\u202E\u2067]/u;
/** Letters that are written upside down only to turn a whole text, and what the others are when turned. */
const UPSIDE_DOWN = /[\u0250\u0254\u01dd\u025f\u0265\u1d09\u0279\u0287\u028c\u028d\u028e\u029e]/u;
const TURNED: Readonly<Record<string, string>> = {
  b: 'q',
  d: 'p',
  m: 'w',
  n: 'u',
  p: 'd',
  q: 'b',
  u: 'n',
  w: 'm',
  \u026f: 'm',
};
/** A bar between blanks is no letter. */
const BAR = /(?<=\s)[|\u05c0\u2016\u2223\u2225\u23fd\uffe8](?=\s)/gu;
/** Mathematical signs: some pass for letters, and any may be an ornament. */
const ORNAMENT = /[\u00d7\u2200-\u22ff\u27c0-\u27ef\u2900-\u2aff]/gu;

/** Characters that pass for a second letter beside the one that Unicode says. */
const SECOND: Readonly<Record<string, string>> = {
  '\u0493': 'F',
  '\u028b': 'V',
  '\u017f': 'S',
  '\u01a7': 'S',
  '\u01a8': 'S',
  '\u026f': 'M',
};
const SECONDS = /[\u0493\u028b\u017f\u01a7\u01a8\u026f]/gu;
/** A dollar sign before a ticker is decoration, or an S. */
const DOLLAR = /^\s*\$/u;

/** Signs that stand between words, or for a letter that they look like. */
const SIGNS: Readonly<Record<string, string>> = {
  O: '\u25cb\u25cf\u25ef\u25ce\u2299\u229a\u29bf\u2b55\u26aa\u26ab\u{1f534}\u{1f535}\u{1fa99}',
  A: '\u2206\u25b2\u25b3',
  C: '\u00a9',
  N: '\u2229',
  R: '\u00ae',
  U: '\u222a',
};
const letterOfSign: ReadonlyMap<string, string> = new Map(
  Object.entries(SIGNS).flatMap(([letter, signs]) => [...signs].map((one) => [one, letter] as const)),
);
const signs = `[${[...letterOfSign.keys()].join('')}]`;
const SIGN = new RegExp(`(?<=[\\p{L}\\p{N}])${signs}|${signs}(?=[\\p{L}\\p{N}])`, 'gu');

/** Digits that pass for letters beside those that every skeleton folds, and two letters that pass for one. */
const DIGITS: Readonly<Record<string, string>> = { 2: 'Z', 3: 'E', 4: 'A', 6: 'G', 7: 'T', 9: 'G' };
const DIGIT = /[234679]/g;
const PAIRS: Readonly<Record<string, string>> = { RN: 'M', VV: 'W' };
const PAIR = /RN|VV/g;
const RUN = /(.)\1*/gu;
/** A plural of at least six letters; shorter words end with an S that is their own. */
const PLURAL = /(?<=.{5})S+$/u;

/** How a name reads, as skeletons that equal those of its copies; of each kind without the empty one. */
export interface NameForms {
  /** Every letter and digit counts. */
  readonly whole: readonly string[];
  /** Without the words that copies add, in their order and sorted. */
  readonly plain: readonly string[];
  /** Both with digits and pairs of letters for the letters that they pass for, and in the singular. */
  readonly loose: readonly string[];
}

/** The forms of a name or symbol of unknown origin, by its first 256 visible characters. */
export function formsOf(text: string): NameForms {
  const written = latinOf(text).trimStart().slice(0, CHARS_MAX).replace(AT_FOR_A, 'A').replace(MARK_FOR_I, 'I');
  const words = written
    .split(BETWEEN_WORDS)
    .map((word, at) => ({
      skeleton: skeletonOf(word),
      isVersion: VERSION.test(word) || (at > 0 && NUMBER.test(word)),
    }))
    .filter(({ skeleton }) => skeleton !== '')
    .map(({ skeleton, isVersion }, at, all) => ({
      skeleton,
      isAdded: isVersion || ADDED.has(skeleton) || (CHAIN.has(skeleton) && all[at - 1]?.skeleton === ON),
    }));
  const whole = words.map(({ skeleton }) => skeleton).join('');
  // A copy may have name and symbol in one field, which are often the same word.
  const kept = distinct(words.filter(({ isAdded }) => !isAdded).map(({ skeleton }) => skeleton));
  const joined = kept.join('');
  const sorted = kept.length > 1 ? [[...kept].sort().join(' ')] : [];
  const stem = withoutAttached(joined === '' ? whole : joined);
  const plain = distinct([...shortened(words), joined, stem, ...sorted]);
  return { whole: distinct([whole]), plain, loose: distinct([whole, ...plain].flatMap(folded)) };
}

/** The forms of a name whose added words are its own, such as that of a wrapped token, which must not stand for the token inside. */
export function wholeFormsOf(text: string): NameForms {
  const { whole } = formsOf(text);
  return { whole, plain: [], loose: distinct(whole.flatMap(folded)) };
}

/** The name without some of the added words before and behind it, longest first: a listed name may contain one itself. */
function shortened(words: readonly { readonly skeleton: string; readonly isAdded: boolean }[]): readonly string[] {
  const first = words.findIndex(({ isAdded }) => !isAdded);
  const last = words.findLastIndex(({ isAdded }) => !isAdded);
  // Of a name that consists of added words, each may be its own.
  const isOwn = first === -1;
  const before = Math.min(isOwn ? words.length - 1 : first, EDGE_WORDS_MAX);
  const behind = Math.min(words.length - 1 - (isOwn ? 0 : last), EDGE_WORDS_MAX);
  return Array.from({ length: before + 1 }, (_, start) =>
    Array.from({ length: behind + 1 }, (_, end) => words.slice(start, words.length - end)),
  )
    .flat()
    .map((rest) => rest.map(({ skeleton }) => skeleton).join(''))
    .sort((a, b) => b.length - a.length);
}

/** A form with repeated letters written once. */
export function withoutRepeats(form: string): string {
  return form.replace(RUN, '$1');
}

/**
 * Whether a form is the other one with some letters repeated, but the first, because tickers differ by that: bSOL and bbSOL. Both are
 * the same without repeats.
 */
export function isStretched(form: string, other: string): boolean {
  const [long = [], short = []] = [form, other].map((one) => [...one.matchAll(RUN)].map(([run]) => run.length));
  return long[0] === short[0] && short.every((length, at) => length <= (long[at] ?? 0));
}

/**
 * The text as people may read it: also from right to left and upside down, with an S for the dollar sign before it, with the second letter
 * of characters that pass for two, with letters for other signs, and without ornaments.
 */
export function spellingsOf(text: string): readonly string[] {
  const backwards = [...text].reverse();
  const directions = [
    text,
    ...(TURNS.test(text) ? [backwards.join('')] : []),
    ...(UPSIDE_DOWN.test(text) ? [backwards.map((one) => TURNED[one] ?? one).join('')] : []),
  ];
  const readings = directions.flatMap((one) => (DOLLAR.test(one) ? [one, one.replace(DOLLAR, 'S')] : [one]));
  const letters = readings.map((one) => latinOf(one.replace(BAR, ' ')));
  const others = [
    ...readings.map((one) => latinOf(one.replace(SECONDS, (passing) => SECOND[passing] ?? passing))),
    ...readings.map((one) => latinOf(one.replace(ORNAMENT, ' '))),
  ];
  const signed = [...letters, ...others].map((one) => one.replace(SIGN, (sign) => letterOfSign.get(sign) ?? sign));
  return [...new Set([...readings.map(latinOf), ...letters, ...signed, ...others])];
}

function withoutAttached(joined: string): string {
  const stem = ATTACHED.map((word) => {
    if (joined.endsWith(word)) return joined.slice(0, -word.length);
    return joined.startsWith(word) ? joined.slice(word.length) : joined;
  }).find((one) => one !== joined && one.length >= STEM_CHARS_MIN);
  return stem === undefined ? joined : withoutAttached(stem);
}

function folded(skeleton: string): readonly string[] {
  if (!/\p{L}/u.test(skeleton)) return [skeleton];
  const letters = skeleton.replace(DIGIT, (one) => DIGITS[one] ?? one);
  const paired = letters.replace(PAIR, (two) => PAIRS[two] ?? two);
  return [letters, paired].flatMap((form) => [form, form.replace(PLURAL, '')]);
}

function distinct(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)].filter((one) => one !== '');
}

function skeletons(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(skeletonOf));
}
