import { address, COMMON_SETTINGS, defineSettings, wholeNumber, type ConfigOf } from '@headwater/kit/config';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { validate } from 'node-cron';
import { z } from 'zod';

/** Settings of the self-audit. */
export const selfauditSettings = defineSettings({
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
  sitesAddress: { env: 'SITES_ADDRESS', doc: 'gRPC address of sites', schema: address('127.0.0.1:50051') },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'gRPC address of analytics',
    schema: address('127.0.0.1:50053'),
  },
  schedule: {
    env: 'SELFAUDIT_SCHEDULE',
    doc: 'cron expression of the all-in-one process, in UTC; `npm run start:selfaudit` runs once immediately',
    schema: z
      .string()
      .refine((value) => validate(value), 'must be a cron expression such as 41 3 * * *')
      .optional()
      .transform((value) => value ?? '41 3 * * *'),
  },
  maxSites: {
    env: 'SELFAUDIT_SITES',
    doc: 'sites that one self-audit reads, a day of each',
    schema: wholeNumber(10, { min: 1, max: 500 }),
  },
  maxEvents: {
    env: 'SELFAUDIT_MAX_EVENTS',
    doc: 'max events of an audited day; busier days are skipped. The days next to it are read, too',
    schema: wholeNumber(50_000, { min: 1, max: 1_000_000 }),
  },
});

export type SelfauditConfig = ConfigOf<typeof selfauditSettings>;
