import { type CheckRequest, type Outcome, outcomeOf, type WireResult } from './answer.ts';
import { CHECKS, CHECKS_STREAM } from './documents.ts';
import { ask, stream } from './graphql.ts';
import { Troubled } from './trouble.ts';

/** What became of some of the checks that were asked for, by their places. */
export interface Arrival {
  readonly indexes: readonly number[];
  readonly outcome: Outcome;
}

interface Asked {
  readonly requests: readonly CheckRequest[];
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A refusal that says nothing of streams: the same question in another form would be refused alike. */
const FINAL = /^(PAYMENT_REQUIRED|INSUFFICIENT_BALANCE|API_KEY_UNKNOWN|TOO_MANY|REQUEST_|OPERATION_TOO_LARGE)/;

/**
 * Asks for a batch and yields what comes, as it comes. Where the way to the service does not let a stream through, it is
 * asked for in one piece: what a stream could not deliver cost nothing. Throws `Troubled`.
 */
export async function* runChecks(asked: Asked): AsyncGenerator<Arrival> {
  let begun = false;
  try {
    for await (const { checks } of stream<{ checks: { indexes: number[]; result: WireResult } }>(
      operation(CHECKS_STREAM, asked),
    )) {
      begun = true;
      yield { indexes: checks.indexes, outcome: outcomeOf(checks.result) };
    }
    return;
  } catch (error) {
    if (begun || !(error instanceof Troubled) || FINAL.test(error.trouble.code)) throw error;
  }
  const { checks } = await ask<{ checks: WireResult[] }>(operation(CHECKS, asked));
  for (const [index, result] of checks.entries()) yield { indexes: [index], outcome: outcomeOf(result) };
}

function operation(query: string, { requests, key, signal }: Asked) {
  const wire = requests.map(({ kind, ...rest }) => ({ ...rest, kind: kind.toUpperCase() }));
  return { query, variables: { requests: wire }, key, signal };
}
