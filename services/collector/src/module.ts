import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { refuseBreakingAtStart } from '@headwater/eventstore/breaking-migrations';
import { insertDroppedEvents } from '@headwater/eventstore/insert-dropped-events';
import { openStoredIds } from '@headwater/eventstore/visitor-key-record';
import {
  boundSettings,
  createClickhouse,
  type ClickHouseClient,
  type ClickhouseOptions,
} from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import { createBodyBudget } from '@headwater/kit/http/body-budget';
import { subnetsOf, warnOfUndeclaredProxy } from '@headwater/kit/http/client-address';
import { limitConnections } from '@headwater/kit/http/limit-connections';
import { listen } from '@headwater/kit/http/listen';
import type { Logger } from '@headwater/kit/log';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createModule, type Module } from '@headwater/kit/module';
import { packageRoot } from '@headwater/kit/package-root';
import { startRpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { STOP_DEADLINE_MS } from '@headwater/kit/run';
import { loadCollector } from '@headwater/protos/services';
import pLimit from 'p-limit';
import { closeWithin, type AddResource } from './close-within';
import type { CollectorConfig } from './config';
import type { Dependencies } from './dependencies';
import datacenterRanges from './domain/datacenter-ranges.json';
import { readDatacenters } from './domain/ip-address';
import { duplicateOf } from './domain/pipeline';
import { cacheStoredIds } from './domain/steps/put-attributes';
import { createCollectorServer } from './http/server';
import { createFindErasures } from './ingest/drop-deleted';
import { createClaimIds } from './ingest/event-claims';
import { createClaimImportedIds } from './ingest/import-claims';
import { logDirectoryOf, openEventLogs, type ProcessPosition } from './ingest/event-logs';
import type { EventLog } from './ingest/log/durable-event-log';
import { openLocations } from './ingest/locations';
import { createCollectorMetrics } from './metrics/collector-metrics';
import { watchLogSize } from './metrics/log-size';
import { serveWorkerMetrics } from './processes/worker-metrics';
import { readScriptFile } from './routes/get-script';
import { collectorRoutes } from './routes/routes';
import { createExplainVisit } from './rpc/explain-visit';
import { createImportRows } from './rpc/import-rows';
import { createIngestEvents } from './rpc/ingest-events';
import { createInstalledMarker } from './sites/installed-marker';
import { removeDeletedSites } from './sites/deleted-sites';
import { openKnownSites, type KnownSites } from './sites/known-sites';
import { createPurgedSites } from './sites/purged-sites';
import { cacheVerdicts, recordVerdicts } from './sites/site-verdicts';
import { createSitesClient, type SitesClient } from './sites/sites-client';
import { createDropRecorder } from './traffic/drop-recorder';
import { createVisitorRates } from './traffic/rate-limit';
import { addressKeys, createSenderLimits } from './traffic/sender-limits';

interface ModuleOptions {
  readonly log: Logger;
  readonly clock: Clock;
  /** Default: a single process. */
  readonly position?: ProcessPosition;
  /** See `listen` and `startRpcServer`. */
  readonly lingerMs?: number;
  readonly limits?: HttpLimits;
}

/** The collector's module. */
export interface CollectorModule extends Module {
  /** See `EventLog.shipped`. */
  shipped(ms: number): Promise<boolean>;
}

/** Limits of a statement beside its time: it writes a batch, or reads a few days of some visitors. */
const STATEMENT_LIMITS = { memoryMib: 2_048, rows: 2_000_000_000 };
/** Max concurrent imports: live events have priority. */
const MAX_IMPORTS = 2;
/** Protects the memory against clients that send slowly or open many connections. */
export interface HttpLimits {
  readonly connections: { readonly max: number; readonly maxPerAddress: number };
  /** Max memory of bodies in flight. */
  readonly bodiesBytes: number;
}

/** Browsers keep an idle connection for a minute. One address can be a whole campus. */
const LIMITS: HttpLimits = {
  connections: { max: 8_192, maxPerAddress: 512 },
  bodiesBytes: 32 * 1_048_576,
};
/** Max time to close all resources, less than the process is given. */
const STOP_MS = STOP_DEADLINE_MS - 3_000;
/** Max time for requests in flight to end, beside the time that idle connections are kept. */
const DRAIN_MS = 8_000;

/** Returns the collector's module. The event store must be migrated before events arrive. */
export function collectorModule(
  config: Omit<CollectorConfig, 'logLevel'>,
  options: ModuleOptions,
): CollectorModule {
  let events: EventLog | undefined;
  const module = createModule({
    name: 'collector',
    start: async (resources) => {
      const started = await start(config, options, closeWithin(resources, STOP_MS, options.log));
      events = started.events;
      return started;
    },
  });
  return { ...module, shipped: async (ms) => events !== undefined && (await events.shipped(ms)) };
}

/** Opens the resources in order; the servers last, so that they are closed first. */
async function start(
  config: Omit<CollectorConfig, 'logLevel'>,
  { log, clock, position = { number: 0, of: 1 }, lingerMs = 0, limits = LIMITS }: ModuleOptions,
  add: AddResource,
) {
  const [locationOf, script] = await Promise.all([
    openLocations(config.cityDatabase, log),
    readScriptFile(join(packageRoot('@headwater/tracker'), 'dist/hw.js'), config),
  ]);
  const connect = (
    name: string,
    seconds: number,
    options: Pick<ClickhouseOptions, 'maxConnections' | 'isRepeatable'> = {},
  ): ClickHouseClient =>
    add(
      name,
      createClickhouse({
        ...options,
        clickhouseUrl: config.clickhouseUrl,
        applicationName: name,
        requestTimeoutMs: seconds * 1_000,
        settings: boundSettings({ seconds, ...STATEMENT_LIMITS }),
      }),
      (client) => client.close(),
    );
  const clickhouse = connect('collector', 5);
  // Concurrently: with a frozen ClickHouse, the start waits for one timeout only.
  const [opened] = await Promise.all([
    openStoredIds(clickhouse, config.visitorKey, log),
    refuseBreakingAtStart(clickhouse, log),
  ]);
  const storedIds = cacheStoredIds(opened.storedIds);
  const { checkVisitorKey } = opened;
  const shipping = connect('collector-shipper', 20, { maxConnections: 2 });
  const importClickhouse = connect('collector-import', 60, {
    maxConnections: MAX_IMPORTS,
    // Importing a file again counts nothing twice.
    isRepeatable: true,
  });
  const trust = rpcTrust(config);
  const sites = add('sites', createSitesClient(config.sitesAddress, trust), (client) => client.close());
  const installed = add(
    'installed marker',
    createInstalledMarker(sites.markInstalled, (siteId, err) =>
      log.warn({ siteId, err }, 'site could not be marked as installed'),
    ),
    (marker) => marker.close(),
  );
  const metrics = createCollectorMetrics(() => performance.now());
  add('metrics', processMetrics().addRegistry(metrics.registry), (remove) => remove());
  const drops = createDropRecorder({
    write: (rows, token) => insertDroppedEvents(clickhouse, rows, token),
    onFailure: (err) => log.warn({ err }, 'dropped events could not be recorded; retrying'),
    onDiscard: (rows) => log.warn({ rows }, 'too many dropped events queued; some are not recorded'),
    batchMs: 500,
    capacity: 50_000,
  });
  const claimIds = createClaimIds(sites.claimEvents);
  const findErasures = createFindErasures(shipping);
  const events = await openEventLogs(config, {
    clickhouse: shipping,
    purgedSites: createPurgedSites(sites.purgeTimes, () => performance.now()),
    claimIds,
    onPurged: (count, siteIds) => {
      metrics.droppedFromLog('site_purged', count);
      log.warn({ events: count, siteIds }, 'events of purged sites dropped from the event log');
    },
    findErasures: async (visitors, signal) => {
      await checkVisitorKey();
      return findErasures(visitors, signal);
    },
    onErased: (count) => {
      metrics.droppedFromLog('visitor_erased', count);
      log.info({ events: count }, 'events of erased visitors dropped from the event log');
    },
    onDuplicates: (rows) => {
      for (const row of rows) {
        const dropped = [duplicateOf({ index: 0, id: row.event_id })];
        metrics.dropped('server', dropped);
        const site = { workspaceId: row.workspace_id, siteId: row.site_id };
        drops.record(site, dropped, Date.parse(row.received_at));
      }
    },
    position,
    log,
  });
  add('event log', events, () => Promise.all([events.close(), drops.close()]));
  // After the event log, whose lock it needs: no other collector uses the directory.
  const knownSites = add(
    'known sites',
    await openKnownSites({ directory: logDirectoryOf(config.logDir, position.number), clock, log }),
    (sites) => sites.close(),
  );
  const verifySiteKey = recordVerdicts(sites.verifySiteKey, knownSites);
  add(
    'check for deleted sites',
    removeDeletedSites({ knownSites, purgeTimes: sites.purgeTimes, verifySiteKey, log }),
    (task) => task.stop(),
  );
  watchLogSize(metrics.registry, {
    directory: config.logDir,
    maxBytes: config.logMaxMib * 1_048_576,
    waitingMs: () => events.waitingMs(),
    onFailure: (err) => log.error({ err }, 'size of the event log cannot be read'),
  });
  serveWorkerMetrics(metrics.registry);
  const dependencies: Dependencies = {
    clickhouse,
    importClickhouse,
    limitImports: pLimit(MAX_IMPORTS),
    clock,
    events,
    claimIds,
    claimImportedIds: createClaimImportedIds(sites, importClickhouse),
    drops,
    metrics,
    locationOf,
    isDatacenter: config.datacenters === 'bots' ? readDatacenters(datacenterRanges) : () => false,
    isTooFast: createVisitorRates({
      eventsPerMinute: config.visitorEventsPerMinute,
      capacity: 50_000,
      now: () => performance.now(),
    }),
    storedIds,
    checkVisitorKey,
    limits: createSenderLimits({
      ...config,
      addressKey: addressKeys(randomBytes(32)),
      now: () => performance.now(),
      onLimited: (limit) => metrics.limited(limit),
    }),
    verifySiteKey: cacheVerdicts({
      verify: verifySiteKey,
      knownSites,
      onUnchecked: () => metrics.uncheckedSite(),
      clock,
    }),
    installed,
    trustedProxies: subnetsOf(config.trustedProxies),
    bodies: createBodyBudget(limits.bodiesBytes),
  };
  // Closed together with the HTTP server.
  const servers: (() => Promise<void>)[] = [];
  add('servers', servers, () => Promise.all(servers.map((stop) => stop())));
  const rpc = await startRpcServer({
    service: loadCollector(),
    handlers: {
      ExplainVisit: createExplainVisit(),
      IngestEvents: createIngestEvents(dependencies),
      ImportRows: createImportRows(dependencies),
    },
    host: config.grpcHost,
    port: config.grpcPort,
    log,
    trust,
    lingerMs,
  });
  servers.push(() => rpc.stop(DRAIN_MS));
  const ready = readiness(events, knownSites, sites);
  const { collectPath, scriptPath } = config;
  const routes = collectorRoutes({ ...dependencies, collectPath, scriptPath, script, ready });
  const server = createCollectorServer(routes, log);
  warnOfUndeclaredProxy(server, dependencies.trustedProxies, log);
  limitConnections(server, { ...limits.connections, trustedProxies: config.trustedProxies });
  const http = await listen(server, config.host, config.port, {
    lingerMs,
    keepAliveMs: config.keepAliveSeconds * 1_000,
  });
  servers.push(() => http.stop(DRAIN_MS));
  return { ports: { http: http.port, grpc: rpc.port }, ready, events };
}

/** Ready without ClickHouse, because events wait in the log, and without sites if it knows some of them. */
function readiness(events: EventLog, known: KnownSites, sites: SitesClient): () => Promise<boolean> {
  return async () => events.isAccepting() && (known.hasAny() || (await sites.isUp()));
}
