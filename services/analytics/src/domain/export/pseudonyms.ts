import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Length of a workspace's key, in bytes. */
export const VISITOR_KEY_BYTES = 32;

/** Gives the stored ids of visitors and sessions other names, under a workspace's key. */
export interface Pseudonyms {
  /** @param id unsigned 64-bit decimal, as stored. @returns 32 hexadecimal digits. */
  readonly ofVisitor: (id: string) => string;
  readonly ofSession: (id: string) => string;
}

/** Beside each id in its block, so that no visitor has a session's name, and a made-up name is known for one. */
const MARKS = { visitor: Buffer.from('visitor\0'), session: Buffer.from('session\0') } as const;

const PSEUDONYM = /^[0-9a-f]{32}$/;

/**
 * The id and its mark are one block of AES-256, so that a name can be turned back by the key's holder alone, without a
 * table of names, and the same visitor has the same name in each export. One block each: nothing is chained, ECB hides
 * all there is to hide.
 *
 * @param key of VISITOR_KEY_BYTES.
 */
export function createPseudonyms(key: Uint8Array): Pseudonyms {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  const nameOf = (id: string, mark: Buffer): string => {
    block.writeBigUInt64BE(BigInt(id));
    mark.copy(block, 8);
    return cipher.update(block).toString('hex');
  };
  return {
    ofVisitor: (id) => nameOf(id, MARKS.visitor),
    ofSession: (id) => nameOf(id, MARKS.session),
  };
}

/** The stored id of a visitor's pseudonym; undefined when none was ever given that name under this key. */
export function visitorOfPseudonym(pseudonym: string, key: Uint8Array): string | undefined {
  if (!PSEUDONYM.test(pseudonym)) return undefined;
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = decipher.update(Buffer.from(pseudonym, 'hex'));
  return block.subarray(8).equals(MARKS.visitor) ? block.readBigUInt64BE().toString() : undefined;
}
