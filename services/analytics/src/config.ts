import { CLUSTER_SETTINGS } from '@headwater/eventstore/cluster-settings';
import {
  COMMON_SETTINGS,
  defineSettings,
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
  port: { env: 'ANALYTICS_PORT', doc: 'gRPC port; 0 picks a free one', schema: port(50053) },
  host: {
    env: 'ANALYTICS_HOST',
    doc: 'address to listen on; the service trusts its callers, so only where they alone reach it',
    schema: text('127.0.0.1'),
  },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'ClickHouse over HTTP: http://user:password@host:port/database',
    schema: url(['http:', 'https:']),
    secret: true,
  },
  ...CLUSTER_SETTINGS,
  maxExecutionSeconds: {
    env: 'ANALYTICS_MAX_SECONDS',
    doc: 'longest time that ClickHouse may work on one statement',
    schema: wholeNumber(20, { min: 1, max: 600 }),
  },
  maxMemoryMib: {
    env: 'ANALYTICS_MAX_MEMORY_MIB',
    doc: 'most memory that one statement may take in ClickHouse, MiB',
    schema: wholeNumber(2_048, { min: 64, max: 1_048_576 }),
  },
  maxRowsToRead: {
    env: 'ANALYTICS_MAX_ROWS',
    doc: 'most stored rows that one statement may read',
    schema: wholeNumber(2_000_000_000, { min: 100_000, max: 1_000_000_000_000 }),
  },
  atOnce: {
    env: 'ANALYTICS_AT_ONCE',
    doc: 'questions of one workspace that are answered at once, per process; further ones wait',
    schema: wholeNumber(4, { min: 1, max: 1_000 }),
  },
  cacheMib: {
    env: 'ANALYTICS_CACHE_MIB',
    doc: 'answers about days that are over, kept until an event of those days comes or goes, MiB; 0 keeps none',
    schema: wholeNumber(16, { min: 0, max: 65_536 }),
  },
  exportSeconds: {
    env: 'ANALYTICS_EXPORT_SECONDS',
    doc: 'longest time that an export may take to read a day of events, however slowly it is taken',
    schema: wholeNumber(3_600, { min: 1, max: 86_400 }),
  },
  exportsAtOnce: {
    env: 'ANALYTICS_EXPORTS_AT_ONCE',
    doc: 'exports of one workspace that run at once, per process; further ones wait',
    schema: wholeNumber(2, { min: 1, max: 100 }),
  },
  queueMs: {
    env: 'ANALYTICS_QUEUE_MS',
    doc: 'how long a question waits for the others of its workspace before it is refused, in milliseconds',
    schema: wholeNumber(8_000, { min: 1, max: 600_000 }),
  },
});

export type AnalyticsConfig = ConfigOf<typeof analyticsSettings>;
