import { BlockList, isIP, isIPv6 } from 'node:net';

/** `2001:db8::1` → `2001:db8:0:0`, the network of one subscriber; any other address unchanged. */
export function networkOf(address: string): string {
  return isIPv6(address) ? networkGroups(address).join(':') : address;
}

/**
 * Returns the first four groups of an IPv6 address, its 64-bit network: `2001:db8::1` → `['2001', 'db8', '0', '0']`.
 *
 * @param address for which `isIPv6` returns true
 */
export function networkGroups(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = groupsOf(head);
  // A dotted end (`64:ff9b::192.0.2.1`) stands for two groups.
  const end = groupsOf((tail ?? '').replace(/\d+\.\d+\.\d+\.\d+$/, '0:0'));
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - end.length);
  return [...groups, ...Array<string>(zeros).fill('0'), ...end].slice(0, 4);
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}

/** Parses IP addresses and CIDR subnets; undefined when an entry is neither. */
export function parseSubnets(list: readonly string[]): BlockList | undefined {
  const subnets = new BlockList();
  for (const entry of list) {
    const [network = '', prefix, ...rest] = entry.split('/');
    // A zone (`fe80::1%eth0`) names an interface of one machine.
    const version = network.includes('%') ? 0 : isIP(network);
    const bits =
      prefix === undefined ? maxBits(version) : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? Number.NaN);
    if (version === 0 || rest.length > 0 || !(bits <= maxBits(version))) return undefined;
    subnets.addSubnet(network, bits, version === 4 ? 'ipv4' : 'ipv6');
  }
  return subnets;
}

function maxBits(version: number): number {
  return version === 4 ? 32 : 128;
}
