import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { Fault } from '#lib/fault.ts';
import { isKind } from '../rest/check-call.ts';
import { notListed } from '../rest/invalid.ts';
import { CACHED, type Page } from './page.ts';

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

/** The pages that explain every reason code and flag of the registry. */
export function codePages(baseUrl: string): readonly Page[] {
  const uses = Object.values(kinds).flatMap((kind) => usesOf(kind, baseUrl));
  const codes = [...new Set(uses.map(({ code }) => code))].sort();
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
      read: ({ code }) => explained(uses.filter((use) => use.code === code)),
    },
  ];
}

function usesOf(kind: Kind, baseUrl: string): readonly CodeUse[] {
  const url = (code: string) => `${baseUrl}/reason-codes/${code}`;
  const reasons = Object.entries(kind.codes).map(([code, { severity, meaning, action }]): CodeUse => {
    return { code, type: 'reason_code', kind: kind.name, severity, meaning, action, url: url(code) };
  });
  const flags = Object.entries(kind.flags).map(([code, meaning]): CodeUse => {
    const action = 'A flag by itself decides nothing; a reason of the same name may. Weigh it by your own policy.';
    return { code, type: 'flag', kind: kind.name, severity: 'info', meaning, action, url: url(code) };
  });
  return [...reasons, ...flags];
}

function listed(uses: readonly CodeUse[], kind: string): object {
  if (kind !== '' && !isKind(kind)) {
    throw new Fault('invalid_request', undefined, { invalid: [notListed(['query', 'kind'], kind, names)] });
  }
  const wanted = uses.filter((use) => kind === '' || use.kind === kind);
  return {
    schema_version: 1,
    policy: 'Codes are added and never renamed.',
    reason_codes: wanted.filter(({ type }) => type === 'reason_code'),
    flags: wanted.filter(({ type }) => type === 'flag'),
  };
}

function explained([first, ...others]: readonly CodeUse[]): object {
  if (!first) throw new Fault('not_found', 'There is no such reason code. GET /reason-codes lists all.');
  return others.length === 0 ? first : { ...first, others };
}
