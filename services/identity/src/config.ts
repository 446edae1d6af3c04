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
  port: { env: 'IDENTITY_PORT', doc: 'gRPC port; 0 selects a free port', schema: port(50_052) },
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres connection string, as postgres://user:password@host:port/database',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  },
  ...POOL_SETTINGS,
  hmacKeys: {
    env: 'HMAC_KEYS',
    doc: 'keys that hash email addresses, as id:base64,id:base64 with at least 32 bytes each; the first is the current key',
    schema: hmacKeys,
    secret: true,
  },
  linkRepairPauseMs: {
    env: 'LINK_REPAIR_PAUSE_MS',
    doc: 'milliseconds between checks for visitors with late events, whose links resolve within 10 s at the default, and for unfinished erasures',
    schema: wholeNumber(2_000, { min: 10, max: 3_600_000 }),
  },
  linkScanPauseMs: {
    env: 'LINK_SWEEP_PAUSE_MS',
    doc: 'milliseconds between scans of all open links, which resolve links that the checks missed, and between reads of the sessions of linked visitors',
    schema: wholeNumber(900_000, { min: 10, max: 86_400_000 }),
  },
  erasureLogDays: {
    env: 'ERASURE_LOG_DAYS',
    doc: 'days for which an erasure can be repeated after a restore: at least the age of your oldest backup',
    schema: wholeNumber(400, { min: 1, max: 3_650 }),
  },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'address of the analytics service',
    schema: address('127.0.0.1:50053'),
  },
  sitesAddress: {
    env: 'SITES_ADDRESS',
    doc: 'address of the sites service, which delivers webhook events',
    schema: address('127.0.0.1:50051'),
  },
  ledgerMemoryMb: {
    env: 'LEDGER_MEMORY_MB',
    doc: 'megabytes for the accounts and payments of large workspaces, whose reports are then summed in memory; 0: none',
    schema: wholeNumber(512, { min: 0, max: 65_536 }),
  },
  ledgerCopyRows: {
    env: 'LEDGER_COPY_ROWS',
    doc: 'accounts and payments from which on a workspace is large; 0: all workspaces are, and their first report waits until they are in memory',
    schema: wholeNumber(100_000, { min: 0, max: 1_000_000_000 }),
  },
  eventPauseMs: {
    env: 'NOTICE_PAUSE_MS',
    doc: 'milliseconds between checks for unpublished webhook events',
    schema: wholeNumber(1_000, { min: 10, max: 3_600_000 }),
  },
});

export type IdentityConfig = ConfigOf<typeof identitySettings>;
