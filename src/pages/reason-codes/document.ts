import { catalogue } from 'assay-core/rules/catalogue.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { Fault } from '#lib/fault.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';
import { kindAsked } from '../kind-input.ts';

/** The meaning of a reason code or a flag for one kind. The same code may weigh differently in another kind. */
export interface CodeUse {
  readonly code: string;
  readonly type: 'reason_code' | 'flag';
  readonly kind: Kind['name'];
  readonly severity: string;
  readonly meaning: string;
  readonly action: string;
  readonly url: string;
}

type ExplainedCode = CodeUse & { readonly others: readonly CodeUse[] };

interface CodeList {
  readonly schema_version: typeof SCHEMA_VERSION;
  readonly policy: string;
  readonly reason_codes: readonly CodeUse[];
  readonly flags: readonly CodeUse[];
}

/** Every reason code and flag, sorted. */
export function codeNames(baseUrl: string): readonly string[] {
  return [...new Set(allUses(baseUrl).map(({ code }) => code))].sort();
}

/** The document of `/reason-codes`: the codes of one kind, or of all. Throws `invalid_request` where there is no such kind. */
export function codeList(baseUrl: string, kind = ''): CodeList {
  const wanted = kind === '' ? allUses(baseUrl) : usesOf(kinds[kindAsked(kind, 'query')], baseUrl);
  return {
    schema_version: SCHEMA_VERSION,
    policy: 'Codes are added and never renamed.',
    reason_codes: wanted.filter(({ type }) => type === 'reason_code'),
    flags: wanted.filter(({ type }) => type === 'flag'),
  };
}

/** The meaning of a code, in either case, and its meanings for other kinds. Throws `not_found`, which names similar codes. */
export function explainedCode(code: string, baseUrl: string): ExplainedCode {
  const wanted = code.toUpperCase();
  const [first, ...others] = allUses(baseUrl).filter((use) => use.code === wanted);
  if (first) return { ...first, others };
  const alike = beginningAlike(wanted, codeNames(baseUrl));
  const known = alike.length > 0 ? ` Codes that begin alike: ${alike.join(', ')}.` : '';
  throw new Fault('not_found', `There is no such reason code.${known} GET /reason-codes lists all.`);
}

/** The document of `/reason-codes/{code}`, which names other kinds where there are some. */
export function codeDocument({ others, ...first }: ExplainedCode): object {
  return others.length === 0 ? first : { ...first, others };
}

const ALIKE_MAX = 5;
const ALIKE_CHARS_MIN = 3;

/** The codes that have the longest beginnings in common with the requested text. */
function beginningAlike(wanted: string, codes: readonly string[]): readonly string[] {
  const inCommon = (code: string) => {
    const differing = [...code].findIndex((letter, index) => wanted[index] !== letter);
    return differing < 0 ? code.length : differing;
  };
  return codes
    .map((code) => ({ code, chars: inCommon(code) }))
    .filter(({ chars }) => chars >= ALIKE_CHARS_MIN)
    .sort((a, b) => b.chars - a.chars)
    .slice(0, ALIKE_MAX)
    .map(({ code }) => code);
}

function allUses(baseUrl: string): readonly CodeUse[] {
  return Object.values(kinds).flatMap((kind) => usesOf(kind, baseUrl));
}

function usesOf(kind: Kind, baseUrl: string): readonly CodeUse[] {
  const url = (code: string) => `${baseUrl}/reason-codes/${code}`;
  const reasons = Object.entries(catalogue[kind.name].codes).map(([code, { severity, meaning, action }]): CodeUse => {
    return { code, type: 'reason_code', kind: kind.name, severity, meaning, action, url: url(code) };
  });
  const flags = Object.entries(catalogue[kind.name].flags).map(([code, meaning]): CodeUse => {
    const action = 'A flag by itself decides nothing; a reason of the same name may. Weigh it by your own policy.';
    return { code, type: 'flag', kind: kind.name, severity: 'info', meaning, action, url: url(code) };
  });
  return [...reasons, ...flags];
}
