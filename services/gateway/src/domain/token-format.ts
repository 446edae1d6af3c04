import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The parts of a well-formed token. */
export interface ParsedToken {
  /** Finds the stored row; public. */
  readonly publicId: string;
  /** SHA-256 of the whole token, 32 bytes: stored and compared in place of the token. */
  readonly hash: Buffer;
}

/** 43 base62 digits encode 32 random bytes, 6 encode a CRC-32. */
const TOKEN = /^(hw_([0-9a-f]{12})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/**
 * Generates a token, `hw_<id>_<secret><checksum>`. Secret scanners find it by its prefix; the checksum lets the gateway
 * reject a mistyped token without a database query.
 */
export function generateToken(random: (size: number) => Uint8Array = randomBytes): string {
  const body = `hw_${Buffer.from(random(6)).toString('hex')}_${base62(random(32), 43)}`;
  return body + checksum(body);
}

/** The token's parts; undefined if it is malformed or its checksum is wrong. */
export function parseToken(token: string): ParsedToken | undefined {
  const [, body, publicId, digits] = TOKEN.exec(token) ?? [];
  if (body === undefined || publicId === undefined || digits !== checksum(body)) return undefined;
  return { publicId, hash: createHash('sha256').update(token).digest() };
}

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return base62(bytes, 6);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A big-endian unsigned number in base 62, padded with zeros to `width` digits. */
function base62(bytes: Uint8Array, width: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let digits = '';
  while (rest > 0n) {
    digits = (ALPHABET[Number(rest % 62n)] ?? '') + digits;
    rest /= 62n;
  }
  return digits.padStart(width, '0');
}
