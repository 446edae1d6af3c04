import { randomInt } from 'node:crypto';
import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { resolveWindow } from '@headwater/kit/calendar/window';
import { startPeriodic } from '@headwater/kit/periodic';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Registry } from 'prom-client';
import { runStatement, type Connection, type RunStatement } from '../clickhouse/run';
import type { VisitPlan } from '../query/plan';
import { buildSegment, type BuildOutcome } from './build';
import { findMissing, type WantedSite } from './missing';
import { removeOldRows } from './remove-old-rows';
import type { TimeRange } from './segments';

/** Builds roll-ups in the background. */
export interface RollupWorker {
  /** Registers the site and the days of a query in the site's zone. They are built within minutes. */
  want(plan: Pick<VisitPlan, 'scope' | 'window'>): void;
  readonly registry: Registry;
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** For builds: its settings limit them to one thread. */
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Logger;
  readonly intervalMs?: number;
  readonly minEvents?: number;
}

const INTERVAL_MS = 15_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days of a site that are built without a query, if it had a query within that time. */
const RECENT_DAYS = 35;
/** A day with constant late events is built at most this often. */
const REBUILD_AFTER_MS = 600_000;
const CLEAN_UP_EVERY_MS = 3_600_000;
/** Of more queried sites, those without a recent query are built after the next one. */
const MAX_SITES = 10_000;
const MAX_RANGES = 100_000;

/** Starts the worker. Several processes can run it: each site is built by one of them at a time. */
export function startRollupWorker(options: WorkerOptions): RollupWorker {
  const { log, intervalMs = INTERVAL_MS } = options;
  const metrics = createMetrics();
  const worker = new Worker(options, metrics);
  const task = startPeriodic((signal) => worker.run(signal), {
    intervalMs,
    immediately: false,
    onError: (error) => {
      metrics.builds.inc({ outcome: 'failed' });
      log.error({ err: error }, 'roll-ups failed');
    },
  });
  return {
    want: (plan) => worker.want(plan),
    registry: metrics.registry,
    stop: () => task.stop(),
  };
}

type Metrics = ReturnType<typeof createMetrics>;

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    builds: new Counter({
      name: 'headwater_rollup_builds_total',
      help: 'Builds of roll-ups of days and hours, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    seconds: new Counter({
      name: 'headwater_rollup_build_seconds_total',
      help: 'Time of the builds of roll-ups, in seconds',
      registers,
    }),
    missing: new Gauge({
      name: 'headwater_rollup_missing',
      help: 'Days and hours of queried sites that wait for their roll-up',
      registers,
    }),
    delay: new Gauge({
      name: 'headwater_rollup_delay_seconds',
      help: 'Time since roll-ups were last complete, in seconds; 0 if they are complete',
      registers,
    }),
  };
}

class Worker {
  private readonly wanted = new LRUCache<string, WantedSite>({ max: MAX_SITES });
  /** Unix milliseconds of the last build of each time range. */
  private readonly builtAt = new LRUCache<string, number>({ max: MAX_RANGES });
  private readonly owner = String(randomInt(2 ** 47));
  private readonly read: RunStatement;
  private completeAtMs: number;
  private cleanedAtMs: number;

  constructor(
    private readonly options: WorkerOptions,
    private readonly metrics: Metrics,
  ) {
    this.read = (statement) => runStatement(options.connection, statement);
    this.completeAtMs = this.cleanedAtMs = options.clock.now();
  }

  want({
    scope: { workspaceId, siteId },
    window: { zone, from },
  }: Pick<VisitPlan, 'scope' | 'window'>): void {
    const key = `${workspaceId} ${siteId}`;
    const firstDay = Math.min(from, this.wanted.get(key)?.firstDay ?? from);
    this.wanted.set(key, { workspaceId, siteId, zone, firstDay });
  }

  /** Builds the missing roll-ups of all wanted sites, the latest days first. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.options;
    let missing = 0;
    let isComplete = false;
    try {
      for (const site of await this.readRecentSites()) if (!this.isWanted(site)) this.want(site);
      isComplete = await this.buildSites(signal, (count) => (missing += count));
    } finally {
      if (isComplete && missing === 0) this.completeAtMs = clock.now();
      this.metrics.missing.set(missing);
      this.metrics.delay.set((clock.now() - this.completeAtMs) / 1_000);
    }
    if (clock.now() - this.cleanedAtMs < CLEAN_UP_EVERY_MS) return;
    this.cleanedAtMs = clock.now();
    await removeOldRows(this.options.connection.clickhouse, this.read, {
      nowMs: clock.now(),
      onError: this.reportFailure,
    });
  }

  /** Builds what each wanted site lacks. @returns whether it succeeded for all of them. */
  private async buildSites(signal: AbortSignal, onMissing: (count: number) => void): Promise<boolean> {
    let succeeded = true;
    for (const site of [...this.wanted.values()]) {
      if (signal.aborted) return false;
      try {
        onMissing(await this.buildSite(site, signal));
      } catch (error) {
        succeeded = false;
        this.reportFailure(error, site);
      }
    }
    return succeeded;
  }

  private readonly reportFailure = (
    err: unknown,
    { workspaceId, siteId }: Pick<WantedSite, 'workspaceId' | 'siteId'>,
  ): void => {
    this.metrics.builds.inc({ outcome: 'failed' });
    this.options.log.error({ err, workspaceId, siteId }, 'roll-ups of a site failed');
  };

  private isWanted({ scope }: Pick<VisitPlan, 'scope'>): boolean {
    return this.wanted.has(`${scope.workspaceId} ${scope.siteId}`);
  }

  /** The sites with recent builds, with the last days of their last zone as their window. */
  private async readRecentSites(): Promise<readonly Pick<VisitPlan, 'scope' | 'window'>[]> {
    const { connection, clock } = this.options;
    const nowMs = clock.now();
    const found = await connection.clickhouse.query({
      query: `SELECT workspace_id, site_id, argMax(zone, seq) AS last_zone FROM rollup_builds
               WHERE published_at > fromUnixTimestamp64Milli({after:Int64}, 'UTC')
               GROUP BY workspace_id, site_id`,
      query_params: { after: nowMs - RECENT_DAYS * DAY_MS },
      format: 'JSONEachRow',
      clickhouse_settings: onlyWorkspaces([], { acrossWorkspaces: ['rollup_builds'] }),
    });
    const sites = await found.json<{ workspace_id: number; site_id: number; last_zone: string }>();
    return sites.map(({ workspace_id, site_id, last_zone }) => {
      const window = resolveWindow({ kind: 'range', days: RECENT_DAYS }, last_zone, nowMs);
      return {
        scope: { workspaceId: workspace_id, siteId: site_id, startMs: window.startMs, endMs: window.endMs },
        window,
      };
    });
  }

  /** Builds what a site lacks. @returns the number of roll-ups that are still missing. */
  private async buildSite(site: WantedSite, signal: AbortSignal): Promise<number> {
    const { clock, log, minEvents } = this.options;
    const missing = await findMissing(this.read, site, {
      nowMs: clock.now(),
      ...(minEvents === undefined ? {} : { minEvents }),
    });
    const due = missing.filter(
      (range) => clock.now() - (this.builtAt.get(keyOf(site, range)) ?? -Infinity) >= REBUILD_AFTER_MS,
    );
    if (due.length === 0) return missing.length;
    let built = 0;
    for (const range of due) {
      if (signal.aborted || !(await this.claim(site))) break;
      if ((await this.build(site, range)) !== 'published') break;
      built += 1;
    }
    const { workspaceId, siteId } = site;
    if (built > 0)
      log.info({ workspaceId, siteId, built, missing: missing.length - built }, 'roll-ups built');
    return missing.length - built;
  }

  private async build(site: WantedSite, range: TimeRange): Promise<BuildOutcome> {
    const { connection, clock } = this.options;
    this.builtAt.set(keyOf(site, range), clock.now());
    const startedAt = performance.now();
    const outcome = await buildSegment(connection.clickhouse, { ...site, ...range });
    this.metrics.seconds.inc((performance.now() - startedAt) / 1_000);
    this.metrics.builds.inc({ outcome });
    return outcome;
  }

  /** Whether this process builds the site in this minute: ClickHouse ignores further claims with the same token. */
  private async claim({ workspaceId, siteId }: WantedSite): Promise<boolean> {
    const { connection, clock } = this.options;
    const minute = Math.floor(clock.now() / MINUTE_MS) * 60;
    const params = { workspace_id: workspaceId, site_id: siteId, minute, owner: this.owner };
    await connection.clickhouse.command({
      query: `INSERT INTO rollup_claims (workspace_id, site_id, minute, owner)
              SELECT {workspace_id:UInt64}, {site_id:UInt64}, toDateTime({minute:UInt32}, 'UTC'), {owner:UInt64}`,
      query_params: params,
      clickhouse_settings: {
        wait_end_of_query: 1,
        insert_deduplication_token: `${workspaceId} ${siteId} ${minute}`,
      },
    });
    const { data } = await this.read<{ claimed: number }>({
      query: `SELECT count() AS claimed FROM rollup_claims
               WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
                 AND minute = toDateTime({minute:UInt32}, 'UTC') AND owner = {owner:UInt64}`,
      params,
    });
    return (data[0]?.claimed ?? 0) > 0;
  }
}

const keyOf = ({ workspaceId, siteId }: WantedSite, { startMs, endMs }: TimeRange): string =>
  `${workspaceId} ${siteId} ${startMs} ${endMs}`;
