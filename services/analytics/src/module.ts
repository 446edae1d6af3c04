import { refuseBreakingAtStart } from '@headwater/eventstore/breaking-migrations';
import { withTopology } from '@headwater/eventstore/topology';
import { openStoredIds, VisitorKeyError } from '@headwater/eventstore/visitor-key-record';
import { boundSettings, createClickhouse, isClickhouseUp } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { logAvailabilityChanges } from '@headwater/kit/log-availability';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createModule, type Module, type Resources } from '@headwater/kit/module';
import { startRpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';
import { createResultCache } from './clickhouse/cache';
import { clickhouseFailure } from './clickhouse/errors';
import type { Connection } from './clickhouse/run';
import { spillSettings } from './clickhouse/limits';
import type { AnalyticsConfig } from './config';
import type { Dependencies, PurgeConnection } from './dependencies';
import { chargeRowsRead, limitWorkspaces } from './interceptors';
import { createQueryEvent } from './queries/event-analysis';
import { createExportEvents } from './queries/export';
import { createGetFirstTouch, createListFirstTouches } from './queries/first-touches';
import { createQueryFunnel } from './queries/funnel';
import { createQueryGoal } from './queries/goal';
import { createQueryImported } from './queries/imported';
import { createListEvents } from './queries/list-events';
import { createListSiteActivity } from './queries/list-site-activity';
import { createApplyRetention } from './queries/apply-retention';
import { createEraseVisitors } from './queries/erase-visitors';
import { createPurgeSite } from './queries/purge-site';
import { createQueryRealtime } from './queries/realtime';
import { createGetReceipt } from './queries/receipt';
import { createQueryRetention } from './queries/retention';
import { createGetSiteActivity } from './queries/site-activity';
import { createQueryStats } from './queries/stats';
import { createListTouchedVisitors } from './queries/touched-visitors';
import { createListClicks } from './queries/clicks';
import { createDeleteClickIds, createListClickIdSites } from './queries/delete-click-ids';
import { createListSessions, createListTouches } from './queries/touches';
import { createGetTrafficQuality } from './queries/traffic-quality';
import { createGetVisitor } from './queries/visitor';
import { createFindCandidates } from './rollups/candidates';
import { createFindConflicts } from './rollups/conflicts';
import { createEventSegments } from './rollups/event-counts';
import { createReadEventRest } from './rollups/event-rest';
import { createFindLateVisitors } from './rollups/late-visitors';
import { createCountInMemory } from './rollups/memory-counts';
import { KnownRollups } from './rollups/known-rollups';
import type { Rollups } from './rollups/with-rollups';
import { createFindNumbers } from './rollups/visitor-numbers';
import { startRollupWorker } from './rollups/worker';

const MIB = 1_048_576;
/** High enough for many workspaces: a full connection pool would let one workspace delay the others. */
const MAX_CONNECTIONS = 64;
/** ClickHouse rewrites every part with rows of the site. */
const PURGE_TIMEOUT_MS = 30 * 60 * 1_000;
/** Max time of a statement that builds roll-ups. */
const BUILD_SECONDS = 600;
const PURGE_MAX_ROWS = 1_000_000_000_000;

/** The analytics service: gRPC methods that query the event store. `lingerMs`: see `startRpcServer`. */
export function analyticsModule(
  config: AnalyticsConfig,
  { log, clock, lingerMs = 0 }: { readonly log: Logger; readonly clock: Clock; readonly lingerMs?: number },
): Module {
  return createModule({
    name: 'analytics',
    start: async (resources) => {
      // ClickHouse reaches its own limit first, and reports the reason.
      const queries = connect(config, resources, { seconds: config.maxExecutionSeconds, graceSeconds: 5 });
      await refuseBreakingAtStart(queries.clickhouse, log);
      const dependencies: Dependencies = {
        ...queries,
        storedIds: await checkedIds(config, queries, log),
        exports: connect(config, resources, { name: ' export', seconds: config.exportSeconds }),
        purge: connectForPurge(config, resources),
        cache: createResultCache(config.cacheMib * MIB),
        rollups: startRollups(config, resources, { log, clock }),
        clock,
      };
      const server = await startRpcServer({
        service: loadAnalytics(),
        handlers: createHandlers(dependencies),
        interceptors: [
          limitWorkspaces({
            maxQueries: config.maxConcurrentQueries,
            maxExports: config.maxConcurrentExports,
            maxWaitMs: config.maxWaitMs,
          }),
          chargeRowsRead,
        ],
        host: config.host,
        port: config.port,
        log,
        trust: rpcTrust(config),
        lingerMs,
      });
      resources.add(server, () => server.stop());
      const logAvailability = logAvailabilityChanges('ClickHouse', log);
      return {
        ready: () => isClickhouseUp(dependencies.clickhouse, logAvailability),
        ports: { grpc: server.port },
      };
    },
  });
}

function createHandlers(dependencies: Dependencies): Handlers<AnalyticsDefinition> {
  return {
    ExportEvents: createExportEvents(dependencies),
    GetFirstTouch: createGetFirstTouch(dependencies),
    GetReceipt: createGetReceipt(dependencies),
    GetSiteActivity: createGetSiteActivity(dependencies),
    GetTrafficQuality: createGetTrafficQuality(dependencies),
    GetVisitor: createGetVisitor(dependencies),
    ListEvents: createListEvents(dependencies),
    ListFirstTouches: createListFirstTouches(dependencies),
    ListSiteActivity: createListSiteActivity(dependencies),
    ListTouchedVisitors: createListTouchedVisitors(dependencies),
    ListTouches: createListTouches(dependencies),
    ListSessions: createListSessions(dependencies),
    ListClicks: createListClicks(dependencies),
    ApplyRetention: createApplyRetention(dependencies),
    PurgeSite: createPurgeSite(dependencies),
    ListClickIdSites: createListClickIdSites(dependencies),
    DeleteClickIds: createDeleteClickIds(dependencies),
    EraseVisitors: createEraseVisitors(dependencies),
    QueryEvent: createQueryEvent(dependencies),
    QueryFunnel: createQueryFunnel(dependencies),
    QueryGoal: createQueryGoal(dependencies),
    QueryImported: createQueryImported(dependencies),
    QueryRealtime: createQueryRealtime(dependencies),
    QueryRetention: createQueryRetention(dependencies),
    QueryStats: createQueryStats(dependencies),
  };
}

/** The ids of visitors. @throws VisitorKeyError */
async function checkedIds(
  { visitorKey }: AnalyticsConfig,
  { clickhouse }: Connection,
  log: Logger,
): Promise<Dependencies['storedIds']> {
  const { storedIds, checkVisitorKey } = await openStoredIds(clickhouse, visitorKey, log);
  return async (signal) => {
    try {
      await checkVisitorKey();
    } catch (error) {
      if (!(error instanceof VisitorKeyError)) throw clickhouseFailure(error, signal);
      log.error({ err: error }, 'analytics has another VISITOR_KEY than the event store');
      throw failure('upstream_unavailable', 'Visitors cannot be found right now. Retry in 60 s.', {
        cause: error,
        retryAfterSeconds: 60,
        retryable: false,
      });
    }
    return storedIds;
  };
}

/** A client for queries. @param graceSeconds added to the client's timeout. */
function connect(
  config: AnalyticsConfig,
  resources: Resources,
  { name = '', seconds, graceSeconds = 0 }: { name?: string; seconds: number; graceSeconds?: number },
): Connection {
  const { clickhouseUrl, maxMemoryMib, maxRowsToRead } = config;
  const clickhouse = createClickhouse({
    clickhouseUrl,
    applicationName: `headwater-analytics${name}`,
    requestTimeoutMs: (seconds + graceSeconds) * 1_000,
    settings: boundSettings({ seconds, memoryMib: maxMemoryMib, rows: maxRowsToRead }),
    maxConnections: MAX_CONNECTIONS,
  });
  return {
    clickhouse: resources.add(clickhouse, () => clickhouse.close()),
    limits: { maxExecutionSeconds: seconds, maxMemoryBytes: maxMemoryMib * MIB, maxRowsToRead },
  };
}

/** Starts the builder of roll-ups; undefined if they are off, or with replicas: these may lack rows of a published build. */
function startRollups(
  config: AnalyticsConfig,
  resources: Resources,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Rollups | undefined {
  if (config.rollups === 'off' || config.clickhouseReplicated === 'on') return undefined;
  const limits = {
    maxExecutionSeconds: BUILD_SECONDS,
    maxMemoryBytes: config.maxMemoryMib * MIB,
    maxRowsToRead: PURGE_MAX_ROWS,
  };
  const bounds = { seconds: BUILD_SECONDS, memoryMib: config.maxMemoryMib, rows: PURGE_MAX_ROWS };
  const options = {
    applicationName: 'headwater-analytics roll-ups',
    requestTimeoutMs: BUILD_SECONDS * 1_000,
    // A day with many keys must not fail.
    settings: { ...boundSettings(bounds), ...spillSettings(limits), max_threads: 1, max_insert_threads: '1' },
  };
  const clickhouse = createClickhouse({ clickhouseUrl: config.clickhouseUrl, ...options });
  resources.add(clickhouse, () => clickhouse.close());
  const known = new KnownRollups(clock);
  const findLateVisitors = createFindLateVisitors();
  const worker = startRollupWorker({
    connection: { clickhouse, limits },
    findLateVisitors,
    withTopology: (work) => withTopology(config, options, work),
    log,
    clock,
    onBuilt: (site) => known.deleteSite(site),
  });
  resources.add(worker, () => worker.stop());
  resources.add(worker.registry, processMetrics().addRegistry(worker.registry));
  const findNumbers = createFindNumbers();
  // Visits are read by more dimensions.
  const memoryOfEventsMib = config.rollupMemoryMib / 4;
  return {
    worker,
    findConflicts: createFindConflicts(),
    findLateVisitors,
    findNumbers,
    findCandidates: createFindCandidates(),
    countInMemory: createCountInMemory(config.rollupMemoryMib - memoryOfEventsMib, findNumbers),
    eventSegments: createEventSegments(memoryOfEventsMib * MIB),
    readEventRest: createReadEventRest(findNumbers),
    known,
  };
}

/** A client for purges, which read all rows of a site. */
function connectForPurge(config: AnalyticsConfig, resources: Resources): PurgeConnection {
  const options = {
    applicationName: 'headwater-analytics purge',
    requestTimeoutMs: PURGE_TIMEOUT_MS,
    settings: boundSettings({
      seconds: PURGE_TIMEOUT_MS / 1_000,
      memoryMib: config.maxMemoryMib,
      rows: PURGE_MAX_ROWS,
    }),
  };
  const clickhouse = createClickhouse({ clickhouseUrl: config.clickhouseUrl, ...options });
  return {
    clickhouse: resources.add(clickhouse, () => clickhouse.close()),
    withTopology: (work) => withTopology(config, options, work),
  };
}
