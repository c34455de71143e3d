/** An event of a stream of server-sent events; `event` is `message` where the sender named none. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

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
