import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { z } from 'zod';
import type { HttpDeps } from '#http/http-deps.ts';
import type { PageParameter } from '#http/page.ts';
import { checkCall, pathTemplate, toolName } from '#http/questions/calls.ts';
import { queryParameters, subjectSchema } from '#http/questions/parameters.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { verdictUrl } from '../addresses.ts';
import { kindAsked } from '../kind-input.ts';
import { CREDIT_ROUTE, freeNote, NOT_CHARGED, retries, X402_ROUTE } from '../words.ts';

export type UsageDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'examples' | 'freeCallsPerDay'>;

/** How one kind is asked. */
export type CheckUsage = ReturnType<typeof usageOf>;

/** The instructions for all kinds, or for the named one; a path has to name one. Throws `invalid_request` for an unknown kind. */
export function usageDocument(deps: UsageDeps, kind: string, where: PageParameter['in']) {
  const pay = payment(deps);
  if (kind !== '' || where === 'path') return { ...usageOf(deps, kinds[kindAsked(kind, where)]), pay };
  const what = 'Four checks of Solana objects. Put the subject into the path of the kind that you want.';
  return { what, checks: Object.values(kinds).map((each) => usageOf(deps, each)), pay };
}

function usageOf(deps: UsageDeps, kind: Kind) {
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
    price_usdc: pricesUsdc[kind.name],
    verdicts: kind.verdicts,
    reason_codes: `${settings.baseUrl}/reason-codes?kind=${kind.name}`,
    schema: verdictUrl(kind.name, settings.baseUrl),
  };
}

function parametersOf(kind: Kind) {
  const subject = {
    name: kind.subject,
    in: 'path',
    required: true,
    type: 'string',
    description: subjectSchema.description ?? '',
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

function payment({ settings, mcpBaseUrl, freeCallsPerDay }: UsageDeps) {
  const free = freeNote(freeCallsPerDay);
  const state = 'available';
  const routes = [
    { route: 'credit', state, how: CREDIT_ROUTE, guide: `${settings.baseUrl}/credits` },
    ...(settings.enabled ? [{ route: 'x402', state, how: X402_ROUTE }] : []),
    ...(free === null ? [] : [{ route: 'free', state, how: free, mcp: `${mcpBaseUrl}/mcp` }]),
  ];
  return {
    asset: 'USDC',
    network: settings.network,
    routes,
    retries: retries(settings),
    free: NOT_CHARGED,
  };
}
