import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { networkGroups } from '../domain/ipv6-network';

/** The key that an address is counted under. */
export type AddressKey = (address: string) => string;

/**
 * Hashes addresses under a secret that lives and dies with the process, so that not even its memory tells who came. Of an
 * IPv6 address only the first 64 bits count: a single subscriber has all the others.
 */
export function addressKeys(secret: Buffer): AddressKey {
  return (address) => createHmac('sha256', secret).update(networkOf(address)).digest('base64url');
}

/** `2001:db8::1` → `2001:db8:0:0`; anything else as it stands. */
function networkOf(address: string): string {
  return isIPv6(address) ? networkGroups(address).join(':') : address;
}
