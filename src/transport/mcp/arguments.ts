import type { Kind } from 'assay-core/rules/check.ts';
import { invalidItem, queryParameters, subjectSchema } from '#http/questions/parameters.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import { plainDecimal } from '#schema/scalars.ts';

type Args = Readonly<Record<string, unknown>>;

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** The arguments of a check, validated as REST validates path and query. */
export interface CheckArguments {
  readonly subject: string;
  /** The given arguments under their REST names. */
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the arguments of one check. Throws `invalid_request` with an item for every error. */
export function checkArguments(kind: Kind, args: Args): CheckArguments {
  const parameters = queryParameters(kind);
  const invalid = unknownOf(args, [kind.subject, ...Object.keys(parameters), 'idempotency_key']);
  const subject = readText(args, kind.subject, subjectSchema, invalid);
  if (args[kind.subject] === undefined) invalid.push(missingArgument(kind.subject));
  const query: Record<string, string> = {};
  for (const [name, { schema }] of Object.entries(parameters)) {
    const value = args[name];
    const text = readText(
      { [name]: typeof value === 'number' ? plainDecimal(String(value)) : value },
      name,
      schema,
      invalid,
    );
    if (text !== null) query[name] = text;
  }
  refuseInvalid(invalid);
  return { subject: subject ?? '', query };
}

/** The caller's own name for the call; null where there is none. Throws `invalid_request`. */
export function idempotencyKeyOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && IDEMPOTENCY_KEY.test(value)) return value;
  const msg = 'idempotency_key should have 1 to 255 printable ASCII characters';
  throw refusalResult([{ type: 'value_error', loc: ['arguments', 'idempotency_key'], msg }]);
}

/** Drops arguments that are null. Models that must name every argument write null for the omitted ones. */
export function withoutNulls(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** Refuses arguments that are not in the list. A misspelt one would otherwise change the question silently. */
export function refuseUnknown(args: Args, names: readonly string[]): void {
  refuseInvalid(unknownOf(args, names));
}

/** Throws `invalid_request` where anything is invalid. */
export function refuseInvalid(invalid: readonly InvalidItem[]): void {
  if (invalid.length > 0) throw refusalResult(invalid);
}

/** The item for an argument that must be there. */
export function missingArgument(name: string): InvalidItem {
  return { type: 'missing', loc: ['arguments', name], msg: 'Field required' };
}

/** The fault for items, with their words as its message. */
export function refusalResult(invalid: readonly InvalidItem[]): Fault {
  const message = invalid.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
  return new Fault('invalid_request', message, { invalid });
}

function unknownOf(args: Args, names: readonly string[]): InvalidItem[] {
  const others = Object.keys(args).filter((name) => !names.includes(name));
  const msg = `No such argument. There are: ${names.join(', ')}`;
  return others.slice(0, 10).map((name) => ({ type: 'extra_forbidden', loc: ['arguments', name.slice(0, 64)], msg }));
}

function readText(
  args: Args,
  name: string,
  schema: typeof subjectSchema | ReturnType<typeof queryParameters>[string]['schema'],
  invalid: InvalidItem[],
): string | null {
  const value = args[name];
  if (value === undefined) return null;
  const loc = ['arguments', name];
  if (typeof value !== 'string') {
    invalid.push({ type: 'string_type', loc, msg: 'Input should be a valid string' });
    return null;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  invalid.push(invalidItem(parsed.error.issues[0], loc, value));
  return null;
}
