import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const WIDER_GROUPS = 3;
const DOTTED_END = /\d+\.\d+\.\d+\.\d+$/;

/** IPv6 addresses that have an IPv4 address inside: mapped (RFC 4291), by NAT64 (RFC 6052), and of 6to4 (RFC 3056). */
const IPV4_INSIDE = [/^0:0:0:0:0:ffff:([^:]+):([^:]+)$/, /^64:ff9b:0:0:0:0:([^:]+):([^:]+)$/, /^2002:([^:]+):([^:]+):/];

/**
 * The network by which callers are counted: an IPv4 address as it is, an IPv6 address by its /64, because the owner of one address of that
 * network has them all. An IPv4 address inside an IPv6 address counts instead, because with 6to4 each caller has a /48 and behind NAT64
 * all share one /64. In ::/64, which holds loopback, the whole address counts. Other text is returned unchanged.
 */
export function networkGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return ipv4In(groups) ?? ownNetwork(groups);
}

function ownNetwork(groups: readonly string[]): string {
  return isNobodys(groups) ? groups.join(':') : `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/**
 * The network around a caller that is assigned as a whole: the /24 of an IPv4 address, also of one inside an IPv6 address, else the
 * /48. Null for IPv6 loopback and for text that is no address.
 */
export function widerNetworkOf(address: string): string | null {
  const own = networkGroup(address);
  if (isIPv4(own)) return own.replace(/\d+$/, '0/24');
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  return isNobodys(groups) ? null : `${groups.slice(0, WIDER_GROUPS).join(':')}::/48`;
}

/** The range of addresses that is assigned as a whole: the network around a caller, or the caller's own if there is none. */
export function addressRange(address: string): string {
  return widerNetworkOf(address) ?? networkGroup(address);
}

function isNobodys(groups: readonly string[]): boolean {
  return groups.slice(0, NETWORK_GROUPS).every((group) => group === '0');
}

/** The IPv4 address inside an IPv6 address, if there is one. */
function ipv4In(groups: readonly string[]): string | null {
  const text = groups.join(':');
  for (const form of IPV4_INSIDE) {
    const [, high, low] = form.exec(text) ?? [];
    if (high !== undefined && low !== undefined) return `${bytesOf(high)}.${bytesOf(low)}`;
  }
  return null;
}

/** A group of an IPv6 address as two of the numbers of an IPv4 address. */
function bytesOf(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 255}`;
}

/** The eight groups of an IPv6 address in lower case without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const bare = address.replace(/%.*$/, '').replace(DOTTED_END, hexOf);
  const [left = [], right = []] = bare.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const between = new Array<string>(GROUPS - left.length - right.length).fill('0');
  return [...left, ...between, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

/** An IPv4 address as the last two groups of an IPv6 address. */
function hexOf(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
