import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';

const HEADER_CHARS_MAX = 4_096;

/**
 * The address that a request came from. Each of the `trustedHops` proxies adds the address that it saw on the right of X-Forwarded-For;
 * entries further left come from others and are ignored. At an entry that is no address the reading stops, and the nearest address to
 * the right of it counts. `unknown` where the socket has no address.
 */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  let address = peerOf(request.socket);
  if (trustedHops === 0) return address;
  const header = request.headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  const seen = text.slice(-HEADER_CHARS_MAX).split(',').slice(-trustedHops).reverse();
  for (const entry of seen) {
    const hop = plain(entry.trim());
    if (hop === null) break;
    address = hop;
  }
  return address;
}

const PEER = Symbol('peer');

/** The address of a connection, which is read once. */
function peerOf(socket: Socket & { [PEER]?: string }): string {
  socket[PEER] ??= plain(socket.remoteAddress ?? '') ?? 'unknown';
  return socket[PEER];
}

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/;
const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** The address without brackets, port, or the form that IPv6 sockets give to IPv4; null when it is none. */
function plain(text: string): string | null {
  const bare = BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text;
  if (isIP(bare) === 0) return null;
  return (isIPv6(bare) ? mappedIn(bare) : null) ?? bare.toLowerCase();
}

/** The IPv4 address in ::ffff:0:0/96. It has many spellings, which a URL normalises. */
function mappedIn(address: string): string | null {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [, high, low] = MAPPED.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return null;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .map((two) => `${two >> 8}.${two & 255}`)
    .join('.');
}
