import type { Message } from '@a2a-js/sdk';
import { SIZE_SOL_DEFAULT } from '#checks/trade/size.ts';
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
import { mayNameSize, namedIn, oneAddress, SENTENCE_CHARS_MAX } from './sentence.ts';
import type { Question } from './task-id.ts';

/** What a message asks for, or why that cannot be told. */
export type Reading = { readonly question: Question } | Unclear;

type Asking = Pick<Message, 'parts' | 'metadata'>;

/** What is known of a message before any check is: `skill` as its metadata names it, `namesSize`: so may the metadata. */
interface Beside {
  readonly skill: unknown;
  readonly namesSize: boolean;
}

/** A part: the object that it asks with, else its text; null is what cannot be read. */
type Content = { readonly object: Members } | { readonly text: string } | null;

const UNCLEAR_SIZE =
  'The size of the trade is not clear: give it as size_sol, or in a sentence as one number before SOL and no other number.';

/**
 * The one check that a message asks for: an object in a data part or as JSON in a text part, with the names that REST has,
 * else a sentence. The skill may be named beside it in the metadata. Throws `invalid_request` where the check is clear and
 * something of it is malformed. Whatever might be meant and is not understood makes the message unclear: that costs nothing.
 */
export function readQuestion(message: Asking, metadata: Members | undefined): Reading {
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
 * Whether a message to a task asks for another check than the task's, which would then be paid for. Only objects count:
 * what is said in words to a task is not read. Throws `invalid_request`.
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

function readObject(object: Members, { skill, namesSize }: Beside): Reading {
  const read = readMembers(object, skill);
  if (!('question' in read)) return read;
  const { kind, subject, query } = read.question;
  const isUnclear = kind.sized && query.size_sol === undefined && namesSize;
  return isUnclear ? unclear(UNCLEAR_SIZE, { kinds: [kind.name], address: subject }) : read;
}

function readSentence(text: string, { skill, namesSize }: Beside): Reading {
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
