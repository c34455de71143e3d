import { parseSol } from '../../assay-client/src/decimal.ts';
import { isRecord } from '../../assay-client/src/json.ts';
import type { KindName } from './classes.ts';

/** A reason as an answer lists it. */
interface Reason {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}

/** A check's answer, as far as a person reads it. `body` is the whole of it. */
export interface CheckAnswer {
  readonly kind: KindName;
  readonly subject: string;
  readonly verdict: string;
  readonly schemaVersion: unknown;
  readonly codes: readonly string[];
  readonly flags: readonly string[];
  /** How many readings are missing. */
  readonly gaps: number;
  readonly confidence: number;
  readonly reasons: readonly Reason[];
  readonly sandbox: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The answer in a body, or null when it is no answer to this question. Status 200 alone proves nothing: a page of a proxy, or an answer
 * about another subject or size, must never be read as a verdict.
 */
export function readAnswer(
  body: unknown,
  kind: KindName,
  subject: string,
  size: string | null = null,
): CheckAnswer | null {
  if (!isRecord(body) || body.kind !== kind || body.subject !== subject) return null;
  const judgedSize = textAt(body, 'metrics.size_sol');
  if (size !== null && judgedSize !== null && parseSol(judgedSize) !== parseSol(size)) return null;
  const { verdict, confidence } = body;
  const codes = textsAt(body, 'reason_codes');
  if (typeof verdict !== 'string' || typeof confidence !== 'number' || codes.length === 0) return null;
  return {
    kind,
    subject,
    verdict,
    schemaVersion: body.schema_version,
    codes,
    flags: textsAt(body, 'flags'),
    gaps: listAt(body, 'gaps').length,
    confidence,
    reasons: listAt(body, 'reasons').map(readReason),
    sandbox: body.sandbox === true,
    body,
  };
}

function readReason(reason: unknown): Reason {
  return {
    code: textAt(reason, 'code') ?? '',
    severity: textAt(reason, 'severity') ?? '',
    message: textAt(reason, 'message') ?? '',
  };
}

/** What was charged and what is left, in words. */
export function chargeOf(body: unknown): string {
  const charged = textAt(body, 'billing.charged_usdc') ?? '?';
  const route = textAt(body, 'billing.route');
  const what = route === 'none' ? 'nothing' : `${charged} USDC${route ? ` by ${route}` : ''}`;
  return [what, ...leftOf(at(body, 'billing'))].join(', ');
}

function leftOf(billing: unknown): readonly string[] {
  const balance = textAt(billing, 'balance_usdc');
  const calls = numberAt(billing, 'pass.calls_left');
  const until = textAt(billing, 'pass.expires_at');
  const free = numberAt(billing, 'free_remaining');
  return [
    ...(balance === null ? [] : [`${balance} USDC left`]),
    ...(calls === null ? [] : [`${calls} calls of the pass left${until ? ` until ${until}` : ''}`]),
    ...(free === null ? [] : [`${free} free calls left today`]),
  ];
}

/** Reading JSON of which nothing is taken for granted: what is not of the expected type is as good as absent. */

/** The member at a path such as `billing.pass.tier`; undefined where there is none. It ignores prototypes. */
export function at(value: unknown, path: string): unknown {
  let inner: unknown = value;
  for (const name of path.split('.')) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Readonly<Record<string, unknown>>)[name];
  }
  return inner;
}

/** The text at a path, or null. */
export function textAt(value: unknown, path: string): string | null {
  const found = at(value, path);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The finite number at a path, or null. */
export function numberAt(value: unknown, path: string): number | null {
  const found = at(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** The list at a path, empty where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The texts of the list at a path. */
export function textsAt(value: unknown, path: string): readonly string[] {
  return listAt(value, path).filter((one): one is string => typeof one === 'string');
}
