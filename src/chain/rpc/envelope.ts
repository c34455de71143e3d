import { record } from './method.ts';
import { chainErrorText, type Failure, isBusy, type Outcome } from './outcome.ts';

/** A call as JSON-RPC 2.0 text. */
export function encodeCall(id: number, method: string, params: readonly unknown[]): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`;
}

/** One answer of a response. Bytes are an equal share of the response's: what one item took is not known without writing it again. */
function outcomeOf(answer: Readonly<Record<string, unknown>>, bytes: number): Outcome {
  const error = record(answer.error);
  if (error) {
    const code = typeof error.code === 'number' ? error.code : 0;
    // The message stays here: providers write keys and account names into it, and details are public.
    return { kind: 'refused', code, detail: `RPC error ${code}`, chainError: chainErrorOf(error) };
  }
  if (!('result' in answer)) return broken('an answer without result');
  return { kind: 'result', result: answer.result, bytes };
}

/** Nodes put it into `data`; some proxies say of a repeat in words only that it is one. */
function chainErrorOf(error: Readonly<Record<string, unknown>>): string | null {
  const said = record(error.data)?.err ?? null;
  if (said !== null) return chainErrorText(said);
  const repeated = typeof error.message === 'string' && /already (been )?processed/i.test(error.message);
  return repeated ? chainErrorText('AlreadyProcessed') : null;
}

function broken(detail: string): Outcome {
  const failure: Failure = { kind: 'broken', detail, retryAfterMs: null };
  return { kind: 'failed', failure };
}

/** The outcome of a request that carried one call. An error without an id is taken as its answer. */
export function readSingle(body: unknown, id: number, bytes: number): Outcome {
  const answer = record(body);
  if (!answer) return broken('the answer is not an object');
  const answers = answer.id === id || (answer.id === null && record(answer.error) !== null);
  return answers ? outcomeOf(answer, bytes) : broken('the answer has another id');
}

/**
 * The outcomes of a request that carried an array, in the order of `ids`; answers may come in any order. Null when the
 * endpoint does not take this array: it answered with one object instead.
 */
export function readArray(body: unknown, ids: readonly number[], bytes: number): readonly Outcome[] | null {
  if (!Array.isArray(body)) {
    const code = record(record(body)?.error)?.code;
    const whole = record(body);
    if (whole && typeof code === 'number' && isBusy(code)) return ids.map(() => outcomeOf(whole, 0));
    return record(body) === null ? ids.map(() => broken('the answer is not an array')) : null;
  }
  const share = Math.ceil(bytes / Math.max(1, ids.length));
  const byId = new Map<unknown, Outcome>();
  for (const entry of body) {
    const answer = record(entry);
    if (answer) byId.set(answer.id, outcomeOf(answer, share));
  }
  return ids.map((id) => byId.get(id) ?? broken('the array lacks an answer'));
}
