import type { z } from 'zod';
import type { InvalidItem } from '#lib/fault.ts';
import { ruleOf } from './parameters.ts';

type Issue = z.core.$ZodIssue;
type Said = Pick<InvalidItem, 'msg' | 'type' | 'ctx'>;

/** An input longer than this is not sent back: it would only be an echo of noise. */
const INPUT_CHARS_MAX = 256;

/**
 * The 422 item of one zod issue, in the wording that clients of FastAPI services already know, and then, where the schema
 * has one, the rule in words: a reader who sent what is wrong learns what is right.
 */
export function invalidItem(issue: Issue | undefined, loc: InvalidItem['loc'], input: string): InvalidItem {
  const { type, msg: wrong, ctx } = issue ? said(issue, input) : valueError('Invalid input');
  const rule = issue ? ruleOf(issue) : null;
  const msg = rule === null ? wrong : `${wrong}. ${rule}`;
  return { type, loc, msg, ...(input.length <= INPUT_CHARS_MAX && { input }), ...(ctx && { ctx }) };
}

function said(issue: Issue, input: string): Said {
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum);
    return {
      type: 'string_too_short',
      msg: `String should have at least ${min} characters`,
      ctx: { min_length: min },
    };
  }
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum);
    return { type: 'string_too_long', msg: `String should have at most ${max} characters`, ctx: { max_length: max } };
  }
  if (issue.code === 'invalid_format' && issue.pattern !== undefined) return patternMismatch(issue.pattern, input);
  if (issue.code === 'custom' && issue.params) return ofParams(issue.params);
  return valueError(issue.message);
}

function patternMismatch(zodPattern: string, input: string): Said {
  const pattern = zodPattern.replace(/^\/|\/[a-z]*$/g, '');
  // Only a number's pattern starts with a digit class; text that is no number in any notation says so more clearly.
  if (pattern.startsWith('^\\d') && (input.trim() === '' || Number.isNaN(Number(input)))) {
    return {
      type: 'float_parsing',
      msg: 'Input should be a valid number, unable to parse string as a number',
    };
  }
  return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
}

/** What a test of our own has to say for itself: an error, or the bound that was crossed. */
function ofParams(params: Readonly<Record<string, unknown>>): Said {
  const { error, gt, le } = params;
  if (typeof error === 'string') return valueError(error);
  return gt === undefined
    ? { type: 'less_than_equal', msg: `Input should be less than or equal to ${String(le)}`, ctx: { le } }
    : { type: 'greater_than', msg: `Input should be greater than ${String(gt)}`, ctx: { gt } };
}

function valueError(error: string): Said {
  return { type: 'value_error', msg: `Value error, ${error}`, ctx: { error } };
}

/** The 422 item for a value outside a closed list. */
export function notListed(loc: InvalidItem['loc'], input: string, listed: readonly string[]): InvalidItem {
  const quoted = listed.map((name) => `'${name}'`);
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  const echo = input.length <= INPUT_CHARS_MAX ? { input } : {};
  return { type: 'enum', loc, msg: `Input should be ${expected}`, ...echo, ctx: { expected } };
}
