import type { ClusterConfig } from '@headwater/eventstore/topology';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { VISITOR_KEY } from '@headwater/eventstore/testing/stored-ids';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { createRpcClient } from '@headwater/kit/rpc/client';
import type { Client } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';
import { analyticsSettings, type AnalyticsConfig } from '../src/config';
import { analyticsModule } from '../src/module';

export interface RunningAnalytics {
  readonly calls: Client<AnalyticsDefinition>;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly port: number;
  readonly clickhouse: TestStore;
  /** The module's readiness. */
  ready(): Promise<boolean>;
  insert(events: readonly EventRow[]): Promise<void>;
  stop(): Promise<void>;
}

/** The event store of a test: a database on one node or on a cluster. */
export interface TestStore extends TestClickhouse {
  readonly cluster?: ClusterConfig;
}

/** Starts the service, without roll-ups by default, with a gRPC server and a migrated event store of its own. Its clock is fixed at `now`. */
export async function startAnalytics(
  now: string,
  config: Partial<AnalyticsConfig> = {},
  clickhouse?: TestStore,
): Promise<RunningAnalytics> {
  clickhouse ??= await migratedClickhouse();
  const clock = fixedClock(now);
  const defaults = loadConfig(analyticsSettings, {
    CLICKHOUSE_URL: clickhouse.url,
    VISITOR_KEY: VISITOR_KEY.toString('base64'),
    ANALYTICS_PORT: '0',
  });
  const module = analyticsModule(
    { ...defaults, rollups: 'off', ...clickhouse.cluster, ...config },
    { log: silentLog(), clock },
  );
  await module.start();
  const port = module.ports?.()['grpc'] ?? 0;
  const client = createRpcClient({
    service: loadAnalytics(),
    address: `127.0.0.1:${port}`,
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
