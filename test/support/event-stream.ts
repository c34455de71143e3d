/** A stream of server-sent events under way. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; null when the stream is over. */
  next(): Promise<StreamEvent | null>;
  /** All that is left. */
  rest(): Promise<StreamEvent[]>;
  /** Cuts the connection. */
  leave(): void;
}

interface StreamEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
  readonly data: any;
}

/** Sends an operation and reads its answer as events. */
export async function openEvents(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const cut = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    signal: cut.signal,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no body');
  let buffered = '';
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const end = buffered.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        buffered += value;
        continue;
      }
      const block = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      const event = eventOf(block);
      if (event) return event;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const events: StreamEvent[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    leave: () => cut.abort(),
  };
}

/** Null for what has no data: a comment, which keeps a connection alive, and an id alone. */
function eventOf(block: string): StreamEvent | null {
  const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
  const value = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  if (!lines.some((line) => line.startsWith('data:'))) return null;
  return { event: value('event'), data: value('data') === '' ? null : JSON.parse(value('data')) };
}
