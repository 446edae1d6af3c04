import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import { resolveWindow } from '@headwater/kit/calendar/window';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import { LRUCache } from 'lru-cache';
import type { VisitPlan } from '../query/plan';
import type { WantedSite } from './missing';

const DAY_MS = 86_400_000;
/** Days of a site are built for this time after its last query, also in another process. */
const RECENT_DAYS = 35;
/** Time between two records of a site's queries. */
const RECORD_AFTER_MS = DAY_MS;
/** Of more queried sites, those without a recent query are built after the next one. */
const MAX_SITES = 10_000;

interface QueriedSite extends WantedSite {
  readonly queriedAtMs: number;
  /** 0: not yet. */
  readonly recordedAtMs: number;
}

interface QueryRow {
  readonly workspace_id: number;
  readonly site_id: number;
  readonly last_zone: string;
  /** Unix seconds. */
  readonly queried: number;
}

/** The sites whose roll-ups are built. */
export class QueriedSites {
  private readonly sites = new LRUCache<string, QueriedSite>({ max: MAX_SITES });

  constructor(
    private readonly clickhouse: ClickHouseClient,
    private readonly clock: Clock,
  ) {}

  add({ scope: { workspaceId, siteId }, window: { zone, from } }: Pick<VisitPlan, 'scope' | 'window'>): void {
    const key = keyOf(workspaceId, siteId);
    const before = this.sites.get(key);
    const firstDay = Math.min(from, before?.firstDay ?? from);
    const recordedAtMs = before?.recordedAtMs ?? 0;
    this.sites.set(key, {
      ...{ workspaceId, siteId, zone, firstDay, recordedAtMs },
      queriedAtMs: this.clock.now(),
    });
  }

  /** Records the queries of this process, reads those of all processes, and removes sites without a recent query. */
  async refresh(): Promise<readonly WantedSite[]> {
    await this.record();
    for (const row of await this.readRecent()) this.addRecorded(row);
    const oldestMs = this.clock.now() - RECENT_DAYS * DAY_MS;
    for (const [key, { queriedAtMs }] of this.sites.entries())
      if (queriedAtMs <= oldestMs) this.sites.delete(key);
    return [...this.sites.values()];
  }

  private async record(): Promise<void> {
    const queried = [...this.sites.entries()].filter(
      ([, { queriedAtMs, recordedAtMs }]) => queriedAtMs - recordedAtMs >= RECORD_AFTER_MS,
    );
    if (queried.length === 0) return;
    await this.clickhouse.insert({
      table: 'rollup_queries',
      values: queried.map(([, { workspaceId, siteId, zone, queriedAtMs }]) => ({
        workspace_id: workspaceId,
        site_id: siteId,
        zone,
        queried_at: Math.floor(queriedAtMs / 1_000),
      })),
      format: 'JSONEachRow',
      clickhouse_settings: { distributed_foreground_insert: 1 },
    });
    for (const [key, { queriedAtMs }] of queried) {
      const site = this.sites.peek(key);
      if (site) this.sites.set(key, { ...site, recordedAtMs: queriedAtMs });
    }
  }

  private async readRecent(): Promise<readonly QueryRow[]> {
    const found = await this.clickhouse.query({
      query: `SELECT workspace_id, site_id, argMax(zone, queried_at) AS last_zone, toUnixTimestamp(max(queried_at)) AS queried
               FROM rollup_queries WHERE queried_at > fromUnixTimestamp64Milli({after:Int64}, 'UTC')
               GROUP BY workspace_id, site_id`,
      query_params: { after: this.clock.now() - RECENT_DAYS * DAY_MS },
      format: 'JSONEachRow',
      clickhouse_settings: onlyWorkspaces([], { acrossWorkspaces: ['rollup_queries'] }),
    });
    return found.json<QueryRow>();
  }

  /** Another process may know further days: without a query in this one, the last days are built. */
  private addRecorded({ workspace_id, site_id, last_zone, queried }: QueryRow): void {
    const key = keyOf(workspace_id, site_id);
    const queriedAtMs = queried * 1_000;
    const site = this.sites.peek(key);
    if (site && site.queriedAtMs >= queriedAtMs) return;
    const { from } = resolveWindow({ kind: 'range', days: RECENT_DAYS }, last_zone, this.clock.now());
    this.sites.set(key, {
      ...(site ?? { workspaceId: workspace_id, siteId: site_id, zone: last_zone, firstDay: from }),
      ...{ queriedAtMs, recordedAtMs: queriedAtMs },
    });
  }
}

const keyOf = (workspaceId: number, siteId: number): string => `${workspaceId} ${siteId}`;
