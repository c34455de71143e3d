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
    ['IPv4 in that form, hexadecimal', '::ffff:909:909', undefined, 0, '9.9.9.9'],
    ['IPv4 in that form, in full, from a proxy', '192.0.2.1', '[0:0:0:0:0:FFFF:0909:0909]:80', 1, '9.9.9.9'],
    ['IPv4 in that form, with a zone', '::ffff:9.9.9.9%eth0', undefined, 0, '9.9.9.9'],
    ['IPv6 that ends like it', '2001:db8::ffff:909:909', undefined, 0, '2001:db8::ffff:909:909'],
    ['an address with its zone', 'fe80::1%ETH0', undefined, 0, 'fe80::1%eth0'],
    ['a word where the socket is gone', undefined, undefined, 0, 'unknown'],
  ])('is %s', (_what, socket, forwarded, hops, expected) => {
    expect(clientAddress(from(socket, forwarded), hops)).toBe(expected);
  });

  it('is an IPv4 address however IPv6 writes it', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '0::ffff:', '0:0:0:0:0:FFFF:'), (address, prefix) => {
        const hex = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
        const [a, b, c, d] = hex;
        for (const form of [address, `${a}${b}:${c}${d}`])
          expect(clientAddress(from(`${prefix}${form}`), 0)).toBe(address);
      }),
    );
  });

  it('cannot be moved by what a caller writes left of the trusted hops', () => {
    fc.assert(
      fc.property(fc.string(), (claimed) => {
        expect(clientAddress(from('192.0.2.1', `${claimed}, 10.0.0.7`), 1)).toBe('10.0.0.7');
      }),
    );
  });
});
