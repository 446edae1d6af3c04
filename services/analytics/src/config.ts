import { VISITOR_KEY_SETTINGS } from '@headwater/eventstore/stored-ids';
import { CLUSTER_SETTINGS } from '@headwater/eventstore/topology';
import {
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

/** Every setting of the analytics service. */
export const analyticsSettings = defineSettings({
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
  port: { env: 'ANALYTICS_PORT', doc: 'gRPC port; 0 picks a free port', schema: port(50053) },
  host: {
    env: 'ANALYTICS_HOST',
    doc: 'address to listen on; must be reachable by the other services only, because the service trusts its callers',
    schema: text('127.0.0.1'),
  },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'ClickHouse over HTTP: http://user:password@host:port/database',
    schema: url(['http:', 'https:']),
    secret: true,
  },
  ...VISITOR_KEY_SETTINGS,
  ...CLUSTER_SETTINGS,
  maxExecutionSeconds: {
    env: 'ANALYTICS_MAX_SECONDS',
    doc: 'max execution time of the statements of one query in ClickHouse together, in seconds',
    schema: wholeNumber(20, { min: 1, max: 600 }),
  },
  maxMemoryMib: {
    env: 'ANALYTICS_MAX_MEMORY_MIB',
    doc: 'max memory of one statement in ClickHouse, in MiB',
    schema: wholeNumber(2_048, { min: 64, max: 1_048_576 }),
  },
  maxRowsToRead: {
    env: 'ANALYTICS_MAX_ROWS',
    doc: 'max stored rows that one statement may read',
    schema: wholeNumber(2_000_000_000, { min: 100_000, max: 1_000_000_000_000 }),
  },
  maxConcurrentQueries: {
    env: 'ANALYTICS_AT_ONCE',
    doc: 'max concurrent queries per workspace and process; further ones wait',
    schema: wholeNumber(4, { min: 1, max: 1_000 }),
  },
  cacheMib: {
    env: 'ANALYTICS_CACHE_MIB',
    doc: 'size of the cache for results of ended time ranges, in MiB; 0 disables it',
    schema: wholeNumber(16, { min: 0, max: 65_536 }),
  },
  rollups: {
    env: 'ANALYTICS_ROLLUPS',
    doc: 'on: builds roll-ups of ended days and hours in the background, and reads them; no effect with CLICKHOUSE_REPLICATED=on',
    schema: oneOf(['on', 'off'], 'on'),
  },
  rollupMemoryMib: {
    env: 'ANALYTICS_ROLLUP_MEMORY_MIB',
    doc: 'memory for counts of roll-ups, in MiB, so that queries read only newer events; 0: each query reads them from ClickHouse',
    schema: wholeNumber(64, { min: 0, max: 65_536 }),
  },
  exportSeconds: {
    env: 'ANALYTICS_EXPORT_SECONDS',
    doc: 'max time to export one day of events, including the time that the reader takes, in seconds',
    schema: wholeNumber(3_600, { min: 1, max: 86_400 }),
  },
  maxConcurrentExports: {
    env: 'ANALYTICS_EXPORTS_AT_ONCE',
    doc: 'max concurrent exports per workspace and process; further ones wait',
    schema: wholeNumber(2, { min: 1, max: 100 }),
  },
  maxWaitMs: {
    env: 'ANALYTICS_QUEUE_MS',
    doc: 'max time that a query or an export waits for others of its workspace, in milliseconds; then it is rejected',
    schema: wholeNumber(20_000, { min: 1, max: 600_000 }),
  },
});

export type AnalyticsConfig = ConfigOf<typeof analyticsSettings>;
