import { BlockList, isIP } from 'node:net';

/**
 * IPv4 ranges without public sites: the IANA special-purpose registry (RFC 6890), multicast and reserved addresses. Includes
 * Azure's metadata service, which has a public address; other clouds use one of the ranges.
 */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** The only public IPv6 range. Excludes mapped, translated, local and multicast addresses. */
const GLOBAL_UNICAST = ['2000::', 3] as const;
/** Exceptions within it: IETF protocols with Teredo, documentation, and 6to4, which reaches any IPv4 address. */
const NOT_PUBLIC_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const ipv4 = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_IPV4) ipv4.addSubnet(net, prefix, 'ipv4');
const ipv6 = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_IPV6) ipv6.addSubnet(net, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet(...GLOBAL_UNICAST, 'ipv6');

/** True for a public IP address in its usual spelling. False for any other text. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !ipv4.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && globalUnicast.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
    default:
      return false;
  }
}
