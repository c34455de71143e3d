import { type Answers, answerIn, type CheckKind, type Expected, type Verified } from './answers.ts';
import { AssayError, ownError, textOf } from './errors.ts';
import { isRecord } from './json.ts';

/** The most checks that one operation takes. */
export const CHECKS_MAX = 100;

/** `document` is the answer as REST sends it, so that what is signed and what is read are the same. */
export const CHECKS_DOCUMENT = `query Checks($requests: [CheckRequest!]!) {
  checks(requests: $requests) {
    ... on Check {
      document
      billing { route chargedUsdc balanceUsdc freeRemaining transaction replayed pass { tier callsLeft expiresAt } }
    }
    ... on CheckFault { code message retryable retryAfterSeconds invalid { path message input } }
  }
}`;

type Item = Verified<Answers[CheckKind]> | AssayError;

/** The results of `CHECKS_DOCUMENT`, each held against what was asked. One that does not hold is an AssayError in its place. */
export async function batchOf(data: unknown, expected: readonly Expected[]): Promise<readonly Item[]> {
  const results = isRecord(data) && Array.isArray(data.checks) ? data.checks : [];
  if (results.length !== expected.length)
    throw ownError('not_assay', 'the batch has other results than were asked for', { status: 200 });
  return await Promise.all(expected.map((one, at) => itemOf(results[at], one)));
}

async function itemOf(result: unknown, expected: Expected): Promise<Item> {
  if (!isRecord(result)) return ownError('not_assay', 'a result of the batch is missing', { status: 200 });
  if (!('document' in result)) return faultOf(result);
  const { document, billing } = result;
  const body = isRecord(document) && isRecord(billing) ? { ...document, billing: billingOf(billing) } : null;
  return await answerIn(body, expected).catch((error: unknown) => {
    if (error instanceof AssayError) return error;
    throw error;
  });
}

function faultOf({
  code,
  message,
  retryable,
  retryAfterSeconds,
  invalid,
}: Readonly<Record<string, unknown>>): AssayError {
  return new AssayError(textOf(code)?.toLowerCase() ?? 'refused', textOf(message) ?? 'the check was refused', {
    status: 200,
    retryable: retryable === true,
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
    ...(Array.isArray(invalid) && invalid.length > 0 && { problem: { detail: invalid } }),
  });
}

/** The bill of a GraphQL answer in the form of REST: what is null there is absent here. */
function billingOf(billing: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = Object.entries(billing).filter(([, value]) => value !== null && value !== false);
  return Object.fromEntries(known.map(([name, value]) => [snake(name), plain(name, value)]));
}

function plain(name: string, value: unknown): unknown {
  if (name === 'route' || name === 'tier') return String(value).toLowerCase();
  return isRecord(value) ? billingOf(value) : value;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
