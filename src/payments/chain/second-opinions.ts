import type { Wait } from 'assay-core/chain/rpc/call-wait.ts';
import type { Endpoint } from 'assay-core/chain/rpc/endpoint.ts';
import type { Method } from 'assay-core/chain/rpc/rpc-method.ts';
import type { Transport } from 'assay-core/chain/rpc/rpc-transport.ts';
import { missing, type Reading } from 'assay-core/lib/reading.ts';

/** The endpoints other than `from` that can be asked now. */
function readyOthers(transport: Transport, from: Endpoint | undefined): readonly Endpoint[] {
  return transport.endpoints.filter(({ health }, index) => {
    return transport.endpoints[index] !== from && !health.resting && !health.shunned;
  });
}

/** The endpoints other than `from` that can be asked now; all others where none can, because one must be asked. */
export function others(transport: Transport, from: Endpoint | undefined): readonly Endpoint[] {
  const ready = readyOthers(transport, from);
  return ready.length > 0 ? ready : transport.endpoints.filter((endpoint) => endpoint !== from);
}

/** The answer of each endpoint that can be asked now; `ask` must not reject. */
export function eachOf<T>(transport: Transport, ask: (endpoint: Endpoint) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(others(transport, undefined).map(ask));
}

/** The first result that passes, without waiting for later ones; null if none does. */
export async function firstThat<T>(results: readonly Promise<T>[], passes: (result: T) => boolean): Promise<T | null> {
  return new Promise((resolve) => {
    const tries = results.map(async (result) => {
      const value = await result;
      if (passes(value)) resolve(value);
    });
    void Promise.allSettled(tries).then(() => resolve(null));
  });
}

/** The doubtful answers, and their remedy: other endpoints were `asked`, if there are any, or one of them `agreed`. */
export interface Doubt<T> {
  readonly doubts: (value: T) => boolean;
  readonly needs: 'asked' | 'agreed';
}

/**
 * Makes a call, and asks the other endpoints if the answer is doubtful. The first answer without doubt wins. If there is none, the first
 * answer counts if others only had to be asked, and is a gap if one had to agree.
 */
export async function consult<I, T>(
  transport: Transport,
  method: Method<I, T>,
  input: I,
  wait: Wait,
  { doubts, needs }: Doubt<T>,
): Promise<Reading<T>> {
  const { reading: first, from } = await transport.call(method, input, wait);
  if (!first.known || !doubts(first.value)) return first;
  const asked = needs === 'agreed' ? others(transport, from) : readyOthers(transport, from);
  const opinions = asked.map(async (endpoint) => {
    return (await transport.callAt(endpoint, method, input, wait)).reading;
  });
  const better = await firstThat(opinions, (reading) => reading.known && !doubts(reading.value));
  if (better) return better;
  const answers = await Promise.all(opinions);
  const able = asked.some(({ limits }) => limits.refusalOf(method.name) === null);
  const stands = needs === 'asked' || !able || answers.some(({ known }) => known);
  return stands ? first : (answers[0] ?? first);
}

/**
 * The answer that two endpoints agree on, if as many are configured. The others are asked in turn until two answers are the `same`. The
 * gap is `rpc_disagrees` if all answers differ, and the second endpoint's gap if no other can answer.
 */
export async function agreed<I, T>(
  transport: Transport,
  method: Method<I, T>,
  input: I,
  wait: Wait,
  same: (one: T, other: T) => boolean,
): Promise<Reading<T>> {
  const { reading: first, from } = await transport.call(method, input, wait);
  if (!first.known || transport.configured === 1) return first;
  const values = [first.value];
  let gap: Reading<T> = missing(method.name, 'rpc_unavailable', 'no second endpoint could be asked');
  for (const endpoint of others(transport, from)) {
    const { reading } = await transport.callAt(endpoint, method, input, wait);
    if (!reading.known) {
      gap = reading;
      continue;
    }
    const { value } = reading;
    if (values.some((one) => same(one, value))) return reading;
    values.push(value);
  }
  return values.length === 1 ? gap : missing(method.name, 'rpc_disagrees', 'the endpoints tell different things');
}
