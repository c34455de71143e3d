import { catalogue } from '#checks/catalogue.ts';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { CACHED, type Page } from '#http/page.ts';
import { isKind } from '#http/questions/check-call.ts';
import { notListed } from '#http/questions/parameters.ts';
import { Fault } from '#lib/fault.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';
import type { Site } from '../frame.tsx';
import { htmlForm, madeOnce } from '../html.ts';
import { codeHtml, codeListHtml } from './view.tsx';

/** A reason code or flag of one kind as the pages show it. The same code may weigh differently in another kind. */
interface CodeUse {
  readonly code: string;
  readonly type: 'reason_code' | 'flag';
  readonly kind: Kind['name'];
  readonly severity: string;
  readonly meaning: string;
  readonly action: string;
  readonly url: string;
}

const names = Object.keys(kinds);

/** Every reason code and flag, sorted. */
export function codeNames(baseUrl: string): readonly string[] {
  return [...new Set(allUses(baseUrl).map(({ code }) => code))].sort();
}

/** The document of `/reason-codes`. */
export function codeList(baseUrl: string): object {
  return listed(allUses(baseUrl), '');
}

/** The meaning of a code, in either case, and its meanings for other kinds. Throws `not_found`, which names similar codes. */
export function explainedCode(code: string, baseUrl: string): CodeUse & { readonly others: readonly CodeUse[] } {
  const wanted = code.toUpperCase();
  const [first, ...others] = allUses(baseUrl).filter((use) => use.code === wanted);
  if (first) return { ...first, others };
  const alike = beginningAlike(wanted, codeNames(baseUrl));
  const known = alike.length > 0 ? ` Codes that begin alike: ${alike.join(', ')}.` : '';
  throw new Fault('not_found', `There is no such reason code.${known} GET /reason-codes lists all.`);
}

const ALIKE_MAX = 5;
const ALIKE_CHARS_MIN = 3;

/** The codes that have the longest beginnings in common with what was asked for. */
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

/** The pages that explain every reason code and flag of the registry. */
export function codePages(site: Site & { readonly baseUrl: string }): readonly Page[] {
  const { baseUrl } = site;
  const listHtml = madeOnce((kind: string) => {
    const { reason_codes: reasons, flags } = listed(uses, kind);
    return codeListHtml({ site, kinds: names, kind, uses: [...reasons, ...flags] });
  });
  const uses = allUses(baseUrl);
  const codes = codeNames(baseUrl);
  const shared = { tag: 'Documents', mediaType: 'application/json', headers: CACHED } as const;
  return [
    {
      ...shared,
      path: '/reason-codes',
      operationId: 'reasonCodes',
      summary: 'Every reason code and flag, with meaning, severity and what to do',
      parameters: [
        { name: 'kind', in: 'query', description: 'Only those of this kind.', values: names, example: 'funder' },
      ],
      refusals: { 422: 'The kind is not one of the list.' },
      read: ({ kind = '' }) => listed(uses, kind),
      alternative: htmlForm(({ kind = '' }) => listHtml(kind)),
    },
    {
      ...shared,
      path: '/reason-codes/{code}',
      operationId: 'reasonCode',
      summary: 'One reason code or flag',
      parameters: [
        { name: 'code', in: 'path', description: 'A code.', values: codes, example: codes[0] ?? 'RPC_UNAVAILABLE' },
      ],
      refusals: { 404: 'There is no such code.' },
      read: ({ code = '' }) => explained(code, baseUrl),
      alternative: htmlForm(({ code = '' }) => {
        const { others, ...first } = explainedCode(code, baseUrl);
        return codeHtml({ site, uses: [first, ...others] });
      }),
    },
  ];
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

interface CodeList {
  readonly schema_version: typeof SCHEMA_VERSION;
  readonly policy: string;
  readonly reason_codes: readonly CodeUse[];
  readonly flags: readonly CodeUse[];
}

function listed(uses: readonly CodeUse[], kind: string): CodeList {
  if (kind !== '' && !isKind(kind)) {
    throw new Fault('invalid_request', undefined, { invalid: [notListed(['query', 'kind'], kind, names)] });
  }
  const wanted = uses.filter((use) => kind === '' || use.kind === kind);
  return {
    schema_version: SCHEMA_VERSION,
    policy: 'Codes are added and never renamed.',
    reason_codes: wanted.filter(({ type }) => type === 'reason_code'),
    flags: wanted.filter(({ type }) => type === 'flag'),
  };
}

function explained(code: string, baseUrl: string): object {
  const { others, ...first } = explainedCode(code, baseUrl);
  return others.length === 0 ? first : { ...first, others };
}
