import { type CheckRequest, KINDS, type KindName } from './answer.ts';
import { base58Length } from './base58.ts';
import { sumUsdc } from './usdc.ts';

/** The service takes no more in one operation. */
export const CHECKS_MAX = 100;
const SIZE = /^\d{1,5}(\.\d{1,9})?$/;
const SIZE_SOL_MAX = 10_000;
const TEXT_LETTERS_MAX = 48;
/** Letters that nobody sees, or that turn around how the rest is read. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** What a person asks: the text of the subjects, the kinds for those without one of their own, and the size of trades. */
export interface Wish {
  readonly text: string;
  readonly kinds: readonly KindName[];
  readonly sizeSol: string;
}

/** Something that cannot be asked, where it stands, and why. */
export interface Problem {
  /** Counted from 1; null where it belongs to no line. */
  readonly line: number | null;
  readonly text: string;
  readonly why: string;
}

/** What a wish comes to: each different check once, and what is wrong with the rest. */
export interface Plan {
  readonly requests: readonly CheckRequest[];
  readonly problems: readonly Problem[];
  /** Subjects that stood there more than once. */
  readonly repeated: number;
}

interface Word {
  readonly line: number;
  readonly text: string;
  readonly subject: string;
  /** What stands before a colon, if anything does. */
  readonly kind: string | null;
}

/** Reads what a person typed. Nothing here asks the service. */
export function planOf({ text, kinds, sizeSol }: Wish): Plan {
  const words = wordsOf(text);
  const problems: Problem[] = [];
  const requests = new Map<string, CheckRequest>();
  let repeated = 0;
  for (const word of words) {
    const why = complaint(word);
    if (why) problems.push({ line: word.line, text: word.text, why });
    const wanted = why ? [] : word.kind === null ? kinds : KINDS.filter((kind) => kind === word.kind);
    const fresh = wanted.filter((kind) => !requests.has(`${kind} ${word.subject}`));
    if (wanted.length > 0 && fresh.length === 0) repeated += 1;
    for (const kind of fresh) requests.set(`${kind} ${word.subject}`, requestOf(kind, word.subject, sizeSol));
  }
  const all = [...requests.values()];
  return { requests: all, problems: [...problems, ...wholeProblems(words, all, kinds, sizeSol)], repeated };
}

/** The sum of the prices, as a decimal string in USDC; null while a price of them is not known. */
export function priceOf(
  requests: readonly CheckRequest[],
  prices: Readonly<Partial<Record<KindName, string>>>,
): string | null {
  const each = requests.map(({ kind }) => prices[kind]).filter((price) => price !== undefined);
  return each.length < requests.length ? null : sumUsdc(each);
}

/**
 * A problem in words, with the text that it is about. Texts of strangers are cut, so that a pasted novel does not fill the page, and
 * letters that nobody sees are named.
 */
export function problemText({ line, text, why }: Problem): string {
  if (line === null) return why;
  const letters = [...text];
  const cut = letters.length > TEXT_LETTERS_MAX ? `${letters.slice(0, TEXT_LETTERS_MAX).join('')}…` : text;
  return `Line ${line}: “${cut}” ${why}.`.replace(UNSEEN, codePoint);
}

function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function requestOf(kind: KindName, subject: string, sizeSol: string): CheckRequest {
  return kind === 'trade' ? { kind, subject, sizeSol: sizeSol.trim() } : { kind, subject };
}

function wordsOf(text: string): readonly Word[] {
  return text.split('\n').flatMap((line, at) =>
    line
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((word) => {
        const [, kind = null, subject = ''] = /^(?:([^:]*):)?(.*)$/.exec(word) ?? [];
        return { line: at + 1, text: word, subject, kind: kind?.toLowerCase() ?? null };
      }),
  );
}

/** Why a word is no subject; null when it is one. */
function complaint({ kind, subject }: Word): string | null {
  if (kind !== null && !KINDS.some((known) => known === kind)) return `is not of a kind: ${KINDS.join(', ')}`;
  if (subject === '') return 'names no address';
  const odd = [...subject].find((letter) => !/[1-9A-HJ-NP-Za-km-z]/.test(letter));
  if (odd !== undefined) return `has “${odd}”, which is no letter of base58`;
  const bytes = base58Length(subject);
  if (bytes === 32) return null;
  if (bytes === 64) return 'is the signature of a transaction, not an address';
  return bytes === null || bytes > 32 ? 'is longer than 32 bytes' : `is ${bytes} bytes long, not 32`;
}

function wholeProblems(
  words: readonly Word[],
  requests: readonly CheckRequest[],
  kinds: readonly KindName[],
  sizeSol: string,
): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (why: string): number => problems.push({ line: null, text: '', why });
  if (kinds.length === 0 && words.some(({ kind }) => kind === null)) add('Tick what to ask.');
  if (requests.some(({ kind }) => kind === 'trade') && !isSize(sizeSol)) add(SIZE_WORDS);
  if (requests.length > CHECKS_MAX)
    add(`These are ${requests.length} checks. At most ${CHECKS_MAX} can be asked at once.`);
  return problems;
}

const SIZE_WORDS = 'The size of a trade is a number of SOL above 0, at most 10000, with at most nine decimals.';

/** Whether the service takes it as the size of a trade. */
export function isSize(text: string): boolean {
  const size = text.trim();
  return SIZE.test(size) && Number(size) > 0 && Number(size) <= SIZE_SOL_MAX;
}

/** What an address such as `#token=<mint>&size=0.5` fills in. It never asks by itself, and holds no key. */
export function prefillOf(hash: string): { readonly text: string; readonly sizeSol: string | null } {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const lines = KINDS.flatMap((kind) => given.getAll(kind).map((subject) => `${kind}:${subject.trim()}`));
  const bare = given.getAll('subject').map((subject) => subject.trim());
  return { text: [...lines, ...bare].filter((line) => !/\s/.test(line)).join('\n'), sizeSol: given.get('size') };
}
