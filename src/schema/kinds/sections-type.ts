import {
  causesOfNull,
  declaredAt,
  describedOrNull,
  type Group,
  type Member,
  type MemberList,
  type MetricField,
  type MetricSection,
  type MetricSections,
  type Together,
  type Type,
  type Words,
} from 'assay-core/rules/metric.ts';
import type { ReadingName } from 'assay-core/rules/reading-names.ts';
import { builder } from '../builder.ts';
import type { AnswerDocument } from '../contract.ts';

/** The last second that RFC 3339 can write. An account may have any 64 bits as its time: a later one is shown as this. */
const LAST_SECOND = 253_402_300_799;

/** The value of an enumeration for a value that it does not list: an answer that was stored earlier, or by a later version, may have one. */
export const UNLISTED = 'other';

/** How a value of the answer becomes that of a field. */
type Shown = (value: unknown) => unknown;

/** Whole Unix seconds as a moment of RFC 3339 in UTC. */
export function dateTimeOf(unixSeconds: number): string {
  return new Date(Math.min(Math.max(unixSeconds, 0), LAST_SECOND) * 1000).toISOString().replace('.000Z', 'Z');
}

/** Null where the value is shown as it is. */
function shownSingle({ of }: Type): Shown | null {
  if (of === 'UnixTime') return (value) => dateTimeOf(value as number);
  if (typeof of === 'string' || 'members' in of) return null;
  return (value) => listedWord(of, value);
}

function listedWord({ words }: Words, value: unknown): unknown {
  return typeof value === 'string' && Object.hasOwn(words, value) ? value : UNLISTED;
}

/** A member's value as its field shows it. One that is absent, as in answers of earlier versions, is null or an empty list. */
export function shownAs({ type }: Pick<Member, 'type'>): Shown {
  const single = shownSingle(type);
  const absent = type.isList && !type.isNullable ? [] : null;
  return (value) => {
    if (value === null || value === undefined) return absent;
    if (single === null) return value;
    return type.isList ? (value as readonly unknown[]).map(single) : single(value);
  };
}

/** Whether a value can be shown as it is in an answer of any version. */
export function isUnchanged({ type }: Pick<Member, 'type'>): boolean {
  return shownSingle(type) === null && !type.isList;
}

/** The type options of a member's field. */
type FieldOf = (member: Pick<Member, 'type'>) => { readonly type: unknown };

/** What the types of metrics are made with: fields of members, and the type of a gap. */
interface Made {
  readonly fieldOf: FieldOf;
  readonly Gap: unknown;
}

/** The metrics of an answer, or an object in them. */
type Values = Readonly<Record<string, unknown>>;

/** A field as the declaration says it, and what it is read from; the compiler cannot know its type here. */
interface DeclaredField<From = Values> {
  readonly type: unknown;
  readonly nullable: boolean;
  readonly description: string;
  readonly resolve: (from: From) => unknown;
}

/** The type of a kind's metrics: members at the top, and a type for each section. Every one of them is read from the answer. */
export function sectionsType({ metrics, wholeReadings, top, sections }: MetricSections, made: Made) {
  const { fieldOf } = made;
  const typeName = (field: string) => metrics.name.replace(/Metrics$/, `${capital(field)}Metrics`);
  const types = Object.entries(sections).map(([field, section]) => {
    const type = objectType(typeName(field), section.description, fieldsOf(metrics, section, wholeReadings, made));
    return [field, { type, nullable: false, description: section.description, resolve: same }] as const;
  });
  const members = Object.entries(top).map(
    ([field, path]) => [field, ofAnswer(memberField(metrics, path, fieldOf))] as const,
  );
  return objectType(metrics.name, metrics.description, Object.fromEntries([...members, ...types]));
}

const same = <T>(value: T): T => value;

/** The field of an answer that shows a field of its metrics. */
function ofAnswer({ resolve, ...field }: DeclaredField): DeclaredField<AnswerDocument> {
  return { ...field, resolve: ({ metrics }) => resolve(metrics as Values) };
}

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

function objectType<From extends object>(
  name: string,
  description: string,
  fields: Readonly<Record<string, DeclaredField<From>>>,
) {
  return builder.objectRef<From>(name).implement({
    description,
    fields: (t) => {
      const made = Object.entries(fields).map(([field, declared]) => [field, t.field(declared as never)]);
      return Object.fromEntries(made);
    },
  });
}

function fieldsOf(
  metrics: Group,
  { readings, fields }: MetricSection,
  wholeReadings: readonly ReadingName[],
  { fieldOf, Gap }: Made,
): Readonly<Record<string, DeclaredField<AnswerDocument>>> {
  const own: ReadonlySet<string> = new Set([...wholeReadings, ...readings]);
  const gap: DeclaredField<AnswerDocument> = {
    type: Gap,
    nullable: true,
    description:
      'First gap of the answer that belongs to the readings behind the group. `gaps` of the check lists all. Null where none of the readings failed. A figure that is null without a gap has another cause, which its description names.',
    resolve: ({ gaps }) => gaps.find(({ reading }) => own.has(reading)) ?? null,
  };
  const declared = Object.entries(fields).map(([field, one]) => {
    return [field, ofAnswer(fieldFor(metrics, one, fieldOf))] as const;
  });
  return { gap, ...Object.fromEntries(declared) };
}

function fieldFor(metrics: Group, field: MetricField, fieldOf: FieldOf): DeclaredField {
  if (typeof field === 'string') return memberField(metrics, field, fieldOf);
  return 'listed' in field ? listField(metrics, field, fieldOf) : togetherField(metrics, field, fieldOf);
}

/** A member in a field of its own. */
function memberField(metrics: Group, path: string, fieldOf: FieldOf): DeclaredField {
  const member = declaredAt(metrics, path);
  const isNullable = member.type.isNullable || path.includes('.');
  return {
    ...fieldOf(member),
    nullable: isNullable,
    description: described(metrics, path),
    resolve: readerOf(metrics, path),
  };
}

/** A part of a member is null where the member is as well. */
function described(metrics: Group, path: string): string {
  const member = declaredAt(metrics, path);
  const [whole = '', part] = path.split('.');
  if (part === undefined) return describedOrNull(member);
  const causes = [member, declaredAt(metrics, whole)].flatMap(({ type }) => causesOfNull(type));
  return `${member.description} Null where ${causes.join(', or ')}.`;
}

/** Beside others that are known: the object itself is null where nothing of the reading is. */
function describedWithin({ type, description }: Member): string {
  return `${description} Null where ${type.nullWhere ?? causesOfNull(type).join(', or ')}.`;
}

/** Members of one type as a list, without those that are null. */
function listField(metrics: Group, { description, listed }: MemberList, fieldOf: FieldOf): DeclaredField {
  const [first = ''] = listed;
  const { type } = declaredAt(metrics, first);
  const readers = listed.map((path) => readerOf(metrics, path));
  return {
    ...fieldOf({ type: { ...type, isList: true } }),
    nullable: false,
    description,
    resolve: (values) => readers.map((read) => read(values)).filter((value) => value !== null),
  };
}

/** Members that an answer has together. Where one of them is missing, as in an answer of an earlier version, all are null. */
export function togetherField(
  metrics: Group,
  { name, description, nullWhere, fields }: Together,
  fieldOf: FieldOf,
): DeclaredField {
  const parts = Object.entries(fields).map(([field, written]) => {
    const isOptional = written.endsWith('?');
    const path = isOptional ? written.slice(0, -1) : written;
    return { field, path, isOptional, read: readerOf(metrics, path) };
  });
  const needed = parts.filter(({ isOptional }) => !isOptional);
  const made = parts.map(({ field, path, isOptional, read }) => {
    const member = declaredAt(metrics, path);
    const text = isOptional ? describedWithin(member) : member.description;
    return [field, { ...fieldOf(member), nullable: isOptional, description: text, resolve: read }] as const;
  });
  return {
    type: objectType(name, description, Object.fromEntries(made)),
    nullable: nullWhere !== undefined,
    description: nullWhere === undefined ? description : `${description} Null where ${nullWhere}.`,
    resolve: (values) => (needed.some(({ read }) => read(values) === null) ? null : values),
  };
}

/** Reads the member at a path as its field shows it. */
function readerOf(metrics: Group, path: string): (values: Values) => unknown {
  const shown = shownAs(declaredAt(metrics, path));
  const names = path.split('.');
  return (values) => {
    let value: unknown = values;
    for (const name of names) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return shown(value);
  };
}
