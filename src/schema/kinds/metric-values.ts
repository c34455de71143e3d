import { describedOrNull, type Member, type Type, type Words } from 'assay-core/rules/metric.ts';

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
export function shownBy({ type }: Pick<Member, 'type'>): Shown {
  const single = shownSingle(type);
  const absent = type.isList && !type.isNullable ? [] : null;
  return (value) => {
    if (value === null || value === undefined) return absent;
    if (single === null) return value;
    return type.isList ? (value as readonly unknown[]).map(single) : single(value);
  };
}

/** Whether a value can be shown as it is in an answer of any version. */
export function isPlain({ type }: Pick<Member, 'type'>): boolean {
  return shownSingle(type) === null && !type.isList;
}

/** A description of a field that is null where the member is, or never. */
export function describedAs(member: Member, isNullable: boolean): string {
  return isNullable ? describedOrNull(member) : member.description;
}
