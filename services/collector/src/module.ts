import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { boundSettings } from '@headwater/kit/clickhouse/bounds';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import { listen } from '@headwater/kit/http/listen';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { packageRoot } from '@headwater/kit/package-root';
import { startRpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { STOP_DEADLINE_MS } from '@headwater/kit/run';
import { loadCollector } from '@headwater/protos/services';
import { closeParts, type Part } from './close-parts';
import type { CollectorConfig } from './config';
import datacenterRanges from './domain/datacenter-ranges.json';
import { readDatacenters } from './domain/datacenters';
import { createCollectorServer } from './http/create-server';
import { readScriptFile } from './http/script-file';
import { parseSubnets } from './http/subnets';
import { openLocations } from './ingest/open-locations';
import { installedMarker } from './ingest/installed-marker';
import { openEventLogs, type ProcessPlace } from './ingest/open-event-logs';
import { cachedVerdicts } from './ingest/site-verdicts';
import { createSitesClient } from './ingest/sites-client';
import { createCollectorMetrics } from './metrics/collector-metrics';
import { watchLogDepth } from './metrics/log-depth';
import { answerWithMetrics } from './processes/metrics-of-workers';
import { collectorRoutes } from './routes/collector-routes';
import { explain } from './rpc/explain-visit';
import { importRows } from './rpc/import-rows';
import { ingestEvents } from './rpc/ingest-events';
import { findRecentSessions, type RecentSessionsQuery } from './store/find-recent-sessions';
import { insertImports } from './store/insert-imports';
import { writeDrops } from './store/write-drops';
import { addressKeys } from './traffic/address-key';
import { dropRecorder } from './traffic/drop-recorder';
import { createSenderLimits } from './traffic/sender-limits';
import { createTurns } from './traffic/turns';
import { visitorRates } from './traffic/visitor-rates';

interface Deps {
  readonly log: Logger;
  readonly clock: Clock;
  /** Default: it is alone. */
  readonly place?: ProcessPlace;
  /** See `listen`. */
  readonly lingerMs?: number;
}

/** The collector's module, with what only the collector has. */
export interface CollectorModule extends Module {
  /** Hurries, and tells whether every event taken so far can be queried within `ms`. */
  settled(ms: number): Promise<boolean>;
}

interface Running {
  readonly ports: Readonly<Record<string, number>>;
  ready(): Promise<boolean>;
  settled(ms: number): Promise<boolean>;
}

/** What a statement may cost beside its time: it writes a batch, or reads a few visitors' days. */
const BOUNDS = { memoryMib: 2_048, rows: 2_000_000_000 };

/** Calls with rows of exports that work at a time: live events come first. */
const IMPORTS_AT_ONCE = 2;

/** What closing takes at most, all parts together: less than the process is given. */
const STOP_MS = STOP_DEADLINE_MS - 3_000;
/** Of which what is under way at the doors takes at most so much, beside the time that idle connections are kept. */
const DRAIN_MS = 8_000;

/** The collector. The event store must be migrated before events come. */
export function collectorModule(config: Omit<CollectorConfig, 'logLevel'>, deps: Deps): CollectorModule {
  const parts: Part[] = [];
  let running: Running | undefined;
  return {
    name: 'collector',
    start: async () => {
      running = await start(config, deps, parts);
    },
    stop: async () => {
      running = undefined;
      await closeParts(parts.splice(0), STOP_MS, deps.log);
    },
    ready: async () => running !== undefined && (await running.ready()),
    ports: () => running?.ports ?? {},
    settled: async (ms) => running !== undefined && (await running.settled(ms)),
  };
}

/** Starts the parts in order and notes how each is closed: the doors last, so that they are closed first. */
async function start(
  config: Omit<CollectorConfig, 'logLevel'>,
  { log, clock, place = { number: 0, of: 1 }, lingerMs = 0 }: Deps,
  parts: Part[],
): Promise<Running> {
  const [locationOf, script] = await Promise.all([
    openLocations(config.cityDatabase, log),
    readScriptFile(join(packageRoot('@headwater/tracker'), 'dist/hw.js'), config),
  ]);
  const clickhouse = createClickhouse({
    clickhouseUrl: config.clickhouseUrl,
    applicationName: 'collector',
    requestTimeoutMs: 5_000,
    settings: boundSettings({ seconds: 5, ...BOUNDS }),
  });
  parts.push({ name: 'clickhouse', close: () => clickhouse.close() });
  const shipping = createClickhouse({
    clickhouseUrl: config.clickhouseUrl,
    applicationName: 'collector-shipper',
    requestTimeoutMs: 20_000,
    maxConnections: 2,
    settings: boundSettings({ seconds: 20, ...BOUNDS }),
  });
  parts.push({ name: 'shipping', close: () => shipping.close() });
  const trust = rpcTrust(config);
  const sites = createSitesClient(config.sitesAddress, trust);
  parts.push({ name: 'sites', close: () => sites.close() });
  const installed = installedMarker(sites.markInstalled, (siteId, err) =>
    log.warn({ siteId, err }, 'a site could not be marked as installed yet'),
  );
  parts.push({ name: 'installed', close: () => installed.close() });
  const drops = dropRecorder({
    write: writeDrops(clickhouse),
    newToken: randomUUID,
    onFailure: (err) => log.warn({ err }, 'dropped events could not be noted yet'),
    onLost: (rows) => log.warn({ rows }, 'dropped events are missing in the numbers of their sites'),
    batchMs: 500,
    capacity: 50_000,
  });
  const events = await openEventLogs(shipping, config, { place, log });
  parts.push({ name: 'events', close: () => Promise.all([events.close(), drops.close()]) });
  const settled = (ms: number): Promise<boolean> => events.settled(ms);
  // Without ClickHouse events are taken, too.
  const ready = async (): Promise<boolean> => events.isTaking() && (await sites.isUp());

  const metrics = createCollectorMetrics(() => performance.now());
  parts.push({ name: 'metrics', close: processMetrics().addRegistry(metrics.registry) });
  watchLogDepth(metrics.registry, {
    directory: config.logDir,
    maxBytes: config.logMaxMib * 1_048_576,
    waitingMs: () => events.waitingMs(),
    onFailure: (err) => log.error({ err }, 'the size of the event log cannot be read'),
  });
  answerWithMetrics(metrics.registry);
  const importing = createClickhouse({
    clickhouseUrl: config.clickhouseUrl,
    applicationName: 'collector-import',
    requestTimeoutMs: 60_000,
    maxConnections: IMPORTS_AT_ONCE,
    settings: boundSettings({ seconds: 60, ...BOUNDS }),
  });
  parts.push({ name: 'importing', close: () => importing.close() });
  const findSessions = (query: RecentSessionsQuery) => findRecentSessions(clickhouse, query);
  const doors: (() => Promise<void>)[] = [];
  parts.push({ name: 'doors', close: () => Promise.all(doors.map((close) => close())) });
  const rpc = await startRpcServer({
    service: loadCollector(),
    handlers: {
      ExplainVisit: explain,
      IngestEvents: ingestEvents({
        events,
        locationOf,
        clock,
        metrics,
        drops,
        findSessions,
      }),
      ImportRows: importRows({
        findSessions,
        store: insertImports(importing),
        clock,
        metrics,
        turns: createTurns(IMPORTS_AT_ONCE),
      }),
    },
    host: config.grpcHost,
    port: config.grpcPort,
    log,
    trust,
  });
  doors.push(() => rpc.stop(DRAIN_MS));
  const routes = collectorRoutes({
    collectPath: config.collectPath,
    scriptPath: config.scriptPath,
    script,
    ready,
    verifySiteKey: cachedVerdicts(sites.verifySiteKey, clock),
    events,
    installed,
    locationOf,
    isDatacenter: config.datacenters === 'bots' ? readDatacenters(datacenterRanges) : () => false,
    isTooFast: visitorRates({
      eventsPerMinute: config.visitorEventsPerMinute,
      capacity: 50_000,
      now: () => performance.now(),
    }),
    trustedProxies: trusted(config.trustedProxies),
    clock,
    metrics,
    drops,
    limits: createSenderLimits({
      ...config,
      addressKey: addressKeys(randomBytes(32)),
      now: () => performance.now(),
      onLimited: (limit) => metrics.limited(limit),
    }),
  });
  const http = await listen(createCollectorServer(routes, log), config.host, config.port, { lingerMs });
  doors.push(() => http.stop(DRAIN_MS));
  return { ports: { http: http.port, grpc: rpc.port }, ready, settled };
}

function trusted(list: readonly string[]): NonNullable<ReturnType<typeof parseSubnets>> {
  const subnets = parseSubnets(list);
  if (!subnets) throw new Error('TRUSTED_PROXIES holds an entry that is no address or subnet.');
  return subnets;
}
