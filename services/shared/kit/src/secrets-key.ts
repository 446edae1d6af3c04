import { z } from 'zod';
import { defineSettings } from './config';

const schema = z
  .base64('must be 32 bytes in base64')
  .transform((text): Buffer => Buffer.from(text, 'base64'))
  .refine(({ length }) => length === 32, 'must be 32 bytes in base64')
  .optional();

/** The key of `seal`, for services that keep secrets of others. */
export const SECRETS_KEY_SETTINGS = defineSettings({
  secretsKey: {
    env: 'SECRETS_KEY',
    doc: "32 bytes in base64 that seal what workspaces entrust to us: signing secrets of webhooks, Stripe's and ours",
    schema,
    secret: true,
  },
});
