import { randomInt } from 'node:crypto';
import { INSERT_SELECT_SETTINGS } from '@headwater/eventstore/read-settings';
import type { WithTopology } from '@headwater/eventstore/topology';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { startPeriodic } from '@headwater/kit/periodic';
import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';
import { runStatement, type Connection, type RunStatement } from '../clickhouse/run';
import type { VisitPlan } from '../query/plan';
import { buildSegment, type BuildOutcome } from './build';
import type { FindLateVisitors } from './late-visitors';
import { findMissing, type WantedSite } from './missing';
import { QueriedSites } from './queried-sites';
import { removeOldRows } from './remove-old-rows';
import type { TimeRange } from './sources';
import { buildWeek } from './weeks';
import { createMetrics, type Metrics } from './worker-metrics';

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
  readonly findLateVisitors: FindLateVisitors;
  /** For deletions. */
  readonly withTopology: WithTopology;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after each new roll-up. */
  readonly onBuilt: (site: Pick<WantedSite, 'workspaceId' | 'siteId'>) => void;
  readonly intervalMs?: number;
  readonly minEvents?: number;
}

const INTERVAL_MS = 15_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * Min time between two builds of a time range. After each further build with other changes than late events, it doubles, up to a day: queries
 * read a few late events beside a build.
 */
const REBUILD_AFTER_MS = 600_000;
const CLEAN_UP_EVERY_MS = 3_600_000;
/** Builds of a site, before those of the next one. */
const MAX_BUILDS_OF_SITE = 4;
const MAX_RANGES = 100_000;

/** Starts the worker. Several processes can run it: each site is built by one of them at a time. */
export function startRollupWorker(options: WorkerOptions): RollupWorker {
  const { log, intervalMs = INTERVAL_MS } = options;
  const metrics = createMetrics();
  const worker = new Worker(options, metrics);
  const task = startPeriodic((signal) => worker.runAll(signal), {
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

/** A day, an hour or a week to build. */
interface Work {
  readonly range: TimeRange;
  readonly isLate?: boolean;
  readonly run: (beforeStatement: () => Promise<void>) => Promise<BuildOutcome>;
}

/** The last build of a time range. */
interface LastBuild {
  readonly atMs: number;
  /** Time until the next one. */
  readonly waitMs: number;
  readonly isPublished: boolean;
}

/** Numbers of roll-ups of a site. */
interface SiteProgress {
  readonly built: number;
  readonly missing: number;
}

class Worker {
  private readonly sites: QueriedSites;
  private readonly lastBuilds = new LRUCache<string, LastBuild>({ max: MAX_RANGES });
  /** The last site and minute that this process has claimed. */
  private claimed = '';
  private readonly owner = String(randomInt(2 ** 47));
  private readonly read: RunStatement;
  private completeAtMs: number;
  private cleanedAtMs: number;

  constructor(
    private readonly options: WorkerOptions,
    private readonly metrics: Metrics,
  ) {
    this.read = (statement) => runStatement(options.connection, statement);
    this.sites = new QueriedSites(options.connection.clickhouse, options.clock);
    this.completeAtMs = this.cleanedAtMs = options.clock.now();
  }

  want(plan: Pick<VisitPlan, 'scope' | 'window'>): void {
    this.sites.add(plan);
  }

  /** Builds the missing roll-ups of all wanted sites: the latest days first, a few of a site before those of the next. */
  async runAll(signal: AbortSignal): Promise<void> {
    while ((await this.run(signal)) > 0 && !signal.aborted);
  }

  /** Builds a few roll-ups of each site. @returns their number. */
  private async run(signal: AbortSignal): Promise<number> {
    const { clock } = this.options;
    let [built, missing, isComplete] = [0, 0, false];
    try {
      isComplete = await this.buildSites(signal, (site) => {
        built += site.built;
        missing += site.missing;
      });
    } finally {
      if (isComplete && missing === 0) this.completeAtMs = clock.now();
      this.metrics.missing.set(missing);
      this.metrics.delay.set((clock.now() - this.completeAtMs) / 1_000);
    }
    if (clock.now() - this.cleanedAtMs >= CLEAN_UP_EVERY_MS) {
      this.cleanedAtMs = clock.now();
      await removeOldRows(this.options.connection.clickhouse, this.read, {
        nowMs: clock.now(),
        onError: this.reportFailure,
        withTopology: this.options.withTopology,
      });
    }
    return built;
  }

  /** Builds what each wanted site lacks. @returns whether it succeeded for all of them. */
  private async buildSites(
    signal: AbortSignal,
    onProgress: (progress: SiteProgress) => void,
  ): Promise<boolean> {
    let succeeded = true;
    for (const site of await this.sites.refresh()) {
      if (signal.aborted) return false;
      try {
        onProgress(await this.buildSite(site, signal));
      } catch (error) {
        if (error === signal.reason) return false;
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

  /** Builds a few of the roll-ups that a site lacks. Those that were built recently and have late events do not count as missing. */
  private async buildSite(site: WantedSite, signal: AbortSignal): Promise<SiteProgress> {
    const { clock, log, findLateVisitors, minEvents, onBuilt, withTopology } = this.options;
    const { ranges, weeks } = await findMissing(this.read, site, {
      nowMs: clock.now(),
      findLateVisitors,
      ...(minEvents === undefined ? {} : { minEvents }),
    });
    const lastBuildOf = (range: TimeRange) => this.lastBuilds.get(keyOf(site, range));
    const isDue = (last: LastBuild | undefined): boolean => !last || clock.now() - last.atMs >= last.waitMs;
    const missing = ranges.filter((range) => {
      const last = lastBuildOf(range);
      return !last?.isPublished || isDue(last);
    });
    const due = missing.filter((range) => isDue(lastBuildOf(range)));
    const { clickhouse } = this.options.connection;
    const dueWeeks = weeks
      .map((builds) => ({ builds, range: rangeOf(builds) }))
      .filter(({ range }) => isDue(lastBuildOf(range)));
    const work: readonly Work[] = [
      ...due.map((range): Work => ({
        range,
        isLate: range.isLate,
        run: (beforeStatement) =>
          buildSegment(clickhouse, { ...site, ...range }, { beforeStatement, withTopology }),
      })),
      ...dueWeeks.map(({ builds, range }): Work => ({
        range,
        run: (before) => buildWeek(clickhouse, site, builds, before),
      })),
    ];
    let built = 0;
    for (const one of work.slice(0, MAX_BUILDS_OF_SITE)) {
      if (signal.aborted || !(await this.claim(site))) break;
      if ((await this.build(site, one, signal)) !== 'published') break;
      built += 1;
      onBuilt(site);
    }
    const progress = { built, missing: missing.length - Math.min(built, due.length) };
    const { workspaceId, siteId } = site;
    if (built > 0) log.info({ workspaceId, siteId, ...progress }, 'roll-ups built');
    return progress;
  }

  private async build(
    site: WantedSite,
    { range, isLate, run }: Work,
    signal: AbortSignal,
  ): Promise<BuildOutcome> {
    const { clock } = this.options;
    const key = keyOf(site, range);
    const before = this.lastBuilds.get(key)?.waitMs;
    const waitMs = before === undefined || isLate ? REBUILD_AFTER_MS : Math.min(2 * before, DAY_MS);
    const record = (isPublished: boolean) =>
      this.lastBuilds.set(key, { atMs: clock.now(), waitMs, isPublished });
    record(false);
    const startedAt = performance.now();
    const outcome = await run(async () => {
      signal.throwIfAborted();
      await this.claim(site);
    });
    record(outcome === 'published');
    this.metrics.seconds.inc((performance.now() - startedAt) / 1_000);
    this.metrics.builds.inc({ outcome });
    return outcome;
  }

  /** Whether this process builds the site in this minute. It then claims the next minute, too: a build can take longer. */
  private async claim({ workspaceId, siteId }: WantedSite): Promise<boolean> {
    const minute = Math.floor(this.options.clock.now() / MINUTE_MS) * 60;
    const claim = `${workspaceId} ${siteId} ${minute}`;
    if (this.claimed === claim) return true;
    const params = { workspace_id: workspaceId, site_id: siteId, minute, owner: this.owner };
    await this.insertClaim(params);
    const { data } = await this.read<{ claimed: number }>({
      query: `SELECT count() AS claimed FROM rollup_claims
               WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
                 AND minute = toDateTime({minute:UInt32}, 'UTC') AND owner = {owner:UInt64}`,
      params,
    });
    if ((data[0]?.claimed ?? 0) === 0) return false;
    await this.insertClaim({ ...params, minute: minute + 60 });
    this.claimed = claim;
    return true;
  }

  /** ClickHouse ignores further claims with the same token. */
  private async insertClaim(claim: Claim): Promise<void> {
    await this.options.connection.clickhouse.command({
      query: `INSERT INTO rollup_claims (workspace_id, site_id, minute, owner)
              SELECT {workspace_id:UInt64}, {site_id:UInt64}, toDateTime({minute:UInt32}, 'UTC'), {owner:UInt64}`,
      query_params: { ...claim },
      clickhouse_settings: {
        ...INSERT_SELECT_SETTINGS,
        insert_deduplication_token: `${claim.workspace_id} ${claim.site_id} ${claim.minute}`,
      },
    });
  }
}

interface Claim {
  readonly workspace_id: number;
  readonly site_id: number;
  /** Unix seconds of its start. */
  readonly minute: number;
  readonly owner: string;
}

const rangeOf = (builds: readonly TimeRange[]): TimeRange => ({
  startMs: Math.min(...builds.map(({ startMs }) => startMs)),
  endMs: Math.max(...builds.map(({ endMs }) => endMs)),
});

const keyOf = ({ workspaceId, siteId }: WantedSite, { startMs, endMs }: TimeRange): string =>
  `${workspaceId} ${siteId} ${startMs} ${endMs}`;
