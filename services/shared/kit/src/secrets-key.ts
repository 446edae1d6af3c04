import { z } from 'zod';
import { defineSettings } from './config';
import type { SealingKeys } from './seal';

const MESSAGE = 'must be 32 bytes in base64, or several of them with commas between';

const key = z
  .base64(MESSAGE)
  .transform((text): Buffer => Buffer.from(text, 'base64'))
  .refine(({ length }) => length === 32, MESSAGE);

const schema = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.tuple([key], key))
  .transform((keys): SealingKeys => keys)
  .optional();

/** The keys of `seal`, for services that keep secrets of others. */
export const SECRETS_KEY_SETTINGS = defineSettings({
  secretsKeys: {
    env: 'SECRETS_KEY',
    doc: "32 bytes in base64 that seal what workspaces entrust to us: signing secrets of webhooks, Stripe's and ours; while it is changed several, the first of which seals",
    schema,
    secret: true,
  },
});
