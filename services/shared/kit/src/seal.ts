import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The first seals; each opens what it sealed. The tag tells which one that was, so nothing sealed names its key. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

/**
 * Encrypts a text with AES-256-GCM: initialisation vector, tag, ciphertext.
 *
 * @param belongsTo what it is of: sealed for one, it can't be passed off as another's
 */
export function seal([key]: SealingKeys, text: string, belongsTo = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** What was sealed, or undefined under other keys or of another. */
export function unseal(keys: SealingKeys, sealed: Buffer, belongsTo = ''): string | undefined {
  for (const key of keys) {
    const text = unsealWith(key, sealed, belongsTo);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** What was sealed, sealed by the first key: itself where it is so already, undefined where it does not open. */
export function sealAnew(keys: SealingKeys, sealed: Buffer, belongsTo = ''): Buffer | undefined {
  if (unsealWith(keys[0], sealed, belongsTo) !== undefined) return sealed;
  const text = unseal(keys, sealed, belongsTo);
  return text === undefined ? undefined : seal(keys, text, belongsTo);
}

function unsealWith(key: Buffer, sealed: Buffer, belongsTo: string): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAAD(Buffer.from(belongsTo));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined; // the tag does not fit
  }
}
