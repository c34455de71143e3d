import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { Address } from 'assay-core/solana/address.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import type { ValidCheck } from '#schema/questions.ts';
import { invalidItem, misnamed, queryParameters, subjectSchema } from './parameters.ts';

/** A check request before validation; `subject` is decoded. */
export interface CheckCall {
  readonly kind: Kind;
  readonly subject: string;
  readonly query: URLSearchParams;
}

const PREFIX = '/check/';

/** The placeholders that catalogues leave in a path template: `{x}`, `:x`, `[x]`. */
const PLACEHOLDER = /^(?:\{[^{}]{0,64}\}|:[A-Za-z_][\w-]{0,63}|\[[^[\]]{0,64}\])$/;

/**
 * The check in a raw path and query, or null for another path. Empty path segments (a doubled or trailing slash) and a broken
 * percent-encoding belong to the subject, so that it is refused as malformed.
 */
export function parseCheckCall(path: string, query: string): CheckCall | null {
  if (!path.startsWith(PREFIX)) return null;
  const slash = path.indexOf('/', PREFIX.length);
  if (slash < 0 || slash === path.length - 1) return null;
  const name = decoded(path.slice(PREFIX.length, slash));
  if (!isKind(name)) return null;
  const rest = path.slice(slash + 1);
  const segments = rest.split('/');
  if (segments.length > 1 && !segments.includes('')) return null;
  return { kind: kinds[name], subject: decoded(rest), query: new URLSearchParams(query) };
}

/** Decodes percent-encoding. A broken one stays, and its `%` is invalid in every kind and subject. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** True when the registry lists a kind of this name. */
export function isKind(name: string): name is Kind['name'] {
  return Object.hasOwn(kinds, name);
}

export function isPlaceholder(subject: string): boolean {
  return PLACEHOLDER.test(subject);
}

/** The known query parameters, validated, without near misses of them. Throws the fault `invalid_request` for the whole call. */
export function validateCall(call: CheckCall, subjectIsTemplate: boolean): Readonly<Record<string, string>> {
  const invalid: InvalidItem[] = [];
  if (!subjectIsTemplate) {
    const parsed = subjectSchema.safeParse(call.subject);
    if (!parsed.success) invalid.push(invalidItem(parsed.error.issues[0], ['path', call.kind.subject], call.subject));
  }
  const given: Record<string, string> = {};
  const parameters = queryParameters(call.kind);
  for (const [name, { schema }] of Object.entries(parameters)) {
    const values = call.query.getAll(name);
    const [value] = values;
    if (value === undefined) continue;
    const parsed = schema.safeParse(value);
    if (values.length > 1) invalid.push(givenTwice(name, values));
    else if (parsed.success) given[name] = parsed.data;
    else invalid.push(invalidItem(parsed.error.issues[0], ['query', name], value));
  }
  invalid.push(...misnamed('query', call.query.keys(), Object.keys(parameters)));
  if (invalid.length > 0) throw new Fault('invalid_request', undefined, { invalid });
  return given;
}

interface ValidatedCall {
  readonly kind: Kind;
  readonly subject: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A call whose subject and query are validated, as a check of the schema. */
export function validCheck({ kind, subject, query }: ValidatedCall): ValidCheck {
  return { kind: kind.name, subject: subject as Address, sizeSol: query.size_sol };
}

function givenTwice(name: string, values: readonly string[]): InvalidItem {
  return { type: 'float_type', loc: ['query', name], msg: 'Input should be given once', input: values.slice(0, 2) };
}
