import type { ClickHouseClient } from '@clickhouse/client';
import { withPlace } from '@headwater/eventstore/with-place';
import { boundSettings } from '@headwater/kit/clickhouse/bounds';
import { createClickhouse, isClickhouseUp } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { startRpcServer, type RpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { toldChanges } from '@headwater/kit/told-changes';
import { loadAnalytics } from '@headwater/protos/services';
import type { AnalyticsConfig } from './config';
import { charging } from './rpc/charging';
import { createExportEvents } from './rpc/export-events';
import { createGetFirstTouch } from './rpc/get-first-touch';
import { createGetSiteActivity } from './rpc/get-site-activity';
import { createListFirstTouches } from './rpc/list-first-touches';
import { createListSiteActivity } from './rpc/list-site-activity';
import { createListTouchedVisitors } from './rpc/list-touched-visitors';
import { createListTouches } from './rpc/list-touches';
import { createGetReceipt } from './rpc/get-receipt';
import { createGetTrafficQuality } from './rpc/get-traffic-quality';
import { createGetVisitor } from './rpc/get-visitor';
import { createListEvents } from './rpc/list-events';
import { createPurgeSite } from './rpc/purge-site';
import { createQueryEvent } from './rpc/query-event';
import { createQueryFunnel } from './rpc/query-funnel';
import { createQueryGoal } from './rpc/query-goal';
import { createQueryRealtime } from './rpc/query-realtime';
import { createQueryRetention } from './rpc/query-retention';
import { createQueryImported } from './rpc/query-imported';
import { createQueryStats } from './rpc/query-stats';
import { WorkspaceTurns } from './rpc/workspace-turns';
import { createAnalyticsStore } from './store/analytics-store';
import { cachedStore } from './store/cached-store';
import { createPurgeStore, PURGE_TIMEOUT_MS } from './store/purge-store';
import { timedStore } from './store/timed-store';
import { readDataVersion } from './store/read-data-version';

export interface AnalyticsDependencies {
  readonly log: Logger;
  readonly clock: Clock;
}

const PURGE_MAX_ROWS = 1_000_000_000_000;
const MIB = 1_048_576;
const MAX_CONNECTIONS = 64;

/** The analytics service: gRPC in front of the event store. */
export function analyticsModule(config: AnalyticsConfig, { log, clock }: AnalyticsDependencies): Module {
  let clickhouse: ClickHouseClient | undefined;
  let patient: ClickHouseClient | undefined;
  let exporter: ClickHouseClient | undefined;
  let server: RpcServer | undefined;
  const told = toldChanges('ClickHouse', log);
  return {
    name: 'analytics',
    start: async () => {
      const bounds = { memoryMib: config.maxMemoryMib, rows: config.maxRowsToRead };
      clickhouse = createClickhouse({
        clickhouseUrl: config.clickhouseUrl,
        applicationName: 'headwater-analytics',
        // ClickHouse itself gives up first, and says why.
        requestTimeoutMs: (config.maxExecutionSeconds + 5) * 1_000,
        settings: boundSettings({ seconds: config.maxExecutionSeconds, ...bounds }),
        // Turns bound what each workspace asks at once; a full pool would let one workspace hold up the others.
        maxConnections: MAX_CONNECTIONS,
      });
      const patience = {
        applicationName: 'headwater-analytics purge',
        requestTimeoutMs: PURGE_TIMEOUT_MS,
        // It reads whole sites, where a question is held to what its answer needs.
        settings: boundSettings({
          seconds: PURGE_TIMEOUT_MS / 1_000,
          memoryMib: config.maxMemoryMib,
          rows: PURGE_MAX_ROWS,
        }),
      };
      patient = createClickhouse({ clickhouseUrl: config.clickhouseUrl, ...patience });
      const purgeStore = createPurgeStore({
        client: patient,
        withPlace: (work) => withPlace(config, patience, work),
      });
      exporter = createClickhouse({
        clickhouseUrl: config.clickhouseUrl,
        applicationName: 'headwater-analytics export',
        requestTimeoutMs: config.exportSeconds * 1_000,
        settings: boundSettings({ seconds: config.exportSeconds, ...bounds }),
        maxConnections: MAX_CONNECTIONS,
      });
      const limits = {
        maxExecutionSeconds: config.maxExecutionSeconds,
        maxMemoryBytes: config.maxMemoryMib * MIB,
        maxRowsToRead: config.maxRowsToRead,
      };
      const exporting = {
        client: exporter,
        limits: { ...limits, maxExecutionSeconds: config.exportSeconds },
      };
      const client = clickhouse;
      const store = cachedStore(timedStore(createAnalyticsStore({ client, limits, exporting })), {
        clock,
        maxLength: config.cacheMib * MIB,
        readVersion: (scope, signal) => readDataVersion(client, scope, { limits, signal }),
      });
      const dependencies = { store, clock };
      const turns = new WorkspaceTurns({ atOnce: config.atOnce, waitMs: config.queueMs });
      // Of their own, so that an export that is read slowly holds up no question.
      const exportTurns = new WorkspaceTurns({ atOnce: config.exportsAtOnce, waitMs: config.queueMs });
      server = await startRpcServer({
        service: loadAnalytics(),
        handlers: {
          PurgeSite: createPurgeSite({ store: purgeStore }),
          QueryEvent: turns.taking(charging(createQueryEvent(dependencies))),
          GetSiteActivity: createGetSiteActivity(dependencies),
          ListSiteActivity: turns.taking(charging(createListSiteActivity(dependencies))),
          GetFirstTouch: createGetFirstTouch(dependencies),
          ListFirstTouches: createListFirstTouches(dependencies),
          ListTouchedVisitors: createListTouchedVisitors(dependencies),
          ListTouches: turns.taking(createListTouches(dependencies)),
          ListEvents: turns.taking(charging(createListEvents(dependencies))),
          QueryStats: turns.taking(charging(createQueryStats(dependencies))),
          QueryImported: turns.taking(charging(createQueryImported(dependencies))),
          GetTrafficQuality: turns.taking(charging(createGetTrafficQuality(dependencies))),
          GetReceipt: turns.taking(charging(createGetReceipt(dependencies))),
          QueryRealtime: turns.taking(createQueryRealtime(dependencies)),
          QueryRetention: turns.taking(createQueryRetention(dependencies)),
          ExportEvents: exportTurns.takingStream(createExportEvents(dependencies)),
          GetVisitor: turns.taking(charging(createGetVisitor(dependencies))),
          QueryGoal: turns.taking(charging(createQueryGoal(dependencies))),
          QueryFunnel: turns.taking(charging(createQueryFunnel(dependencies))),
        },
        host: config.host,
        port: config.port,
        log,
        trust: rpcTrust(config),
      });
    },
    stop: async () => {
      await server?.stop();
      await clickhouse?.close();
      await patient?.close();
      await exporter?.close();
    },
    ready: async () => clickhouse !== undefined && isClickhouseUp(clickhouse, told),
    ports: () => (server ? { grpc: server.port } : {}),
  };
}
