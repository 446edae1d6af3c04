import { createHmac } from 'node:crypto';
import type { HmacKey } from './hmac-keys';

/** What a fixed text gives under a key: the same secret, the same 32 bytes. It is never that of an address, whose text begins with a workspace. */
export function keyCheck({ key }: HmacKey): Buffer {
  return createHmac('sha256', key).update('headwater key check').digest();
}
