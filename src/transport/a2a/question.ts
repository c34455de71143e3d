import type { Message } from '@a2a-js/sdk';
import type { Kind } from 'assay-core/rules/check.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { parseAddress } from 'assay-core/solana/address.ts';
import type { Question } from './members.ts';
import {
  isMembers,
  isQuestion,
  kindNamed,
  type Members,
  own,
  plainName,
  readMembers,
  type Unclear,
  validated,
} from './members.ts';

/** A longer text is a document, and reading a part of it could miss its subject. */
const SENTENCE_CHARS_MAX = 1_000;

const BASE58_WORD = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;

const SIZE = /([-+]?[\d.][\d.,_e+-]*)\s*sol(?![a-z])/g;

/** A number in digits of any script or in words, or a currency sign. */
const NUMBER =
  /[\p{N}\p{Sc}%◎]|(?<![a-z])(?:half|quarter|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|dozens?|hundreds?|thousands?|millions?)(?![a-z])/u;

/** A word that accompanies an amount. */
const AMOUNT = /(?<![a-z])(?:siz(?:e|es|ed|ing)|amounts?|sols?|lamports?|usdc?|usdt|dollars?|bucks|worth)(?![a-z])/;

/**
 * Words that hint at a kind without naming it. They only make a sentence unclear: a question back is free, while a wrong check
 * costs its price.
 */
const hints: Readonly<Record<Kind['name'], RegExp>> = {
  wallet: /(?<![a-z])(?:traders?|profits?|pnl)(?![a-z])/,
  token: /(?<![a-z])(?:mints?|coins?|rug|rugpull)(?![a-z])/,
  trade: /(?<![a-z])(?:trading|swaps?|slippage)(?![a-z])/,
  funder: /(?<![a-z])(?:funded|funding)(?![a-z])/,
};

/** Complete sentences that ask for a kind, without the address. One more word could change their meaning. */
const questions: Readonly<Partial<Record<Kind['name'], RegExp>>> = {
  token: /^is (?:the |this )?(?:mint|coin) safe$/,
  funder: /^who (?:first )?funded$/,
};

/** The question of a message, or why it is unclear. */
export type QuestionReading = { readonly question: Question } | Unclear;

type Asking = Pick<Message, 'parts' | 'metadata'>;

/** Other data of a message: `skill` from its metadata, and `namesSize`: the metadata may name a size. */
interface Beside {
  readonly skill: unknown;
  readonly namesSize: boolean;
}

/** A part of a message: an object, else a text; null where it is unreadable. */
type Content = { readonly object: Members } | { readonly text: string } | null;

const UNCLEAR_SIZE =
  'The size of the trade is not clear: give it as size_sol, or in a sentence as one number before SOL and no other number.';

/**
 * The one check that a message asks for: an object in a data part or in a JSON text, with the names of REST, else a sentence. The metadata
 * may name the skill. Throws `invalid_request` if the check is clear but a part of it malformed. Any other message is unclear, which is
 * free.
 */
export function readQuestion(message: Asking, metadata: Members | undefined): QuestionReading {
  const around = [message.metadata, metadata].filter(isMembers);
  const skill = around.flatMap((one) => own(one, ['skillId']))[0];
  const namesSize = around.some((one) => Object.keys(one).some((name) => /^(?:size|amount)/i.test(name)));
  const { objects, text, isWhole } = readParts(message);
  const [object] = objects;
  if (objects.length > 1) return unclear('The message asks for several checks; send one message for each.');
  if (!isWhole) return unclear('A part cannot be read: a data part holds one question, and files are not opened.');
  if (!object) return readSentence(text, { skill, namesSize });
  return readObject(object, { skill, namesSize: namesSize || mayNameSize(text) });
}

/**
 * Whether a message to a task asks for another check, which would be charged as the task's. Only objects count, because texts to a
 * task are not read. Throws `invalid_request`.
 */
export function asksElse(message: Asking, { kind, subject, query }: Question): boolean {
  const { objects } = readParts(message);
  const sizeOf = (size = SIZE_SOL_DEFAULT): string => size;
  return objects.some((object) => {
    const read = readMembers(object, undefined);
    if (!('question' in read)) return true;
    const { question } = read;
    const isSame = question.kind.name === kind.name && question.subject === subject;
    return !isSame || sizeOf(question.query.size_sol ?? query.size_sol) !== sizeOf(query.size_sol);
  });
}

function unclear(why: string, { kinds = [], address = null }: Partial<Unclear> = {}): Unclear {
  return { why, kinds, address };
}

function readParts({ parts }: Asking) {
  const contents = parts.map(contentOf);
  const texts = contents.flatMap((content) => (content !== null && 'text' in content ? [content.text] : []));
  return {
    objects: contents.flatMap((content) => (content !== null && 'object' in content ? [content.object] : [])),
    text: texts.join('\n'),
    isWhole: !contents.includes(null),
  };
}

function contentOf({ content }: Message['parts'][number]): Content {
  if (content?.$case === 'data') return objectOf(content.value);
  if (content?.$case !== 'text' || typeof content.value !== 'string') return null;
  return objectOf(jsonIn(content.value)) ?? { text: content.value };
}

function objectOf(value: unknown): Content {
  return isMembers(value) && isQuestion(value) ? { object: value } : null;
}

function jsonIn(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readObject(object: Members, { skill, namesSize }: Beside): QuestionReading {
  const read = readMembers(object, skill);
  if (!('question' in read)) return read;
  const { kind, subject, query } = read.question;
  const isUnclear = kind.sized && query.size_sol === undefined && namesSize;
  return isUnclear ? unclear(UNCLEAR_SIZE, { kinds: [kind.name], address: subject }) : read;
}

function readSentence(text: string, { skill, namesSize }: Beside): QuestionReading {
  if (text.length > SENTENCE_CHARS_MAX) return unclear(`The text has more than ${SENTENCE_CHARS_MAX} characters.`);
  const { kinds, called, addresses, sizes, hasUnclearAmount } = namedIn(text);
  const named = skill === undefined ? null : kindNamed(plainName(skill), 'skillId').name;
  const names = named ? [named] : kinds;
  const [name] = names;
  const [subject] = addresses;
  const about = { kinds: names, address: oneAddress(addresses) };
  if (names.length > 1) return unclear(`It could be about several kinds of check: ${names.join(', ')}.`, about);
  if (name === undefined || !(named || called.includes(name))) return unclear('No kind of check is named.', about);
  if (addresses.length > 1) return unclear('Several addresses are named; send one message for each.', about);
  if (subject === undefined) return unclear('No Solana address or mint is named.', about);
  const kind = kindNamed(name, 'kind');
  if (!kind.sized) return { question: validated(kind, { subject, size: undefined }) };
  if (sizes.length > 1) return unclear('Several sizes are named; send one message for each.', about);
  if (hasUnclearAmount || (namesSize && sizes.length === 0)) return unclear(UNCLEAR_SIZE, about);
  return { question: validated(kind, { subject, size: sizes[0] }) };
}

/** The contents of a sentence, each once. */
interface Named {
  /** The possible kinds. A reply asks back unless exactly one is named by its own name. */
  readonly kinds: readonly Kind['name'][];
  /** Kinds that the text names, or asks for with a complete sentence. */
  readonly called: readonly Kind['name'][];
  /** Words like an address, well-formed or not, because dropping one would change the question. */
  readonly addresses: readonly string[];
  /** Sizes in SOL as written, well-formed or not. */
  readonly sizes: readonly string[];
  /** Whether the text has an amount beyond `sizes`. */
  readonly hasUnclearAmount: boolean;
}

/** Reads a plain text with fixed patterns and without a model, so that no instruction in it is followed. Callers limit its length. */
function namedIn(text: string): Named {
  const addresses = [...text.matchAll(BASE58_WORD)].map(([word]) => word);
  const rest = text.replace(BASE58_WORD, ' ').toLowerCase();
  const words = rest.replace(/[\s?!.,:;'"]+/g, ' ').trim();
  const names = Object.keys(hints) as Kind['name'][];
  const called = names.filter(
    (name) => new RegExp(`(?<![a-z])${name}s?(?![a-z])`).test(rest) || questions[name]?.test(words),
  );
  const sizes = [...rest.matchAll(SIZE)].map(([, size = '']) => size);
  return {
    kinds: names.filter((name) => called.includes(name) || hints[name].test(rest)),
    called,
    addresses: [...new Set(addresses)],
    sizes: [...new Set(sizes)],
    hasUnclearAmount: NUMBER.test(rest.replace(SIZE, ' ')) || (sizes.length === 0 && AMOUNT.test(rest)),
  };
}

/** Whether a text beside a question may name a trade size. A text that is too long may. */
function mayNameSize(text: string): boolean {
  if (text.length > SENTENCE_CHARS_MAX) return true;
  const { sizes, hasUnclearAmount } = namedIn(text);
  return sizes.length > 0 || hasUnclearAmount;
}

/** The one address among words like one; null if there are several or it is malformed. */
function oneAddress(words: readonly unknown[]): string | null {
  const [word] = words;
  return words.length === 1 && typeof word === 'string' && parseAddress(word) !== null ? word : null;
}
