import type { Kind } from 'assay-core/rules/check.ts';
import { parseSize, SIZE_SOL_DEFAULT, SIZE_SOL_MAX, SIZE_SOL_PATTERN } from 'assay-core/rules/trade/size.ts';
import { parseAddress, parseSignature } from 'assay-core/solana/address.ts';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { InvalidItem } from '#lib/fault.ts';
import { plainDecimal } from '#schema/scalars.ts';

/** Longer inputs are not repeated in the answer. */
const INPUT_CHARS_MAX = 256;

/** Explains base58, for callers who lost upper case or typed a look-alike character. */
function base58Rule(bytes: number, min: number, max: number): string {
  return `Expected is base58 of exactly ${bytes} bytes: ${min} to ${max} characters of 1-9, A-Z and a-z without 0, O, I and l. Upper and lower case matter, so send it exactly as it was given.`;
}

/** How to write a valid value, added to the description of the problem. */
const rules = {
  address: base58Rule(32, 32, 44),
  signature: base58Rule(64, 64, 88),
  size: `Expected is a number such as ${SIZE_SOL_DEFAULT} or 1e-7, more than 0 and at most ${SIZE_SOL_MAX}, without a sign, with up to nine decimals.`,
} as const;

const taught: ReadonlySet<string> = new Set(Object.values(rules));

/** The rule that a value broke, if its schema has one. */
function ruleOf({ message }: { readonly message: string }): string | null {
  return taught.has(message) ? message : null;
}

/** The subject in a path: base58 of exactly 32 bytes. */
export const subjectSchema = z
  .string()
  .min(32, { abort: true, error: rules.address })
  .max(44, { abort: true, error: rules.address })
  .regex(/^[1-9A-HJ-NP-Za-km-z]+$/, { abort: true, error: rules.address })
  .refine((text) => parseAddress(text) !== null, {
    error: rules.address,
    params: { error: 'base58 of exactly 32 bytes expected' },
  })
  .meta({ description: 'A Solana address: base58 of exactly 32 bytes.' });

/** A transaction signature in a body: base58 of exactly 64 bytes. */
export const signatureSchema = z
  .string()
  .min(64, { abort: true, error: rules.signature })
  .max(88, { abort: true, error: rules.signature })
  .regex(/^[1-9A-HJ-NP-Za-km-z]+$/, { abort: true, error: rules.signature })
  .refine((text) => parseSignature(text) !== null, {
    error: rules.signature,
    params: { error: 'base58 of exactly 64 bytes expected' },
  })
  .meta({ description: 'A transaction signature: base58 of exactly 64 bytes.', example: '1'.repeat(64) });

/**
 * A size in SOL up to the maximum, compared in lamports, because a double would round the last of nine decimals. An exponent is read,
 * because languages print small numbers with one. No `multipleOf` says how small a step is: validators divide doubles, and most of them
 * find that 0.5 is no multiple of 1e-9.
 */
const sizeSchema = z
  .string()
  .overwrite((text) => (SIZE_SOL_PATTERN.test(text) ? text : plainDecimal(text)))
  .refine((text) => SIZE_SOL_PATTERN.test(text), { abort: true, error: rules.size, params: { decimal: true } })
  .refine((text) => /[1-9]/.test(text), { abort: true, error: rules.size, params: { gt: 0 } })
  .refine((text) => parseSize(text) !== null, { error: rules.size, params: { le: SIZE_SOL_MAX } })
  .meta({
    type: 'number',
    exclusiveMinimum: 0,
    maximum: SIZE_SOL_MAX,
    default: Number(SIZE_SOL_DEFAULT),
    examples: [0.1, Number(SIZE_SOL_DEFAULT), 10],
    description: `Size of the trade in SOL: more than 0, at most ${SIZE_SOL_MAX}, as a decimal with up to nine decimals or the same with an exponent. ${SIZE_SOL_DEFAULT} where it is absent.`,
  });

/** A query parameter of a kind. `fallback` is its default. */
export interface QueryParameter {
  readonly schema: z.ZodType<string>;
  readonly fallback: string;
}

/** The query parameters of a kind, by name. A near miss is refused; parameters of trackers and proxies are ignored. */
export function queryParameters({ sized }: Kind): Readonly<Record<string, QueryParameter>> {
  return sized ? { size_sol: { schema: sizeSchema, fallback: SIZE_SOL_DEFAULT } } : {};
}

/** Words for the size of a trade, in the name of a parameter whose words are parted by `_`. */
const SIZE_WORDS = /size|amount|lamport|quantity|(?:^|_)(?:sols?|qty|amt)(?:_|$)/;

/** So many names are read of a request, and so many characters of a name are repeated. */
const NAMES_MAX = 100;
const MISNAMED_MAX = 5;

/** A name of at least this many letters may differ in two letters, a shorter one in one letter. */
const LONG_NAME_CHARS_MIN = 7;
/** In so short a name one other letter makes another word. */
const SHORT_NAME_CHARS_MAX = 4;

/** The one of `known` that a name almost is. Ignoring such a name would silently change what is asked and paid for. */
export function nearMiss(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const given = bare(name);
  return known.find((one) => {
    const meant = bare(one);
    // Answers call a key `api_key`.
    if (given === meant || given === `api${meant}` || (namesSize(name) && namesSize(one))) return true;
    const lettersMax = meant.length < LONG_NAME_CHARS_MIN ? 1 : 2;
    if (meant.length <= SHORT_NAME_CHARS_MAX || Math.abs(given.length - meant.length) > lettersMax) return false;
    return distance(given, meant) <= lettersMax;
  });
}

/** The items of a 422 for the names that are almost known ones: the first few, because a caller makes no more such mistakes. */
export function misnamed(where: string, names: Iterable<string>, known: readonly string[]): readonly InvalidItem[] {
  const read = [...new Set(names)].slice(0, NAMES_MAX);
  const items = read.flatMap((name) => {
    const meant = nearMiss(name, known);
    const loc = [where, name.slice(0, NAMES_MAX)];
    return meant === undefined ? [] : [{ type: 'extra_forbidden', loc, msg: `Not read: it is called ${meant}` }];
  });
  return items.slice(0, MISNAMED_MAX);
}

function namesSize(name: string): boolean {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  return SIZE_WORDS.test(words.replace(/[^a-z]+/g, '_'));
}

/** A name without case and separators. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

type Issue = z.core.$ZodIssue;

type Said = Pick<InvalidItem, 'msg' | 'type' | 'ctx'>;

/**
 * The 422 item of one zod issue, in the wording of FastAPI, followed by the schema's rule if it has one, so that the reader learns the
 * valid form.
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
  if (issue.code === 'invalid_format' && issue.pattern !== undefined) return patternMismatch(issue.pattern);
  if (issue.code === 'custom' && issue.params) return ofParams(issue.params, input);
  return valueError(issue.message);
}

function patternMismatch(zodPattern: string): Said {
  const pattern = zodPattern.replace(/^\/|\/[a-z]*$/g, '');
  return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
}

/** A text that is no number in any notation gets a clearer message than the pattern. */
function notDecimal(input: string): Said {
  if (input.trim() !== '' && !Number.isNaN(Number(input))) return patternMismatch(SIZE_SOL_PATTERN.source);
  return { type: 'float_parsing', msg: 'Input should be a valid number, unable to parse string as a number' };
}

/** The message of a custom refinement: an error, or the bound that was crossed. */
function ofParams(params: Readonly<Record<string, unknown>>, input: string): Said {
  const { error, decimal, gt, le } = params;
  if (typeof error === 'string') return valueError(error);
  if (decimal === true) return notDecimal(input);
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
