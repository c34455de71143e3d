import { expect, it } from 'vitest';
import { networkGroup, widerNetworkOf } from './network-group.ts';

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
  ['mapped IPv4', '::ffff:192.0.2.1', '192.0.2.1'],
  ['mapped IPv4, hexadecimal', '::ffff:909:909', '9.9.9.9'],
  ['mapped IPv4, in full and with a zone', '0:0:0:0:0:FFFF:0909:0909%eth0', '9.9.9.9'],
  ['6to4', '2002:c000:201:7:8::9', '192.0.2.1'],
  ['another network of the same 6to4 caller', '2002:C000:0201::', '192.0.2.1'],
  ['6to4 with zeros', '2002:a00::1', '10.0.0.0'],
  ['NAT64', '64:ff9b::192.0.2.1', '192.0.2.1'],
  ['NAT64, hexadecimal', '64:ff9b::ffff:ffff', '255.255.255.255'],
  ['what only begins like NAT64', '64:ff9b:1::c000:201', '64:ff9b:1:0::/64'],
  ['translated IPv4, which is not mapped', '::ffff:0:192.0.2.1', '0:0:0:0:ffff:0:c000:201'],
])('counts %s', (_, address, network) => {
  expect(networkGroup(address)).toBe(network);
});

it.each([
  ['IPv4', '192.0.2.1', '192.0.2.0/24'],
  ['another address of the same network', '192.0.2.255', '192.0.2.0/24'],
  ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['another /64 of the same network', '2001:0DB8:1:ffff::1', '2001:db8:1::/48'],
  ['zeros within the network', '2001:db8::7', '2001:db8:0::/48'],
  ['a zone', 'fe80:0:0:1::1%eth0', 'fe80:0:0::/48'],
  ['loopback', '::1', null],
  ['mapped IPv4', '::ffff:909:909', '9.9.9.0/24'],
  ['6to4', '2002:c000:201:7::1', '192.0.2.0/24'],
  ['NAT64', '64:ff9b::c000:2ff', '192.0.2.0/24'],
  ['what is no address', 'unknown', null],
])('knows the network around %s', (_, address, network) => {
  expect(widerNetworkOf(address)).toBe(network);
});
