import type { ClusterConfig } from '@headwater/eventstore/cluster-settings';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import type { EventRow } from '@headwater/eventstore/event-row';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { createRpcClient } from '@headwater/kit/rpc/client';
import type { Client } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { IDEMPOTENT, loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';
import { analyticsSettings, type AnalyticsConfig } from '../src/config';
import { analyticsModule } from '../src/module';

export interface RunningAnalytics {
  readonly calls: Client<AnalyticsDefinition>;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly port: number;
  readonly clickhouse: TestStore;
  /** What readiness would say. */
  ready(): Promise<boolean>;
  insert(events: readonly EventRow[]): Promise<void>;
  stop(): Promise<void>;
}

/** The event store that a service reads: a database of one ClickHouse, or a cluster's. */
export interface TestStore extends TestClickhouse {
  readonly cluster?: ClusterConfig;
}

/** The service behind its own door, on a migrated event store of its own. Its clock stands at `now`. */
export async function startAnalytics(
  now: string,
  config: Partial<AnalyticsConfig> = {},
  clickhouse?: TestStore,
): Promise<RunningAnalytics> {
  clickhouse ??= await migratedStore();
  const clock = fixedClock(now);
  const defaults = loadConfig(analyticsSettings, { CLICKHOUSE_URL: clickhouse.url, ANALYTICS_PORT: '0' });
  const module = analyticsModule(
    { ...defaults, ...clickhouse.cluster, ...config },
    { log: silentLog(), clock },
  );
  await module.start();
  const port = module.ports?.()['grpc'] ?? 0;
  const client = createRpcClient({
    service: loadAnalytics(),
    address: `127.0.0.1:${port}`,
    idempotent: IDEMPOTENT.analytics,
  });
  return {
    calls: client.calls,
    clock,
    port,
    clickhouse,
    ready: async () => (await module.ready?.()) ?? false,
    insert: (events) => insertEvents(clickhouse.client, events),
    stop: async () => {
      client.close();
      await module.stop();
      await clickhouse.drop();
    },
  };
}

async function migratedStore(): Promise<TestStore> {
  const clickhouse = await testClickhouse();
  await migrateEventStore(clickhouse.client);
  return clickhouse;
}
