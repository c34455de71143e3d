import { EventReader } from './sse.ts';
import { cutTrouble, Troubled, troubleOf } from './trouble.ts';

/** An operation to run. The key goes into a header and nowhere else. */
export interface Operation {
  readonly query: string;
  readonly variables?: object;
  readonly key?: string | null;
  readonly signal?: AbortSignal;
}

const MEDIA = 'application/graphql-response+json, application/json;q=0.9';
const NOT_OF_A_KEY = /[^\x20-\x7e]/;

/** Runs a query in one answer. Throws `Troubled`, also where only a part of it failed. */
export async function ask<T>(operation: Operation): Promise<T> {
  return resultIn<T>(await post(operation, MEDIA));
}

/**
 * Runs a subscription and yields each result as it comes. Throws `Troubled`: at once where the operation is refused, and
 * with code `NETWORK` where the stream ends before it is complete.
 */
export async function* stream<T>(operation: Operation): AsyncGenerator<T> {
  const response = await post(operation, 'text/event-stream');
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.startsWith('text/event-stream') || !response.body) {
    yield resultIn<T>(response);
    return;
  }
  const reader = new EventReader();
  const body = response.body.getReader();
  try {
    for (let chunk = await read(body); chunk; chunk = await read(body)) {
      for (const { event, data } of reader.feed(chunk)) {
        if (event === 'complete') return;
        if (event === 'next') yield dataOf<T>(response, JSON.parse(data));
      }
    }
  } finally {
    void body.cancel().catch(() => undefined);
  }
  throw cut();
}

/** The next bytes; null at the end. */
async function read(body: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    const { done, value } = await body.read();
    return done ? null : value;
  } catch (error) {
    throw isAbort(error) ? error : cut();
  }
}

async function post({ query, variables = {}, key, signal }: Operation, accept: string): Promise<Response> {
  // A browser does not send such a header, and says so with the error of a connection that failed.
  if (key && NOT_OF_A_KEY.test(key)) throw new Troubled(troubleOf(401, { code: 'API_KEY_UNKNOWN' }));
  try {
    return await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...(key ? { 'x-api-key': key } : {}) },
      body: JSON.stringify({ query, variables }),
      credentials: 'omit',
      cache: 'no-store',
      ...(signal && { signal }),
    });
  } catch (error) {
    throw isAbort(error) ? error : cut();
  }
}

async function resultIn<T>(response: Response): Promise<T> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw response.ok ? cut() : new Troubled(troubleOf(response.status, null, response.headers.get('retry-after')));
  }
  return dataOf<T>(response, body);
}

function dataOf<T>({ status, headers }: Response, body: unknown): T {
  const { data, errors } = body as { data?: T | null; errors?: readonly object[] };
  if (data === undefined || data === null || (errors && errors.length > 0)) {
    throw new Troubled(troubleOf(status, body, headers.get('retry-after')));
  }
  return data;
}

function cut(): Troubled {
  return new Troubled(cutTrouble('What came stays. Checks that were under way and not delivered cost nothing.'));
}

/** Whether the person stopped it. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
