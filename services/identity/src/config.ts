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
import { POOL_SETTINGS } from '@headwater/kit/pg/pool-settings';
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
  ...POOL_SETTINGS,
  hmacKeys: {
    env: 'HMAC_KEYS',
    doc: 'keys that hash addresses, as id:base64,id:base64 of at least 32 bytes each; the first is current',
    schema: hmacKeys,
    secret: true,
  },
  linkRepairPauseMs: {
    env: 'LINK_REPAIR_PAUSE_MS',
    doc: 'pause between two looks at whose events have come, to settle links; links settle within 10 s at the default',
    schema: wholeNumber(2_000, { min: 10, max: 3_600_000 }),
  },
  linkSweepPauseMs: {
    env: 'LINK_SWEEP_PAUSE_MS',
    doc: 'pause between two searches through all links that are not settled, for what the looks missed',
    schema: wholeNumber(900_000, { min: 10, max: 86_400_000 }),
  },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'the analytics service',
    schema: address('127.0.0.1:50053'),
  },
  sitesAddress: {
    env: 'SITES_ADDRESS',
    doc: 'the sites service, which sends webhooks what happens to accounts',
    schema: address('127.0.0.1:50051'),
  },
  noticePauseMs: {
    env: 'NOTICE_PAUSE_MS',
    doc: 'pause between two looks for what is to be told to webhooks',
    schema: wholeNumber(1_000, { min: 10, max: 3_600_000 }),
  },
});

export type IdentityConfig = ConfigOf<typeof identitySettings>;
