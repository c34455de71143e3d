/**
 * How the metrics of a kind are declared. A declaration is plain data. The TypeScript type, the GraphQL type, the JSON
 * Schema and the example of the documents derive from it.
 */

/** Types without members, by their names in GraphQL. */
type ScalarName =
  | 'Address'
  | 'Boolean'
  | 'Code'
  | 'Int'
  | 'Lamports'
  | 'SignedLamports'
  | 'Slot'
  | 'Sol'
  | 'String'
  | 'TokenAmount'
  | 'TransactionSignature'
  | 'UnixTime';

/** The unit of a value; null for a value without one. */
type Unit = 'atomic' | 'bps' | 'dollars' | 'lamports' | 'percent' | 'seconds' | 'slot' | 'sol' | 'unix' | null;

/** The type of a value. `value` is never set: it carries the type for TypeScript. */
export interface Type<T = unknown> {
  readonly of: ScalarName | Group | Words;
  readonly unit: Unit;
  readonly isList: boolean;
  readonly isNullable: boolean;
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
  /** The suffix of all member names in an answer. */
  readonly ending?: string;
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

/** A closed list of values, each with its meaning. */
export interface Words {
  readonly name: string;
  readonly description: string;
  readonly words: Readonly<Record<string, string>>;
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
/** Atomic units of a token. */
export const tokens = scalar<string>('TokenAmount', 'atomic');
export const sol = scalar<string>('Sol', 'sol');
/** US dollars as a decimal string with two decimals. */
export const dollars = scalar<string>('String', 'dollars');

/** A value, or null. */
export function orNull<T>(type: Type<T>): Type<T | null> {
  return { ...type, isNullable: true } as Type<T | null>;
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
  return { of: { name, description, words }, unit: null, isList: false, isNullable: false };
}

export function member<T>(type: Type<T>, description: string): Member<T> {
  return { type, description };
}

export function metric<T>(type: Type<T>, description: string, example: NoInfer<T>): Metric<T> {
  return { type, description, example };
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

/** The name of a member in GraphQL. */
export function fieldName(name: string, { inAnswer: { ending = '' } }: Group): string {
  const kept = ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
  return kept.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
