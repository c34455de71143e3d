import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

function from(socket: string | undefined, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress: socket } } as unknown as IncomingMessage;
}

describe('clientAddress', () => {
  it.each([
    ['the socket, whatever is claimed', '192.0.2.1', '10.0.0.1', 0, '192.0.2.1'],
    ['the rightmost for one hop', '192.0.2.1', '10.0.0.1, 10.0.0.2', 1, '10.0.0.2'],
    ['the leftmost where fewer hops stand there', '192.0.2.1', '10.0.0.2', 3, '10.0.0.2'],
    ['the socket without the header', '192.0.2.1', undefined, 1, '192.0.2.1'],
    ['the nearest address before what is none', '192.0.2.1', '10.0.0.1, unknown, 10.0.0.3', 3, '10.0.0.3'],
    ['an address without its port', '192.0.2.1', '10.0.0.1:4711', 1, '10.0.0.1'],
    ['an address without brackets', '192.0.2.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
    ['IPv4 in the form of IPv6 sockets', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
    ['a word where the socket is gone', undefined, undefined, 0, 'unknown'],
  ])('is %s', (_what, socket, forwarded, hops, expected) => {
    expect(clientAddress(from(socket, forwarded), hops)).toBe(expected);
  });

  it('cannot be moved by what a caller writes left of the trusted hops', () => {
    fc.assert(
      fc.property(fc.string(), (claimed) => {
        expect(clientAddress(from('192.0.2.1', `${claimed}, 10.0.0.7`), 1)).toBe('10.0.0.7');
      }),
    );
  });
});
