import { z } from 'zod';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import { invalidItem, misnamed } from './questions/parameters.ts';

type Issue = z.core.$ZodIssue;
type Said = Pick<InvalidItem, 'msg' | 'type' | 'ctx'>;

/** The body by its schema. Throws `invalid_request` with an item for each member that is missing, malformed or misspelt. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  if (body === undefined) throw refused([{ type: 'missing', loc: ['body'], msg: 'Field required' }]);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const type = 'model_attributes_type';
    throw refused([{ type, loc: ['body'], msg: 'Input should be a JSON object' }]);
  }
  const others = schema instanceof z.ZodObject ? misnamed('body', Object.keys(body), Object.keys(schema.shape)) : [];
  const parsed = schema.safeParse(body);
  if (parsed.success && others.length === 0) return parsed.data;
  const ofMember = new Map<string, Issue>();
  for (const issue of parsed.error?.issues ?? []) {
    const member = String(issue.path[0] ?? '');
    // Of several issues of a number, the type comes first, else the narrower bound, which is the last one.
    if (ofMember.get(member)?.code !== 'invalid_type') ofMember.set(member, issue);
  }
  const members = body as Readonly<Record<string, unknown>>;
  throw refused([...[...ofMember].map(([member, issue]) => itemOf(issue, member, members)), ...others]);
}

function refused(invalid: readonly InvalidItem[]): Fault {
  return new Fault('invalid_request', invalid.map(({ msg }) => msg).join('; '), { invalid });
}

function itemOf(issue: Issue, member: string, body: Readonly<Record<string, unknown>>): InvalidItem {
  const loc = ['body', member];
  const value = Object.hasOwn(body, member) ? body[member] : undefined;
  if (value === undefined) return { type: 'missing', loc, msg: 'Field required' };
  const { type, msg, ctx } = said(issue, value) ?? {};
  if (!type || !msg) return invalidItem(issue, loc, String(value));
  const echo = typeof value === 'number' || typeof value === 'boolean' || value === null ? { input: value } : {};
  return { type, loc, msg, ...echo, ...(ctx && { ctx }) };
}

/** The problem of a member with a wrong type or number; null for a malformed text. */
function said(issue: Issue, value: unknown): Said | null {
  if (issue.code === 'invalid_type') return wrongType(issue.expected, value);
  if (typeof value !== 'number') return null;
  if (issue.code === 'too_small') {
    const ge = Number(issue.minimum);
    return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${ge}`, ctx: { ge } };
  }
  if (issue.code !== 'too_big') return null;
  const le = Number(issue.maximum);
  return { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } };
}

function wrongType(expected: string, value: unknown): Said {
  if (expected === 'string') return { type: 'string_type', msg: 'Input should be a valid string' };
  if (expected === 'boolean') return { type: 'bool_type', msg: 'Input should be a valid boolean' };
  if (typeof value !== 'number') return { type: 'int_type', msg: 'Input should be a valid integer' };
  const msg = 'Input should be a valid integer, got a number with a fractional part';
  return { type: 'int_from_float', msg };
}
