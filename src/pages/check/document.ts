import type { z } from 'zod';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { type Page, type PageParameter, REVALIDATED } from '#http/page.ts';
import { checkCall, pathTemplate, toolName } from '#http/questions/calls.ts';
import { isKind } from '#http/questions/check-call.ts';
import { notListed, queryParameters } from '#http/questions/parameters.ts';
import { Fault } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import { verdictUrl } from '../addresses.ts';
import { htmlForm } from '../html.ts';
import { CREDIT_ROUTE, freeNote, NOT_CHARGED, retries, X402_ROUTE } from '../words.ts';
import { type ShownUsage, type UsagePay, usageHtml } from './view.tsx';

type UsageDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'examples' | 'freeCallsPerDay'>;

const names = Object.keys(kinds);

/** The pages that answer a check without a subject with instructions, instead of a not-found. */
export function usagePages(deps: UsageDeps): readonly Page[] {
  const page = (path: string, where: PageParameter['in'], operationId: string, summary: string): Page => ({
    path,
    operationId,
    summary,
    tag: 'Usage',
    mediaType: 'application/json',
    parameters: [{ name: 'kind', in: where, description: 'The kind of check.', values: names, example: 'funder' }],
    refusals: { 422: 'The kind is not one of the list.' },
    headers: REVALIDATED,
    read: ({ kind = '' }) => usage(deps, kind, where),
    alternative: htmlForm(({ kind = '' }) => {
      const asked = usage(deps, kind, where);
      const checks = 'checks' in asked ? asked.checks : [asked];
      return usageHtml({
        site: deps.settings,
        path: kind === '' ? '/check' : `/check/${kind}`,
        checks,
        pay: asked.pay,
      });
    }),
  });
  return [
    page('/check', 'query', 'checkUsage', 'How to call the checks, or one kind of check'),
    page('/check/{kind}', 'path', 'checkKindUsage', 'How to call one kind of check; a trailing slash changes nothing'),
  ];
}

type PaidUsage = { readonly pay: UsagePay };
type UsageDocument = PaidUsage & (ShownUsage | { readonly what: string; readonly checks: readonly ShownUsage[] });

function usage(deps: UsageDeps, kind: string, where: PageParameter['in']): UsageDocument {
  const pay = payment(deps);
  if (kind === '' && where === 'query') {
    const what = 'Four checks of Solana objects. Put the subject into the path of the kind that you want.';
    return { what, checks: Object.values(kinds).map((each) => instructions(deps, each)), pay };
  }
  if (!isKind(kind)) {
    throw new Fault('invalid_request', undefined, { invalid: [notListed([where, 'kind'], kind, names)] });
  }
  return { ...instructions(deps, kinds[kind]), pay };
}

function instructions(deps: UsageDeps, kind: Kind): ShownUsage & Readonly<Record<string, unknown>> {
  const { settings } = deps;
  const path = pathTemplate(kind);
  return {
    kind: kind.name,
    state: kind.state,
    what: kind.summary,
    method: 'GET',
    path,
    url_template: `${settings.baseUrl}${path}`,
    parameters: parametersOf(kind),
    example: checkCall(kind, deps),
    mcp: { url: `${deps.mcpBaseUrl}/mcp`, tool: toolName(kind) },
    price_usdc: formatUsdc(kind.priceAtomic),
    verdicts: kind.verdicts,
    reason_codes: `${settings.baseUrl}/reason-codes?kind=${kind.name}`,
    schema: verdictUrl(kind.name, settings.baseUrl),
  };
}

function parametersOf(kind: Kind): ShownUsage['parameters'] {
  const subject = {
    name: kind.subject,
    in: 'path',
    required: true,
    type: 'string',
    description: 'A Solana address: base58 of exactly 32 bytes.',
  };
  const query = Object.entries(queryParameters(kind)).map(([name, { schema, fallback }]) => ({
    name,
    in: 'query',
    required: false,
    type: 'number',
    default: Number(fallback),
    ...bounds(schema.meta() ?? {}),
    description: schema.description ?? '',
  }));
  return [subject, ...query];
}

/** The bounds in a parameter's schema; empty without any. */
function bounds({ exclusiveMinimum, maximum, examples }: z.GlobalMeta): object {
  return { exclusive_minimum: exclusiveMinimum, maximum, examples };
}

function payment({ settings, mcpBaseUrl, freeCallsPerDay }: UsageDeps): UsagePay & Readonly<Record<string, unknown>> {
  const free = freeNote(freeCallsPerDay);
  const routes: (UsagePay['routes'][number] & Readonly<Record<string, unknown>>)[] = [
    { route: 'credit', state: 'available', how: CREDIT_ROUTE, guide: `${settings.baseUrl}/credits` },
  ];
  if (settings.enabled) routes.push({ route: 'x402', state: 'available', how: X402_ROUTE });
  if (free !== null) routes.push({ route: 'free', state: 'available', how: free, mcp: `${mcpBaseUrl}/mcp` });
  return {
    asset: 'USDC',
    network: settings.network,
    routes,
    retries: retries(settings),
    free: NOT_CHARGED,
  };
}
