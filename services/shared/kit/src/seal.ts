import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { defineSettings } from './config';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The first key encrypts; all keys decrypt. The authentication tag identifies the key, so the output does not name it. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

/**
 * Encrypts a text with AES-256-GCM: initialisation vector, tag, ciphertext.
 *
 * @param belongsTo the owner of the text, authenticated but not encrypted: unsealing for another owner fails
 */
export function seal([key]: SealingKeys, text: string, belongsTo = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a text; undefined when no key fits or it was sealed for another owner. */
export function unseal(keys: SealingKeys, sealed: Buffer, belongsTo = ''): string | undefined {
  for (const key of keys) {
    const text = unsealWith(key, sealed, belongsTo);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Encrypts again with the first key. Returns the input if that key already sealed it, undefined if no key fits. */
export function reseal(keys: SealingKeys, sealed: Buffer, belongsTo = ''): Buffer | undefined {
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
    return undefined; // the tag does not match
  }
}

const MESSAGE = 'must be 32 bytes in base64, or several such keys separated by commas';

/** 32 bytes in base64. @param message of the error */
export const keySchema = (message: string): z.ZodType<Buffer, string> =>
  z
    .base64(message)
    .transform((text): Buffer => Buffer.from(text, 'base64'))
    .refine(({ length }) => length === 32, message);

const key = keySchema(MESSAGE);

const schema = z
  .string('is required; `openssl rand -base64 32` prints one')
  .transform((text) => text.split(','))
  .pipe(z.tuple([key], key))
  .transform((keys): SealingKeys => keys);

/** Settings with the keys of `seal`, for services that store secrets of workspaces. */
export const SECRETS_KEY_SETTINGS = defineSettings({
  secretsKeys: {
    env: 'SECRETS_KEY',
    doc: '32 bytes in base64 that encrypt stored signing secrets of payment providers and of webhooks, and keys of workspaces; during a rotation several keys separated by commas, the first encrypts',
    schema,
    secret: true,
  },
});
