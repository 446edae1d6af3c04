import { VISITOR_KEY_SETTINGS } from '@headwater/eventstore/stored-ids';
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
import { TRUSTED_PROXIES_SETTINGS } from '@headwater/kit/http/client-address';
import { KEEP_ALIVE_SETTINGS } from '@headwater/kit/http/listen';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { z } from 'zod';

const path = (fallback: string): z.ZodType<string, string | undefined> =>
  z
    .string()
    .regex(/^\/[A-Za-z0-9._~/-]{1,200}$/, `must be a path such as ${fallback}`)
    .refine((value) => !/\/\.{0,2}(?:\/|$)/.test(value), 'must not contain an empty, . or .. segment')
    .refine((value) => value !== '/healthz' && value !== '/readyz', 'must not be a path of the health checks')
    .optional()
    .transform((value) => value ?? fallback);

/** Every setting of the collector. */
export const collectorSettings = defineSettings({
  host: {
    env: 'COLLECTOR_HOST',
    doc: 'listen address for browsers; 0.0.0.0 in a container',
    schema: text('127.0.0.1'),
  },
  port: { env: 'COLLECTOR_PORT', doc: 'HTTP port for browsers; 0 selects a free port', schema: port(8081) },
  grpcHost: {
    env: 'COLLECTOR_GRPC_HOST',
    doc: 'listen address for the gateway; 0.0.0.0 in a container',
    schema: text('127.0.0.1'),
  },
  grpcPort: {
    env: 'COLLECTOR_GRPC_PORT',
    doc: 'gRPC port for the gateway; 0 selects a free port',
    schema: port(50_054),
  },
  sitesAddress: { env: 'SITES_ADDRESS', doc: 'gRPC address of sites', schema: address('127.0.0.1:50051') },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'ClickHouse, as http://user:password@host:port/database',
    schema: url(['http:', 'https:']),
    secret: true,
  },
  ...VISITOR_KEY_SETTINGS,
  collectPath: { env: 'COLLECT_PATH', doc: 'path of the collect endpoint', schema: path('/collect') },
  scriptPath: { env: 'SCRIPT_PATH', doc: 'path of the browser script', schema: path('/hw.js') },
  ...TRUSTED_PROXIES_SETTINGS,
  ...KEEP_ALIVE_SETTINGS,
  logDir: {
    env: 'COLLECTOR_LOG_DIR',
    doc: 'folder of the event log, on a persistent disk; not shared with another collector',
    schema: text('.headwater/collector-log'),
  },
  logMaxMib: {
    env: 'COLLECTOR_LOG_MAX_MIB',
    doc: 'max size of the event log in MiB, shared by all processes; when it is full, the collector returns 503 with Retry-After',
    schema: wholeNumber(2_048, { min: 16, max: 1_048_576 }),
  },
  processes: {
    env: 'COLLECTOR_PROCESSES',
    doc: 'number of processes that share the ports, to use several cores; each has its own log and counts its limits by itself',
    schema: wholeNumber(1, { min: 1, max: 64 }),
  },
  processNumber: {
    env: 'COLLECTOR_PROCESS_NUMBER',
    doc: 'number of this process; set by the collector itself',
    schema: wholeNumber(0, { min: 0, max: 63 }),
  },
  batchMs: {
    env: 'COLLECTOR_BATCH_MS',
    doc: 'min batching delay of an insert in milliseconds; up to 1 s while inserts are slow',
    schema: wholeNumber(200, { min: 0, max: 1_500 }),
  },
  siteEventsPerSecond: {
    env: 'COLLECTOR_SITE_EVENTS_PER_SECOND',
    doc: 'browser events per second and site, counted by each process; allows bursts of 4× the rate; 0 disables the limit',
    schema: wholeNumber(5_000, { min: 0, max: 1_000_000 }),
  },
  addressRequestsPerSecond: {
    env: 'COLLECTOR_ADDRESS_REQUESTS_PER_SECOND',
    doc: 'requests per second and address (IPv6: /64), counted by each process; allows bursts of 4× the rate; 0 disables the limit; behind a proxy also set TRUSTED_PROXIES',
    schema: wholeNumber(50, { min: 0, max: 1_000_000 }),
  },
  datacenters: {
    env: 'COLLECTOR_DATACENTERS',
    doc: 'how to treat visitors from data centres: as bots, or as people (a few use their own VPN)',
    schema: oneOf(['bots', 'people'], 'bots'),
  },
  cityDatabase: {
    env: 'COLLECTOR_CITY_DATABASE',
    doc: "city database in MaxMind's format (GeoLite2 City), for regions; read at the start; default: countries only",
    schema: z.string().min(1).optional(),
  },
  visitorEventsPerMinute: {
    env: 'COLLECTOR_VISITOR_EVENTS_PER_MINUTE',
    doc: 'max events per minute that a person can cause; a visitor above it is a bot; counted by each process; 0 disables the limit',
    schema: wholeNumber(300, { min: 0, max: 1_000_000 }),
  },
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
});

export type CollectorConfig = ConfigOf<typeof collectorSettings>;
