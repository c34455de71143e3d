import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const DOTTED_END = /\d+\.\d+\.\d+\.\d+$/;

/**
 * What callers are counted by: an IPv4 address as it is, an IPv6 address by its /64, because whoever has one address of
 * that network has all of it. Nobody's network is ::/64, which holds loopback and IPv4 in disguise: there the whole
 * address counts. What is no address is returned as it came.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address.replace(/%.*$/, '').replace(DOTTED_END, hexOf));
  const network = groups.slice(0, NETWORK_GROUPS);
  return network.every((group) => group === '0') ? groups.join(':') : `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address in lower case without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [left = [], right = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const between = new Array<string>(GROUPS - left.length - right.length).fill('0');
  return [...left, ...between, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

/** An IPv4 address as the last two groups of an IPv6 address. */
function hexOf(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
