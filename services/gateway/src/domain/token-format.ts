import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from './base62';

/** What a well-formed token says of itself. */
export interface ParsedToken {
  /** Finds the stored row; public. */
  readonly publicId: string;
  /** SHA-256 of the whole token, 32 bytes: what is stored and compared. */
  readonly hash: Buffer;
}

/** 43 base62 digits hold 32 random bytes, 6 hold a CRC-32. */
const TOKEN = /^(hw_([0-9a-f]{12})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/**
 * A new token, `hw_<id>_<secret><checksum>`. The prefix lets secret scanners find it, the checksum lets everyone refuse a
 * mistyped one without asking the database.
 */
export function generateToken(random: (size: number) => Uint8Array = randomBytes): string {
  const body = `hw_${Buffer.from(random(6)).toString('hex')}_${base62(random(32), 43)}`;
  return body + checksum(body);
}

/** The token's parts, or undefined when it is malformed or its checksum is wrong. */
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
