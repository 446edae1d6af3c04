import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token of the published form, `hw_<12 hex>_<43 base62><6 base62 of the CRC-32 of all before>`, made without the product's code. */
export function wellFormedToken(): string {
  const secret = [...randomBytes(43)].map((byte) => DIGITS[byte % 62]).join('');
  const body = `hw_${randomBytes(6).toString('hex')}_${secret}`;
  let checksum = '';
  for (let rest = crc32(body), place = 0; place < 6; place += 1, rest = Math.floor(rest / 62)) {
    checksum = `${DIGITS[rest % 62]}${checksum}`;
  }
  return body + checksum;
}
