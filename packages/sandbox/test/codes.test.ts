import { readFileSync } from 'node:fs';
import { catalogue } from 'assay-core/rules/catalogue.ts';
import { describe, expect, test } from 'vitest';

/** Codes of a failure on the way, or of too much to read, which no account and no history of the sandbox's chain shows. */
const OF_FAILURES: Readonly<Record<string, string>> = {
  UNSUPPORTED_FORMAT: 'an endpoint answers in a format that is not known',
  PROVIDER_DISAGREES: 'two endpoints contradict each other',
  TIME_BUDGET: 'an endpoint answers late',
  RPC_UNAVAILABLE: 'an endpoint does not answer',
  PLAN_REFUSES: 'no endpoint serves what is read',
  DEV_HISTORY_UNREAD: 'an endpoint lacks transactions of the developer',
  HOLDER_HISTORY_UNREAD: 'an endpoint refuses the histories of holders',
  INCOMPLETE_READING: 'the service itself lost a reading',
  HOLDERS_INCONSISTENT: 'tokens move between two calls',
  HOLDERS_UNAVAILABLE: 'an endpoint refuses the list of holders',
  PRICE_HISTORY_CROWDED: 'more transactions name the vaults than a check reads',
  DUMP_NOT_EXCLUDED: 'more transactions name the vaults than a check reads',
};

/** The same of trades alone: what a token check reads further is not read there. */
const OF_FAILED_TRADES: Readonly<Record<string, string>> = {
  ...OF_FAILURES,
  LIMIT_REACHED: 'an endpoint answers with more bytes than a check reads',
  ACCOUNT_NOT_FOUND: 'an endpoint lacks an account that another one names',
};

interface Recorded {
  readonly body: { readonly reason_codes?: readonly string[] };
}

/** What the answers to the sandbox's subjects say; `test/answers` holds them to the service's. */
function codesShown(kind: 'token' | 'trade'): ReadonlySet<string> {
  const file = new URL(`../../../test/answers/sandbox-${kind}.json`, import.meta.url);
  const answers = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Recorded>);
  return new Set(answers.flatMap(({ body }) => body.reason_codes ?? []));
}

describe('each reason code has a subject in the sandbox that gets it, unless it tells of a failure', () => {
  test.each([
    ['token', OF_FAILURES],
    ['trade', OF_FAILED_TRADES],
  ] as const)('%s', (kind, ofFailures) => {
    const shown = codesShown(kind);
    const missing = Object.keys(catalogue[kind].codes).filter((code) => !shown.has(code));
    const known = Object.keys(catalogue[kind].codes).filter((code) => Object.hasOwn(ofFailures, code));
    expect(missing.sort()).toEqual(known.sort());
  });
});
