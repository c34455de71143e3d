import { Fault, type InvalidItem } from '#lib/fault.ts';
import { checkInput } from '#payments/challenge.ts';
import { pricesAtomic } from '#payments/prices.ts';
import type { PaidResource, PaymentSettings } from '#payments/x402/offer.ts';
import { type CheckCall, parseCheckCall, validateCall } from './check-call.ts';

const LOC: InvalidItem['loc'] = ['body', 'resource'];
/** The maximum length of a resource. */
export const RESOURCE_CHARS_MAX = 512;

/** The public URL of a check, with its known query parameters. */
export function resourceUrlOf(
  { kind, subject }: CheckCall,
  query: Readonly<Record<string, string>>,
  baseUrl: string,
): string {
  const search = Object.keys(query).length === 0 ? '' : new URLSearchParams(query).toString();
  const url = `${baseUrl}/check/${kind.name}/${encodeURIComponent(subject)}`;
  return search === '' ? url : `${url}?${search}`;
}

/**
 * The paid check of a path or an absolute URL of this service, validated like the check itself; template placeholders are refused.
 * Throws `invalid_request` (loc `["body","resource"]`), and `kind_not_available` for a kind that does not run yet.
 */
export function paidResource(resource: string, { baseUrl }: Pick<PaymentSettings, 'baseUrl'>): PaidResource {
  const call = callOf(resource, baseUrl);
  if (!call) {
    throw refused(resource, `Not a paid check: /check/{kind}/{subject} or its URL under ${baseUrl} expected`);
  }
  const { kind, subject } = call;
  const query = queryOf(call, resource);
  if (kind.state === 'planned') {
    throw new Fault('kind_not_available', `The ${kind.name} check does not run yet. It is never charged.`);
  }
  return {
    url: resourceUrlOf(call, query, baseUrl),
    description: kind.summary,
    priceAtomic: pricesAtomic[kind.name],
    input: checkInput(kind, subject, Object.keys(query).length > 0 ? query : undefined),
  };
}

function callOf(resource: string, baseUrl: string): CheckCall | null {
  if (resource.length > RESOURCE_CHARS_MAX) return null;
  const own = resource.startsWith(`${baseUrl}/`) ? resource.slice(baseUrl.length) : resource;
  const [, path, query] = /^([^?#]*)(?:\?([^#]*))?(?:#.*)?$/.exec(own) ?? [];
  return path === undefined ? null : parseCheckCall(path, query ?? '');
}

function queryOf(call: CheckCall, resource: string): Readonly<Record<string, string>> {
  try {
    return validateCall(call, false);
  } catch (error) {
    const [first] = error instanceof Fault ? (error.extra.invalid ?? []) : [];
    if (!first) throw error;
    throw refused(resource, `${String(first.loc.at(-1))}: ${first.msg}`);
  }
}

function refused(resource: string, msg: string): Fault {
  const echo = resource.length <= RESOURCE_CHARS_MAX ? { input: resource } : {};
  return new Fault('invalid_request', msg, { invalid: [{ loc: LOC, msg, type: 'value_error', ...echo }] });
}
