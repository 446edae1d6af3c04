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
import { TRUSTED_PROXIES_SETTINGS } from '@headwater/kit/http/client-address';
import { KEEP_ALIVE_SETTINGS } from '@headwater/kit/http/listen';
import { POOL_SETTINGS } from '@headwater/kit/pg/pool-settings';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { SECRETS_KEY_SETTINGS } from '@headwater/kit/seal';
import { z } from 'zod';
import { parseToken } from './domain/token-format';

/** All settings of the gateway. */
export const gatewaySettings = defineSettings({
  host: {
    env: 'GATEWAY_HOST',
    doc: 'address to listen on; 0.0.0.0 in a container',
    schema: text('127.0.0.1'),
  },
  port: { env: 'GATEWAY_PORT', doc: 'HTTP port of the API', schema: port(8080) },
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres database with the schema gateway',
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
    doc: 'deadline of a gRPC call, in milliseconds',
    schema: wholeNumber(10_000, { min: 50, max: 120_000 }),
  },
  queryDeadlineMs: {
    env: 'QUESTION_DEADLINE_MS',
    doc:
      'deadline of a query to analytics, in milliseconds; at least RPC_DEADLINE_MS. Set it above the sum of ' +
      'ANALYTICS_QUEUE_MS and ANALYTICS_MAX_SECONDS, so that callers of a heavy query get an error that explains the fix',
    schema: wholeNumber(45_000, { min: 50, max: 1_200_000 }),
  },
  exportDeadlineMs: {
    env: 'EXPORT_DEADLINE_MS',
    doc: 'max duration of an export, in milliseconds, also for slow clients',
    schema: wholeNumber(3_600_000, { min: 1_000, max: 14_400_000 }),
  },
  rateLimitPerSecond: {
    env: 'RATE_LIMIT_PER_SECOND',
    doc: 'sustained requests per second and token, for reads and writes each; services/gateway/LIMITS.md lists requests that count more',
    schema: wholeNumber(50, { min: 1, max: 1_000_000 }),
  },
  rateLimitBurst: {
    env: 'RATE_LIMIT_BURST',
    doc: 'max burst of requests per token, before RATE_LIMIT_PER_SECOND applies',
    schema: wholeNumber(200, { min: 1, max: 1_000_000 }),
  },
  rateLimitExportsPerMinute: {
    env: 'RATE_LIMIT_EXPORTS_PER_MINUTE',
    doc: 'exports per minute and token; the same number of imports',
    schema: wholeNumber(60, { min: 1, max: 1_000_000 }),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    doc: 'public URL of the API and the dashboard; default: localhost and the HTTP port',
    schema: url(['http:', 'https:']).optional(),
  },
  collectUrl: {
    env: 'COLLECT_URL',
    doc: 'public URL of the collector, used in the snippet',
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
  securityContact: {
    env: 'SECURITY_CONTACT',
    doc: 'where people report vulnerabilities of this installation, such as mailto:security@example.com; served as /.well-known/security.txt; default: none',
    schema: z
      .string()
      .regex(/^(?:mailto:|https:\/\/)[^\s]{1,500}$/, 'must start with mailto: or https://')
      .optional(),
  },
  sessionDays: {
    env: 'DASHBOARD_SESSION_DAYS',
    doc: 'max duration of a dashboard session, in days',
    schema: wholeNumber(30, { min: 1, max: 365 }),
  },
  sessionIdleMinutes: {
    env: 'DASHBOARD_IDLE_MINUTES',
    doc: 'a dashboard session ends when it is unused for this time, in minutes; an open page uses it',
    schema: wholeNumber(720, { min: 10, max: 525_600 }),
  },
  recentSignInMinutes: {
    env: 'DASHBOARD_RECENT_SIGN_IN_MINUTES',
    doc: 'age of a sign-in up to which a dashboard session may create or show secrets, in minutes',
    schema: wholeNumber(60, { min: 1, max: 525_600 }),
  },
  ...TRUSTED_PROXIES_SETTINGS,
  ...KEEP_ALIVE_SETTINGS,
  ...SECRETS_KEY_SETTINGS,
  bootstrapToken: {
    env: 'BOOTSTRAP_TOKEN',
    doc: 'an API token to create at startup, in the workspace "default"',
    schema: z
      .string()
      .refine(
        (value) => parseToken(value) !== undefined,
        'must be a token in the format of the admin command',
      )
      .optional(),
    secret: true,
  },
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
});

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;
