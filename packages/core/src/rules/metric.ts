import type { ReadingName } from './reading-names.ts';

/**
 * How the metrics of a kind are declared. A declaration is plain data. The TypeScript type, the GraphQL types, the JSON
 * Schema and the example of the documents derive from it.
 */

/** Types without members. Each has the name of its scalar in GraphQL, where a `UnixTime` is a `DateTime`. */
type ScalarName =
  | 'Address'
  | 'Boolean'
  | 'Code'
  | 'Int'
  | 'Lamports'
  | 'SignedAmount'
  | 'SignedLamports'
  | 'Slot'
  | 'SOL'
  | 'String'
  | 'TokenAmount'
  | 'TransactionSignature'
  | 'USD'
  | 'UnixTime';

/** The unit of a value; null for a value without one. */
type Unit = 'atomic' | 'bps' | 'dollars' | 'lamports' | 'percent' | 'seconds' | 'slot' | 'sol' | 'unix' | null;

/** The type of a value. `value` is never set: it carries the type for TypeScript. */
export interface Type<T = unknown> {
  readonly of: ScalarName | Group | Words;
  readonly unit: Unit;
  readonly isList: boolean;
  readonly isNullable: boolean;
  /** When a nullable value is null by itself, as the end of a sentence that begins with "Null where". */
  readonly nullWhere?: string;
  /** When it is null together with all figures of its reading. An object of these figures is null then itself. */
  readonly unreadWhere?: string;
  readonly value?: T;
}

/** A member of an object. */
export interface Member<T = unknown> {
  readonly type: Type<T>;
  readonly description: string;
}

/** A member of the metrics themselves, with its example in the documents. */
export interface Metric<T = unknown> extends Member<T> {
  readonly example: T;
}

/** Differences of names and order between an answer and the schema. */
interface InAnswer<N extends string = string> {
  /** Fields of GraphQL that have another name than the member. */
  readonly fields?: Readonly<Partial<Record<N, string>>>;
  /** Members that GraphQL has in an object, by the names of its fields. The others are fields of the group. */
  readonly parts?: Readonly<Record<string, Together>>;
  /** Members with another position in an answer: the member before them. Applied one after the other. */
  readonly placedAfter?: Readonly<Partial<Record<N, N>>>;
}

/** An object and its members, in the order of the schema, by their names in an answer. */
export interface Group<M extends Readonly<Record<string, Member>> = Readonly<Record<string, Member>>> {
  readonly name: string;
  readonly description: string;
  readonly members: M;
  readonly inAnswer: InAnswer;
}

/**
 * A list of values, each with its meaning: an enumeration of GraphQL. REST has an enumeration as well, or a text (`isText`) whose
 * description lists the values.
 */
export interface Words {
  readonly name: string;
  readonly description: string;
  readonly words: Readonly<Record<string, string>>;
  readonly isText: boolean;
}

/**
 * Figures that an answer always has together: an object of GraphQL that is null where they are missing, or never without `nullWhere`.
 * `fields`: members by the names of fields. A member whose name ends with `?` may be null beside the others.
 */
export interface Together {
  readonly name: string;
  readonly description: string;
  readonly nullWhere?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Members of one type that GraphQL has as a list, without those that are null. */
export interface MemberList {
  readonly description: string;
  readonly listed: readonly string[];
}

/** A field of a section: a member, or a member of a member (`window.judged`), or several of them. */
export type MetricField = string | Together | MemberList;

/** The figures of one subject as GraphQL groups them. A gap in one of `readings` is the gap of the section. */
export interface MetricSection {
  readonly description: string;
  readonly readings: readonly ReadingName[];
  readonly fields: Readonly<Record<string, MetricField>>;
}

/**
 * The metrics of a kind as GraphQL shows them: members of the answer (`top`) and sections, by the names of fields. A gap in one of
 * `wholeReadings` is a gap of every section.
 */
export interface MetricSections {
  readonly metrics: Group;
  readonly wholeReadings: readonly ReadingName[];
  readonly top: Readonly<Record<string, string>>;
  readonly sections: Readonly<Record<string, MetricSection>>;
}

/** The TypeScript type of an object with these members. */
export type ValuesOf<M extends Readonly<Record<string, Member>>> = {
  readonly [K in keyof M]: M[K] extends Member<infer T> ? T : never;
};

/** The TypeScript type of an object of a group. */
export type Values<G extends Group> = ValuesOf<G['members']>;

function scalar<T>(of: ScalarName, unit: Unit = null): Type<T> {
  return { of, unit, isList: false, isNullable: false };
}

export const addressType = scalar<string>('Address');
export const signature = scalar<string>('TransactionSignature');
export const code = scalar<string>('Code');
export const text = scalar<string>('String');
export const flag = scalar<boolean>('Boolean');
/** A number without a unit, such as a count. */
export const integer = scalar<number>('Int');
export const bps = scalar<number>('Int', 'bps');
export const percent = scalar<number>('Int', 'percent');
export const seconds = scalar<number>('Int', 'seconds');
export const slot = scalar<number>('Slot', 'slot');
export const unixTime = scalar<number>('UnixTime', 'unix');
export const lamports = scalar<string>('Lamports', 'lamports');
/** Lamports that may be below zero. */
export const signedLamports = scalar<string>('SignedLamports', 'lamports');
/** An amount in the smallest unit of a currency that is told beside it. */
export const signedAmount = scalar<string>('SignedAmount');
/** Atomic units of a token. */
export const tokens = scalar<string>('TokenAmount', 'atomic');
export const sol = scalar<string>('SOL', 'sol');
/** US dollars as a decimal string with two decimals. */
export const dollars = scalar<string>('USD', 'dollars');

/** A value, or null. `nullWhere` ends the sentence "Null where ...". */
export function orNull<T>(type: Type<T>, nullWhere: string): Type<T | null> {
  return { ...type, isNullable: true, nullWhere } as Type<T | null>;
}

/** Makes nullable types that are null together, where their reading has nothing, and one of them for a cause of its own as well. */
export function orNullWhere(unreadWhere: string): <T>(type: Type<T>, nullWhere?: string) => Type<T | null> {
  return <T>(type: Type<T>, nullWhere?: string) =>
    ({ ...type, isNullable: true, unreadWhere, ...(nullWhere !== undefined && { nullWhere }) }) as Type<T | null>;
}

/** A list of values, none of them null. */
export function listOf<T>({ of, unit }: Type<T>): Type<readonly T[]> {
  return { of, unit, isList: true, isNullable: false };
}

/** An object of a group. */
export function objectOf<G extends Group>(group: G): Type<Values<G>> {
  return { of: group, unit: null, isList: false, isNullable: false };
}

/** One of a closed list of values. */
export function wordOf<W extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  words: W,
): Type<keyof W & string> {
  return { of: { name, description, words, isText: false }, unit: null, isList: false, isNullable: false };
}

/** One of a list of values that grows: REST publishes it as text, and GraphQL as an enumeration. */
export function openWordOf(name: string, description: string, words: Readonly<Record<string, string>>): Type<string> {
  return { of: { name, description, words, isText: true }, unit: null, isList: false, isNullable: false };
}

/** A member. Its description names the unit of its type where `text` does not: behind the first sentence, before the full stop. */
export function member<T>(type: Type<T>, text: string): Member<T> {
  return { type, description: withUnit(type.unit, text) };
}

export function metric<T>(type: Type<T>, text: string, example: NoInfer<T>): Metric<T> {
  return { ...member(type, text), example };
}

const unitWords: Readonly<Record<NonNullable<Unit>, readonly [word: string, ending: string] | null>> = {
  atomic: ['atomic units', ', in atomic units'],
  bps: ['basis points', ', in basis points'],
  dollars: ['US dollars', ', in US dollars'],
  lamports: ['lamports', ', in lamports'],
  percent: ['percent', ', in percent'],
  seconds: ['seconds', ', in seconds'],
  sol: ['SOL', ', in SOL'],
  slot: null,
  unix: ['UTC', ' (UTC)'],
};

function withUnit(unit: Unit, text: string): string {
  const words = unit && unitWords[unit];
  return !words || text.includes(words[0]) ? text : text.replace(/\.(?=\s|$)/, `${words[1]}.`);
}

/** The description of a value that may be null: it says when. */
export function describedOrNull({ type, description }: Member): string {
  return type.isNullable ? `${description} Null where ${causesOfNull(type).join(', or ')}.` : description;
}

/** When a value is null, the cause of its own first. */
export function causesOfNull({ nullWhere, unreadWhere }: Type): readonly string[] {
  return [nullWhere, unreadWhere].filter((cause) => cause !== undefined);
}

/** An object with a name and its members. */
export function group<M extends Readonly<Record<string, Member>>>(
  name: string,
  description: string,
  members: M,
  inAnswer: InAnswer<keyof M & string> = {},
): Group<M> {
  return { name, description, members, inAnswer };
}

/** The examples of the metrics of a kind, in the order of an answer. */
export function exampleOf<M extends Readonly<Record<string, Metric>>>({ members, inAnswer }: Group<M>) {
  const order = Object.keys(members);
  for (const [name, place = ''] of Object.entries(inAnswer.placedAfter ?? {})) {
    order.splice(order.indexOf(name), 1);
    order.splice(order.indexOf(place) + 1, 0, name);
  }
  return Object.fromEntries(order.map((name) => [name, members[name]?.example])) as Values<Group<M>>;
}

/** The name of a member in GraphQL. A moment is named without the unit that REST counts it in: `opened_at_unix` is `openedAt`. */
export function fieldName(name: string, { inAnswer: { fields = {} } }: Group): string {
  return fields[name] ?? name.replace(/_unix$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The member at a path such as `window.judged`. Throws where there is none. */
export function declaredAt({ name, members }: Group, path: string): Member {
  const [first = '', ...rest] = path.split('.');
  const found = members[first];
  if (!found) throw new Error(`${name} has no member ${path}`);
  const { of } = found.type;
  if (rest.length === 0) return found;
  if (typeof of === 'string' || !('members' in of)) throw new Error(`${name}.${first} has no members`);
  return declaredAt(of, rest.join('.'));
}
