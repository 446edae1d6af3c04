import {
  address,
  COMMON_SETTINGS,
  defineSettings,
  url,
  wholeNumber,
  type ConfigOf,
} from '@headwater/kit/config';
import { POOL_SETTINGS } from '@headwater/kit/pg/pool-settings';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { validate } from 'node-cron';
import { z } from 'zod';

/** Settings of the purge. */
export const purgeSettings = defineSettings({
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres, for the lock that allows one purge at a time',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  },
  ...POOL_SETTINGS,
  sitesAddress: { env: 'SITES_ADDRESS', doc: 'gRPC address of sites', schema: address('127.0.0.1:50051') },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'gRPC address of analytics',
    schema: address('127.0.0.1:50053'),
  },
  schedule: {
    env: 'PURGE_SCHEDULE',
    doc: 'cron expression of the all-in-one process, in UTC; `npm run start:purge` runs once immediately',
    schema: z
      .string()
      .refine((value) => validate(value), 'must be a cron expression such as 17 3 * * *')
      .optional()
      .transform((value) => value ?? '17 * * * *'),
  },
  deadlineMinutes: {
    env: 'PURGE_DEADLINE_MINUTES',
    doc: "max time to delete one site's rows, in minutes",
    schema: wholeNumber(30, { min: 1, max: 600 }),
  },
});

export type PurgeConfig = ConfigOf<typeof purgeSettings>;
