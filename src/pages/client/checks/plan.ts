import { type CheckKind, type CheckQuestion, KINDS } from '../answer.ts';
import { base58Length } from '../base58.ts';
import { sumUsdc } from '../format.ts';

/** The service takes no more in one operation. */
const CHECKS_MAX = 100;

const SIZE = /^\d{1,5}(\.\d{1,9})?$/;

const SIZE_SOL_MAX = 10_000;

const TEXT_LETTERS_MAX = 48;

/** Invisible characters, and characters that reverse the direction of text. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const SIZE_WORDS = 'The size of a trade is a number of SOL above 0, at most 10000, with at most nine decimals.';

/** A person's input: the text of the subjects, the kinds for subjects without one, and the size of trades. */
export interface Wish {
  readonly text: string;
  readonly kinds: readonly CheckKind[];
  readonly sizeSol: string;
}

/** Something that cannot be asked, where it stands, and why. */
export interface PlanProblem {
  /** Counted from 1; null where it belongs to no line. */
  readonly line: number | null;
  readonly text: string;
  readonly why: string;
}

/** The plan of an input: each different check once, and the errors of the rest. */
export interface FormPlan {
  readonly requests: readonly CheckQuestion[];
  readonly problems: readonly PlanProblem[];
  /** Subjects that stood there more than once. */
  readonly repeated: number;
}

interface Word {
  readonly line: number;
  readonly text: string;
  readonly subject: string;
  /** The kind before a colon, if there is one. */
  readonly kind: string | null;
  /** The size behind the subject of a trade, if there is one. */
  readonly size: string | null;
}

/** Reads what a person typed. Nothing here asks the service. */
export function formPlan({ text, kinds, sizeSol }: Wish): FormPlan {
  const words = wordsOf(text);
  const problems: PlanProblem[] = [];
  const requests = new Map<string, CheckQuestion>();
  let repeated = 0;
  for (const word of words) {
    const why = complaint(word);
    if (why) problems.push({ line: word.line, text: word.text, why });
    const wanted = why ? [] : word.kind === null ? kinds : KINDS.filter((kind) => kind === word.kind);
    const asked = wanted.map((kind) => requestOf(kind, word.subject, word.size ?? sizeSol));
    const fresh = asked.filter((one) => !requests.has(questionText(one)));
    if (asked.length > 0 && fresh.length === 0) repeated += 1;
    for (const one of fresh) requests.set(questionText(one), one);
  }
  const all = [...requests.values()];
  return { requests: all, problems: [...problems, ...wholeProblems(words, all, kinds, sizeSol)], repeated };
}

/** The sum of the prices, as a decimal string in USDC; null while a price of them is not known. */
export function priceOf(
  requests: readonly CheckQuestion[],
  prices: Readonly<Partial<Record<CheckKind, string>>>,
): string | null {
  const each = requests.map(({ kind }) => prices[kind]).filter((price) => price !== undefined);
  return each.length < requests.length ? null : sumUsdc(each);
}

/**
 * A problem in words, with the text that it is about. Texts of strangers are cut, so that a pasted novel does not fill the page, and
 * invisible letters are named.
 */
export function problemText({ line, text, why }: PlanProblem): string {
  if (line === null) return why;
  const letters = [...text];
  const cut = letters.length > TEXT_LETTERS_MAX ? `${letters.slice(0, TEXT_LETTERS_MAX).join('')}…` : text;
  return `Line ${line}: “${cut}” ${why}.`.replace(UNSEEN, codePoint);
}

function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function requestOf(kind: CheckKind, subject: string, sizeSol: string): CheckQuestion {
  return kind === 'trade' ? { kind, subject, sizeSol: sizeSol.trim() } : { kind, subject };
}

function wordsOf(text: string): readonly Word[] {
  return text.split('\n').flatMap((line, at) =>
    line
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((word) => {
        const [, kind = null, subject = '', size = null] = /^(?:([^:]*):)?([^:]*)(?::(.*))?$/s.exec(word) ?? [];
        return { line: at + 1, text: word, subject, kind: kind?.toLowerCase() ?? null, size };
      }),
  );
}

/** Why a word is no subject; null when it is one. */
function complaint({ kind, subject, size }: Word): string | null {
  if (kind !== null && !KINDS.some((known) => known === kind)) return `is not of a kind: ${KINDS.join(', ')}`;
  if (subject === '') return 'names no address';
  const odd = [...subject].find((letter) => !/[1-9A-HJ-NP-Za-km-z]/.test(letter));
  if (odd !== undefined) return `has “${odd}”, which is no letter of base58`;
  const bytes = base58Length(subject);
  if (bytes === 32) return size === null ? null : sizeComplaint(kind, size);
  if (bytes === 64) return 'is the signature of a transaction, not an address';
  return bytes === null || bytes > 32
    ? 'is longer than 32 bytes'
    : `is no address: an address is base58 of 32 bytes, and this has ${bytes}`;
}

function sizeComplaint(kind: string | null, size: string): string | null {
  if (kind !== 'trade') return 'gives a size, which only a trade has';
  return isSize(size) ? null : 'gives a size that is no number of SOL above 0 and at most 10000';
}

function wholeProblems(
  words: readonly Word[],
  requests: readonly CheckQuestion[],
  kinds: readonly CheckKind[],
  sizeSol: string,
): readonly PlanProblem[] {
  const problems: PlanProblem[] = [];
  const add = (why: string): number => problems.push({ line: null, text: '', why });
  if (kinds.length === 0 && words.some(({ kind }) => kind === null)) add('Tick what to ask.');
  if (requests.some((one) => one.kind === 'trade' && one.sizeSol === sizeSol.trim()) && !isSize(sizeSol))
    add(SIZE_WORDS);
  if (requests.length > CHECKS_MAX)
    add(`These are ${requests.length} checks. At most ${CHECKS_MAX} can be asked at once.`);
  return problems;
}

/** Whether the service takes it as the size of a trade. */
export function isSize(text: string): boolean {
  const size = text.trim();
  return SIZE.test(size) && Number(size) > 0 && Number(size) <= SIZE_SOL_MAX;
}

/** A question as the form and links spell it: `token:MINT`, `trade:MINT:1.5`. */
export function questionText({ kind, subject, sizeSol }: CheckQuestion): string {
  return [kind, subject, ...(sizeSol === undefined ? [] : [sizeSol])].join(':');
}

/** The price on the button, or the reason why it is disabled. */
export function buttonText({ requests, problems }: FormPlan, price: string | null, hasKey: boolean): string {
  const wrong = problems.find(({ line }) => line !== null);
  if (wrong) return `Correct line ${wrong.line} first.`;
  if (requests.length === 0) return '';
  const checks = requests.length === 1 ? '1 check' : `${requests.length} checks`;
  if (requests.length > CHECKS_MAX) return checks;
  const priced = price === null ? `${checks}, price not known` : `${checks}, ${price} USDC at most`;
  return hasKey || problems.length > 0 ? priced : `${priced}. Enter a key to ask.`;
}

/** The text of the form without the answered questions. Invalid questions stay, so that they can be corrected. */
export function textWithout(wish: Wish, isAnswered: (question: CheckQuestion) => boolean): string {
  const { requests, problems } = formPlan(wish);
  const left = requests.filter((one) => !isAnswered(one)).map(questionText);
  return [...left, ...problems.flatMap(({ line, text }) => (line === null ? [] : [text]))].join('\n');
}

/** Whether both are the same question. */
export function isSameQuestion(one: CheckQuestion, other: CheckQuestion): boolean {
  return questionText(one) === questionText(other);
}

/** The text for the form in the fragment of a URL such as `#token:MINT,trade:MINT:1.5`, one word a line. It contains no key. */
export function textInHash(hash: string): string {
  return wordsOf(decoded(hash.replace(/^#/, '')).replaceAll('&', ' '))
    .map(({ text }) => text)
    .join('\n');
}

/** A broken percent-encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
