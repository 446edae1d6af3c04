import {
  address,
  COMMON_SETTINGS,
  defineSettings,
  port,
  text,
  url,
  wholeNumber,
  type ConfigOf,
} from '@headwater/kit/config';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { z } from 'zod';
import { parseHmacKeys, type HmacKeys } from './domain/hmac-keys';

const hmacKeys: z.ZodType<HmacKeys, string | undefined> = z
  .string({ error: 'is required' })
  .transform((value, context) => {
    const result = parseHmacKeys(value);
    if ('keys' in result) return result.keys;
    context.addIssue({ code: 'custom', message: result.problem });
    return z.NEVER;
  });

export const identitySettings = defineSettings({
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
  host: { env: 'IDENTITY_HOST', doc: 'address to listen on', schema: text('127.0.0.1') },
  port: { env: 'IDENTITY_PORT', doc: 'gRPC port; 0 picks a free one', schema: port(50_052) },
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres, as postgres://user:password@host:port/database',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  },
  hmacKeys: {
    env: 'HMAC_KEYS',
    doc: 'keys that hash addresses, as id:base64,id:base64 of at least 32 bytes each; the first is current',
    schema: hmacKeys,
    secret: true,
  },
  linkRepairPauseMs: {
    env: 'LINK_REPAIR_PAUSE_MS',
    doc: 'pause between two searches for late events that settle links; links settle within 10 s at the default',
    schema: wholeNumber(2_000, { min: 10, max: 3_600_000 }),
  },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'the analytics service',
    schema: address('127.0.0.1:50053'),
  },
});

export type IdentityConfig = ConfigOf<typeof identitySettings>;
