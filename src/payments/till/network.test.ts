import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['IPv4', '192.0.2.1', '192.0.2.1'],
  ['what is no address', 'unknown', 'unknown'],
  ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another address of the same network', '2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['capitals and leading zeros', '2001:0DB8:0001:0002::7', '2001:db8:1:2::/64'],
  ['zeros within the network', '2001:db8::7', '2001:db8:0:0::/64'],
  ['zeros that begin the network', '::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['zeros at the end', 'fe80::', 'fe80:0:0:0::/64'],
  ['a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['IPv4 at the end', '2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['loopback', '::1', '0:0:0:0:0:0:0:1'],
  ['IPv4 in disguise', '::ffff:192.0.2.1', '0:0:0:0:0:ffff:c000:201'],
  ['IPv4 in disguise, hexadecimal', '::ffff:c000:201', '0:0:0:0:0:ffff:c000:201'],
])('counts %s', (_, address, network) => {
  expect(networkOf(address)).toBe(network);
});
