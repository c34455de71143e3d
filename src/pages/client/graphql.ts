import { cutTrouble, Troubled, troubleOf } from './trouble.ts';

/**
 * Reads server-sent events out of bytes that may be cut anywhere, inside of a character as well. Comments, `id` and
 * `retry` are left aside, as is an event that the stream ends in the middle of.
 */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #text = '';
  #event = '';
  #data: string[] = [];

  /** The events that these bytes complete. */
  feed(bytes: Uint8Array): readonly StreamEvent[] {
    this.#text += this.#decoder.decode(bytes, { stream: true });
    const events: StreamEvent[] = [];
    for (let line = this.#line(); line !== null; line = this.#line()) {
      const event = this.#take(line);
      if (event) events.push(event);
    }
    return events;
  }

  /** The next whole line. A carriage return at the very end may be the first half of a line break. */
  #line(): string | null {
    const found = /\r\n|\n|\r(?!$)/.exec(this.#text);
    if (!found) return null;
    const line = this.#text.slice(0, found.index);
    this.#text = this.#text.slice(found.index + found[0].length);
    return line;
  }

  #take(line: string): StreamEvent | null {
    if (line === '') return this.#finish();
    const [, name, value = ''] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? [];
    if (name === 'event') this.#event = value;
    if (name === 'data') this.#data.push(value);
    return null;
  }

  /** A blank line ends an event; one without data is none, unless it has a name, as `complete` has. */
  #finish(): StreamEvent | null {
    const event = { event: this.#event || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#event === '' && this.#data.length === 0;
    this.#event = '';
    this.#data = [];
    return isEmpty ? null : event;
  }
}

/** An operation to run. The key goes into a header and nowhere else. */
export interface GraphqlOperation {
  readonly query: string;
  readonly variables?: object;
  readonly key?: string | null;
  readonly signal?: AbortSignal;
}

const MEDIA = 'application/graphql-response+json, application/json;q=0.9';
const NOT_OF_A_KEY = /[^\x20-\x7e]/;

/** Runs a query in one answer. Throws `Troubled`, also where only a part of it failed. */
export async function runQuery<T>(operation: GraphqlOperation): Promise<T> {
  return resultIn<T>(await post(operation, MEDIA));
}

/**
 * Runs a subscription and yields each result as it comes. Throws `Troubled`: at once where the operation is refused, and
 * with code `NETWORK` where the stream ends before it is complete.
 */
export async function* stream<T>(operation: GraphqlOperation): AsyncGenerator<T> {
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

async function post({ query, variables = {}, key, signal }: GraphqlOperation, accept: string): Promise<Response> {
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

/** An event of a stream of server-sent events; `event` is `message` where the sender named none. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}
