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
import { SECRETS_KEY_SETTINGS } from '@headwater/kit/secrets-key';
import { z } from 'zod';
import { parseToken } from './domain/token-format';

/** Every setting of the gateway. */
export const gatewaySettings = defineSettings({
  host: {
    env: 'GATEWAY_HOST',
    doc: 'address to listen on; 0.0.0.0 in a container',
    schema: text('127.0.0.1'),
  },
  port: { env: 'GATEWAY_PORT', doc: 'HTTP port of the API', schema: port(8080) },
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres that holds the schema gateway',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  },
  ...POOL_SETTINGS,
  sitesAddress: { env: 'SITES_ADDRESS', doc: 'gRPC address of sites', schema: address('127.0.0.1:50051') },
  identityAddress: {
    env: 'IDENTITY_ADDRESS',
    doc: 'gRPC address of identity',
    schema: address('127.0.0.1:50052'),
  },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'gRPC address of analytics',
    schema: address('127.0.0.1:50053'),
  },
  collectorAddress: {
    env: 'COLLECTOR_ADDRESS',
    doc: 'gRPC address of the collector',
    schema: address('127.0.0.1:50054'),
  },
  rpcDeadlineMs: {
    env: 'RPC_DEADLINE_MS',
    doc: 'how long a service behind the gateway may take to answer, in milliseconds',
    schema: wholeNumber(10_000, { min: 50, max: 120_000 }),
  },
  questionDeadlineMs: {
    env: 'QUESTION_DEADLINE_MS',
    doc:
      'how long analytics may take to answer, in milliseconds; RPC_DEADLINE_MS where that is longer. Let it be longer than ' +
      'ANALYTICS_QUEUE_MS and ANALYTICS_MAX_SECONDS together, so that who asks too much is told how to ask for less',
    schema: wholeNumber(30_000, { min: 50, max: 1_200_000 }),
  },
  exportDeadlineMs: {
    env: 'EXPORT_DEADLINE_MS',
    doc: 'how long an export may take, in milliseconds, however slowly it is taken',
    schema: wholeNumber(3_600_000, { min: 1_000, max: 14_400_000 }),
  },
  rateLimitPerSecond: {
    env: 'RATE_LIMIT_PER_SECOND',
    doc: 'requests a second that a token may send for ever, reads and writes each',
    schema: wholeNumber(50, { min: 1, max: 1_000_000 }),
  },
  rateLimitBurst: {
    env: 'RATE_LIMIT_BURST',
    doc: 'requests that a token may send at once; afterwards it waits until RATE_LIMIT_PER_SECOND has made up for them',
    schema: wholeNumber(200, { min: 1, max: 1_000_000 }),
  },
  rateLimitExportsPerMinute: {
    env: 'RATE_LIMIT_EXPORTS_PER_MINUTE',
    doc: 'exports that a token may ask for in a minute, and imports',
    schema: wholeNumber(60, { min: 1, max: 1_000_000 }),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    doc: 'where the API and the dashboard are reached from outside; default: this machine and the HTTP port',
    schema: url(['http:', 'https:']).optional(),
  },
  collectUrl: {
    env: 'COLLECT_URL',
    doc: 'where browsers reach the collector; stands in the snippet',
    schema: url(['http:', 'https:'], 'http://localhost:8081'),
  },
  scriptPath: {
    env: 'SCRIPT_PATH',
    doc: 'path of the browser script on the collector',
    schema: z
      .string()
      .regex(/^\/[A-Za-z0-9._~/-]{1,200}$/, 'must be a path such as /hw.js')
      .optional()
      .transform((value) => value ?? '/hw.js'),
  },
  ...SECRETS_KEY_SETTINGS,
  bootstrapToken: {
    env: 'BOOTSTRAP_TOKEN',
    doc: 'an API token that exists from the start on, in the workspace "default"',
    schema: z
      .string()
      .refine((value) => parseToken(value) !== undefined, 'must be a token as the admin command makes them')
      .optional(),
    secret: true,
  },
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
});

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;
