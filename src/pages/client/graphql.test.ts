import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventReader, type StreamEvent } from './graphql.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function read(chunks: readonly Uint8Array[]): readonly StreamEvent[] {
  const reader = new EventReader();
  return chunks.flatMap((chunk) => reader.feed(chunk));
}

const line = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replace(/[\r\n\uFEFF]/g, '·'));
const sent = fc.record({
  event: fc.constantFrom('next', 'complete', 'message'),
  data: fc.array(line, { maxLength: 3 }),
});
const lineBreak = fc.constantFrom('\n', '\r\n', '\r');

describe('a stream of events', () => {
  it('says the same wherever its bytes are cut', () => {
    const cuts = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(sent), lineBreak, cuts, fc.boolean(), (events, end, breaks, pinged) => {
        const ping = pinged ? `:${end}${end}` : '';
        const text = events
          .map(
            ({ event, data }) =>
              `${ping}event: ${event}${end}${data.map((part) => `data: ${part}${end}`).join('')}${end}`,
          )
          .join('');
        // A reader cannot know whether a carriage return at the very end is whole.
        const whole = bytes(end === '\r' ? `${text}:` : text);
        const at = [0, ...breaks.map((position) => position % (whole.length + 1)), whole.length].sort((a, b) => a - b);
        const chunks = at.slice(1).map((to, index) => whole.slice(at[index], to));
        expect(read(chunks)).toEqual(events.map(({ event, data }) => ({ event, data: data.join('\n') })));
      }),
    );
  });

  it('reads what the service sends, with a character cut in two', () => {
    const whole = bytes(':\n\nevent: next\ndata: {"a":"π"}\n\nevent: complete\ndata:\n\n');
    const cut = whole.indexOf(0xcf) + 1;
    expect(read([whole.slice(0, cut), whole.slice(cut)])).toEqual([
      { event: 'next', data: '{"a":"π"}' },
      { event: 'complete', data: '' },
    ]);
  });

  it('leaves out an event that was cut off, fields that it does not know, and comments', () => {
    expect(read([bytes('id: 7\nretry: 10\ndata:x\n\n: ping\n\ndata: half')])).toEqual([
      { event: 'message', data: 'x' },
    ]);
  });
});
