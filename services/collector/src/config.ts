import {
  address,
  COMMON_SETTINGS,
  defineSettings,
  oneOf,
  port,
  text,
  url,
  wholeNumber,
  type ConfigOf,
} from '@headwater/kit/config';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { z } from 'zod';
import { parseSubnets } from './http/subnets';

const path = (fallback: string): z.ZodType<string, string | undefined> =>
  z
    .string()
    .regex(/^\/[A-Za-z0-9._~/-]{1,200}$/, `must be a path such as ${fallback}`)
    .refine((value) => !/\/\.{0,2}(?:\/|$)/.test(value), 'must have no empty, . or .. part')
    .refine((value) => value !== '/healthz' && value !== '/readyz', 'must not be a path of the health checks')
    .optional()
    .transform((value) => value ?? fallback);

/** Every setting of the collector. */
export const collectorSettings = defineSettings({
  host: {
    env: 'COLLECTOR_HOST',
    doc: 'address that browsers reach it on; 0.0.0.0 in a container',
    schema: text('127.0.0.1'),
  },
  port: { env: 'COLLECTOR_PORT', doc: 'HTTP port for browsers; 0 picks a free one', schema: port(8081) },
  grpcHost: {
    env: 'COLLECTOR_GRPC_HOST',
    doc: 'address that the gateway reaches it on; 0.0.0.0 in a container',
    schema: text('127.0.0.1'),
  },
  grpcPort: {
    env: 'COLLECTOR_GRPC_PORT',
    doc: 'gRPC port for events that the gateway takes; 0 picks a free one',
    schema: port(50_054),
  },
  sitesAddress: { env: 'SITES_ADDRESS', doc: 'gRPC address of sites', schema: address('127.0.0.1:50051') },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'ClickHouse, as http://user:password@host:port/database',
    schema: url(['http:', 'https:']),
    secret: true,
  },
  collectPath: { env: 'COLLECT_PATH', doc: 'path that takes events', schema: path('/collect') },
  scriptPath: { env: 'SCRIPT_PATH', doc: 'path of the browser script', schema: path('/hw.js') },
  trustedProxies: {
    env: 'TRUSTED_PROXIES',
    doc: 'addresses or subnets (10.0.0.0/8,::1) whose X-Forwarded-For is believed, comma-separated; default none',
    schema: z
      .string()
      .optional()
      .transform((value) =>
        (value ?? '')
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      )
      .refine(
        (list) => parseSubnets(list) !== undefined,
        'must be IP addresses or subnets such as 10.0.0.0/8',
      ),
  },
  logDir: {
    env: 'COLLECTOR_LOG_DIR',
    doc: 'folder of the event log, on a disk that outlives the process; of this collector and its processes alone',
    schema: text('.headwater/collector-log'),
  },
  logMaxMib: {
    env: 'COLLECTOR_LOG_MAX_MIB',
    doc: 'size of the event log, in MiB, while ClickHouse is away; beyond it senders are told to come back; each of several processes has its part of it',
    schema: wholeNumber(2_048, { min: 16, max: 1_048_576 }),
  },
  processes: {
    env: 'COLLECTOR_PROCESSES',
    doc: 'processes that share its ports, to use more than one core; each has a log of its own and counts its limits by itself',
    schema: wholeNumber(1, { min: 1, max: 64 }),
  },
  processNumber: {
    env: 'COLLECTOR_PROCESS_NUMBER',
    doc: 'which of several processes this is; set by the collector itself',
    schema: wholeNumber(0, { min: 0, max: 63 }),
  },
  batchMs: {
    env: 'COLLECTOR_BATCH_MS',
    doc: 'how long events wait for others to share an insert with, in milliseconds; up to a second while inserts take long',
    schema: wholeNumber(200, { min: 0, max: 1_500 }),
  },
  siteEventsPerSecond: {
    env: 'COLLECTOR_SITE_EVENTS_PER_SECOND',
    doc: 'events of browsers a second for one site, with bursts of four seconds, counted by each process; 0: no limit',
    schema: wholeNumber(5_000, { min: 0, max: 1_000_000 }),
  },
  addressRequestsPerSecond: {
    env: 'COLLECTOR_ADDRESS_REQUESTS_PER_SECOND',
    doc: 'requests a second of one address (IPv6: one /64), with bursts of four seconds, counted by each process; 0: no limit; behind a proxy set TRUSTED_PROXIES, too',
    schema: wholeNumber(50, { min: 0, max: 1_000_000 }),
  },
  datacenters: {
    env: 'COLLECTOR_DATACENTERS',
    doc: 'what visitors on rented servers are: programs that pass for browsers, and few people behind a VPN of their own',
    schema: oneOf(['bots', 'people'], 'bots'),
  },
  cityDatabase: {
    env: 'COLLECTOR_CITY_DATABASE',
    doc: "file in MaxMind's format (GeoLite2 City) that tells regions beside countries, read at the start; default: countries alone",
    schema: z.string().min(1).optional(),
  },
  visitorEventsPerMinute: {
    env: 'COLLECTOR_VISITOR_EVENTS_PER_MINUTE',
    doc: 'events of one visitor, at once and every minute, that a person can cause; who does more is a bot; counted by each process; 0: no bound',
    schema: wholeNumber(300, { min: 0, max: 1_000_000 }),
  },
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
});

export type CollectorConfig = ConfigOf<typeof collectorSettings>;
