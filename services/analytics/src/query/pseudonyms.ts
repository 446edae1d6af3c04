import { createCipheriv, createDecipheriv } from 'node:crypto';
import { invalid, requestError } from './problem';

/** Length of a workspace's key, in bytes. */
export const VISITOR_KEY_BYTES = 32;

/** Encrypts the stored ids of visitors and sessions under a workspace's key. */
export interface Pseudonyms {
  /** @param id unsigned 64-bit decimal, as stored. @returns 32 hexadecimal digits. */
  readonly ofVisitor: (id: string) => string;
  readonly ofSession: (id: string) => string;
}

/** Second half of each block: keeps pseudonyms of visitors and sessions apart, and reveals forged pseudonyms. */
const TAGS = { visitor: Buffer.from('visitor\0'), session: Buffer.from('session\0') } as const;

const PSEUDONYM = /^[0-9a-f]{32}$/;

/** A workspace's key from a request. @throws AppError `invalid_request`. */
export function readVisitorKey(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== VISITOR_KEY_BYTES)
    throw requestError([invalid('visitorKey', `must have ${VISITOR_KEY_BYTES} bytes`)]);
  return bytes;
}

/**
 * The pseudonyms of a workspace. A pseudonym is one AES-256 block of id and tag: only the owner of the key can decrypt it, no
 * table is needed, and a visitor has the same pseudonym in every export. ECB is safe for single blocks.
 *
 * @param key VISITOR_KEY_BYTES long.
 */
export function createPseudonyms(key: Uint8Array): Pseudonyms {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  const encrypt = (id: string, tag: Buffer): string => {
    block.writeBigUInt64BE(BigInt(id));
    tag.copy(block, 8);
    return cipher.update(block).toString('hex');
  };
  return {
    ofVisitor: (id) => encrypt(id, TAGS.visitor),
    ofSession: (id) => encrypt(id, TAGS.session),
  };
}

/** The stored id of a visitor's pseudonym; undefined when the pseudonym was not created with this key. */
export function visitorOfPseudonym(pseudonym: string, key: Uint8Array): string | undefined {
  if (!PSEUDONYM.test(pseudonym)) return undefined;
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = decipher.update(Buffer.from(pseudonym, 'hex'));
  return block.subarray(8).equals(TAGS.visitor) ? block.readBigUInt64BE().toString() : undefined;
}
