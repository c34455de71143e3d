import { randomBytes } from 'node:crypto';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { isKind, validateCall } from '#http/questions/check-call.ts';
import { invalidItem, notListed, queryParameters, subjectSchema } from '#http/questions/parameters.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import { plainDecimal } from '#schema/scalars.ts';

const RANDOM_BYTES = 16;

const CONTEXT = /^[\w.:-]{1,64}$/;

/** `kind.subject[.size].random[~context]`: the longest one has 188 characters. */
const TASK_ID = /^([a-z]{1,16})\.([^.~]{1,64})(?:\.(\d{1,5}(?:\.\d{1,9})?))?\.([0-9a-f]{32})(?:~([\w.:-]{1,64}))?$/;

/** An object in a message. */
export type Members = Readonly<Record<string, unknown>>;

/** The reason why a message is not one check, and its understood parts. */
export interface Unclear {
  readonly why: string;
  /** The possible kinds; empty where none is recognised. */
  readonly kinds: readonly Kind['name'][];
  /** Its well-formed address, if it has one. */
  readonly address: string | null;
}

/** Members that name the kind or its skill; the last two are those of a tool call. */
const NAMES = ['kind', 'skill', 'skillId', 'tool', 'name'] as const;
const SUBJECTS = ['subject', 'address', 'mint'] as const;
const SIZE = 'size_sol';
const ARGUMENTS = 'arguments';
const SKILL_PREFIX = 'check_';
const UNKNOWN_MAX = 10;
const NAME_CHARS_MAX = 64;

/** The name of a kind's skill, which is also the name of its tool. */
export function skillOf(kind: Kind): string {
  return `${SKILL_PREFIX}${kind.name}`;
}

/** The kind in a skill name; empty for a value that is no text. */
export function plainName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return name.startsWith(SKILL_PREFIX) ? name.slice(SKILL_PREFIX.length) : name;
}

/** True for an object that is no list. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own values of these members of an object, each once, without null. */
export function own(members: Members, names: readonly string[]): readonly unknown[] {
  const values = names.map((name) => (Object.hasOwn(members, name) ? members[name] : undefined));
  return [...new Set(values.filter((value) => value !== undefined && value !== null))];
}

/** Whether an object asks for a check. A `name` alone counts only if it names a kind, because many objects have one. */
export function isQuestion(object: Members): boolean {
  if (own(object, ['tool', 'name']).some((value) => isKind(plainName(value)))) return true;
  return ['kind', 'skill', 'skillId', 'tool', ARGUMENTS, SIZE, ...SUBJECTS].some((name) => Object.hasOwn(object, name));
}

/**
 * The check that an object asks for: its members, or `arguments` as in a tool call. Throws `invalid_request` with an item for every
 * error, also for unknown members, because a misspelt one would silently change the question. `skill`: the name beside the object,
 * if any.
 */
export function readMembers(object: Members, skill: unknown): { readonly question: Question } | Unclear {
  const [nested] = own(object, [ARGUMENTS]);
  if (nested !== undefined && !isMembers(nested)) {
    throw refused([{ type: 'dict_type', loc: ['message', ARGUMENTS], msg: 'Input should be an object' }]);
  }
  const members = nested ?? object;
  const subjects = own(members, SUBJECTS);
  const address = subjects.length === 1 && subjectSchema.safeParse(subjects[0]).success ? String(subjects[0]) : null;
  const names = [...new Set([...own(object, NAMES), ...(skill === undefined ? [] : [skill])].map(plainName))];
  const [name] = names;
  const unclear = (why: string): Unclear => ({ why, kinds: names.filter(isKind), address });
  if (name === undefined) return unclear('The message does not say which kind of check it asks for.');
  if (names.length > 1) return unclear('The message names several kinds of check; send one message for each.');
  if (subjects.length > 1) return unclear('The message names several subjects; send one message for each.');
  const kind = kindNamed(name, NAMES.find((member) => own(object, [member]).length > 0) ?? 'skillId');
  const known = [...SUBJECTS, ...Object.keys(queryParameters(kind))];
  const invalid = nested
    ? [...unknownOf(object, [...NAMES, ARGUMENTS], ['message']), ...unknownOf(nested, known, ['message', ARGUMENTS])]
    : unknownOf(object, [...NAMES, ...known, ARGUMENTS], ['message']);
  const member = SUBJECTS.find((one) => own(members, [one]).length > 0) ?? kind.subject;
  const place = nested ? ['message', ARGUMENTS] : ['message'];
  const given = { subject: subjects[0], size: own(members, [SIZE])[0] };
  return { question: validated(kind, given, { subject: [...place, member], size: [...place, SIZE] }, invalid) };
}

/** The kind with that name. Throws `invalid_request` where there is none; `member` is where the name was. */
export function kindNamed(name: string, member: string): Kind {
  if (!isKind(name)) throw refused([notListed(['message', member], name, Object.keys(kinds))]);
  return kinds[name];
}

interface MemberPaths {
  readonly subject: InvalidItem['loc'];
  readonly size: InvalidItem['loc'];
}

const IN_MESSAGE = (kind: Kind): MemberPaths => ({ subject: ['message', kind.subject], size: ['message', SIZE] });

/** Builds a question from values as in REST. Throws `invalid_request` with the items of `known` and one for each invalid value. */
export function validated(
  kind: Kind,
  given: { readonly subject: unknown; readonly size: unknown },
  paths: MemberPaths = IN_MESSAGE(kind),
  known: readonly InvalidItem[] = [],
): Question {
  const invalid = [...known];
  const { size_sol: sized } = queryParameters(kind);
  const subject = valueIn(given.subject, 'string', subjectSchema, paths.subject, invalid);
  if (given.subject === undefined) invalid.push({ type: 'missing', loc: paths.subject, msg: 'Field required' });
  const written = typeof given.size === 'number' ? plainDecimal(String(given.size)) : given.size;
  const size = sized && valueIn(written, 'float', sized.schema, paths.size, invalid);
  if (invalid.length > 0 || subject === undefined) throw refused(invalid);
  return { kind, subject, query: size === undefined ? {} : { [SIZE]: size } };
}

const typeWords = { string: 'Input should be a valid string', float: 'Input should be a valid number' } as const;

function valueIn(
  value: unknown,
  type: keyof typeof typeWords,
  schema: typeof subjectSchema | ReturnType<typeof queryParameters>[string]['schema'],
  loc: InvalidItem['loc'],
  invalid: InvalidItem[],
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    invalid.push({ type: `${type}_type`, loc, msg: typeWords[type] });
    return undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  invalid.push(invalidItem(parsed.error.issues[0], loc, value));
  return undefined;
}

function unknownOf(members: Members, known: readonly string[], at: readonly string[]): InvalidItem[] {
  const others = Object.keys(members).filter((name) => !known.includes(name));
  const msg = `No such member. There are: ${known.join(', ')}`;
  return others.slice(0, UNKNOWN_MAX).map((name) => ({
    type: 'extra_forbidden',
    loc: [...at, name.slice(0, NAME_CHARS_MAX)],
    msg,
  }));
}

function refused(invalid: readonly InvalidItem[]): Fault {
  return new Fault('invalid_request', `${textOfParts(invalid)}.`, { invalid });
}

/** The messages of the items as one text. */
export function textOfParts(invalid: readonly InvalidItem[]): string {
  return invalid.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ');
}

/** A validated check of a message. `query` has the other values under their REST names. */
export interface Question {
  readonly kind: Kind;
  readonly subject: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A task of this service, as read from its id. */
export interface TaskRef {
  readonly id: string;
  readonly contextId: string;
  readonly question: Question;
}

/** Whether a client's context id fits into the ids of its tasks. */
export function isContext(contextId: string): boolean {
  return CONTEXT.test(contextId);
}

/**
 * Creates a task. Its id encodes the question, so that an unpaid question is not stored and every replica knows the task. The random part
 * hides its answer from everybody without the id.
 */
export function newTask(question: Question, contextId: string): TaskRef {
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  const { kind, subject, query } = question;
  const asked = [kind.name, subject, ...(query.size_sol === undefined ? [] : [query.size_sol]), random].join('.');
  return contextId === ''
    ? { id: asked, contextId: random, question }
    : { id: `${asked}~${contextId}`, contextId, question };
}

/** The task of an id, or null for an invalid id. An invented id also contains a question. */
export function readTask(id: string): TaskRef | null {
  const [, name = '', subject = '', size, random = '', contextId] = TASK_ID.exec(id) ?? [];
  if (!isKind(name)) return null;
  const kind = kinds[name];
  if (size !== undefined && !kind.sized) return null;
  try {
    const call = { kind, subject, query: new URLSearchParams(size === undefined ? {} : { size_sol: size }) };
    const query = validateCall(call, false);
    return { id, contextId: contextId ?? random, question: { kind, subject, query } };
  } catch {
    return null;
  }
}
