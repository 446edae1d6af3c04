import { BlockList, isIP } from 'node:net';

/** Parses IP addresses and CIDR subnets; undefined when one of them is neither. */
export function parseSubnets(list: readonly string[]): BlockList | undefined {
  const subnets = new BlockList();
  for (const entry of list) {
    const [network = '', prefix, ...rest] = entry.split('/');
    const version = isIP(network);
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
