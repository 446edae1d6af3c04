import type { ClickHouseClient } from '@clickhouse/client';
import type { ActivityPlan } from '../domain/activity/plan-activity';
import type { ActivityFindings } from '../domain/activity/shape-activity';
import type { FunnelFindings, FunnelPlan } from '../domain/goals/funnel-answer';
import type { GoalFindings, GoalPlan } from '../domain/goals/goal-answer';
import type { ExportRow } from '../domain/export/columns';
import type { ExportPlan } from '../domain/export/plan-export';
import type { ImportedFindings } from '../domain/imported/imported-answer';
import type { FramePlan, Plan, Scope } from '../domain/query/plan';
import type { Findings } from '../domain/query/shape';
import type { RealtimeFindings } from '../domain/realtime/shape-realtime';
import type { RetentionPlan, RetentionRow } from '../domain/retention/retention-answer';
import type { StatsPlan } from '../domain/stats/plan-stats';
import type { StatsFindings, TotalsFound } from '../domain/stats/shape-stats';
import type { TouchesPlan } from '../domain/touches/compile-touches';
import type { TouchedCursor } from '../domain/touches/touched-cursor';
import type { VisitorScope } from '../domain/visitor/compile-visitor';
import type { VisitorFindings } from '../domain/visitor/shape-visitor';
import { exportEvents } from './export-events';
import type { QueryLimits } from './limits';
import { queryImported } from './query-imported';
import { listEvents, type EventName } from './list-events';
import { listSiteActivity } from './list-site-activity';
import { queryFindings } from './query-findings';
import { queryFunnel, queryGoal } from './query-goal';
import { queryRealtime } from './query-realtime';
import { queryRetention } from './query-retention';
import { queryStats, queryStatsTotals } from './query-stats';
import { readFirstTouches, type FirstTouch, type VisitorsOfWorkspace } from './read-first-touches';
import { readTouchedVisitors, type TouchedPage } from './read-touched-visitors';
import { readTouches, type Touches } from './read-touches';
import { queryTraffic, type Traffic } from './query-traffic';
import { readReceipt, type Receipt, type ReceiptOf } from './read-receipt';
import { readSiteActivity, type SiteActivity, type SiteAtTime } from './read-site-activity';
import { readVisitor } from './read-visitor';

/**
 * All that the service reads. Each member is the function of its name in this folder; its signal ends the query in
 * ClickHouse too. @throws AppError `query_too_heavy`, `upstream_unavailable` or `cancelled`.
 */
export interface AnalyticsStore {
  queryFindings(plan: Plan, signal: AbortSignal): Promise<Findings>;
  queryStats(plan: StatsPlan, signal: AbortSignal): Promise<StatsFindings>;
  queryStatsTotals(plan: StatsPlan, signal: AbortSignal): Promise<TotalsFound>;
  queryImported(plan: FramePlan, signal: AbortSignal): Promise<ImportedFindings>;
  queryGoal(plan: GoalPlan, signal: AbortSignal): Promise<GoalFindings>;
  queryFunnel(plan: FunnelPlan, signal: AbortSignal): Promise<FunnelFindings>;
  listEvents(plan: StatsPlan, signal: AbortSignal): Promise<EventName[]>;
  queryRealtime(plan: StatsPlan, signal: AbortSignal): Promise<RealtimeFindings>;
  queryRetention(plan: RetentionPlan, signal: AbortSignal): Promise<readonly RetentionRow[]>;
  queryTraffic(scope: Scope, signal: AbortSignal): Promise<Traffic>;
  exportEvents(plan: ExportPlan, signal: AbortSignal): AsyncIterable<readonly ExportRow[]>;
  readVisitor(scope: VisitorScope, signal: AbortSignal): Promise<VisitorFindings>;
  readReceipt(event: ReceiptOf, signal: AbortSignal): Promise<Receipt | undefined>;
  readSiteActivity(site: SiteAtTime, signal: AbortSignal): Promise<SiteActivity>;
  listSiteActivity(plan: ActivityPlan, signal: AbortSignal): Promise<ActivityFindings>;
  readFirstTouches(
    visitors: VisitorsOfWorkspace,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, FirstTouch>>;
  readTouches(plan: TouchesPlan, signal: AbortSignal): Promise<Touches>;
  readTouchedVisitors(
    page: { readonly after: TouchedCursor | undefined; readonly limit: number },
    signal: AbortSignal,
  ): Promise<TouchedPage>;
}

/** What the store reads with. The database of both clients has the event store migrated. */
export interface StoreConnections {
  readonly client: ClickHouseClient;
  readonly limits: QueryLimits;
  /** For exports, whose readers take their time. */
  readonly exporting: { readonly client: ClickHouseClient; readonly limits: QueryLimits };
}

export function createAnalyticsStore({ client, limits, exporting }: StoreConnections): AnalyticsStore {
  return {
    queryFindings: (plan, signal) => queryFindings(client, plan, { limits, signal }),
    queryStats: (plan, signal) => queryStats(client, plan, { limits, signal }),
    queryStatsTotals: (plan, signal) => queryStatsTotals(client, plan, { limits, signal }),
    queryImported: (plan, signal) => queryImported(client, plan, { limits, signal }),
    queryGoal: (plan, signal) => queryGoal(client, plan, { limits, signal }),
    queryFunnel: (plan, signal) => queryFunnel(client, plan, { limits, signal }),
    listEvents: (plan, signal) => listEvents(client, plan, { limits, signal }),
    queryRealtime: (plan, signal) => queryRealtime(client, plan, { limits, signal }),
    queryRetention: (plan, signal) => queryRetention(client, plan, { limits, signal }),
    queryTraffic: (scope, signal) => queryTraffic(client, scope, { limits, signal }),
    exportEvents: (plan, signal) =>
      exportEvents(exporting.client, plan, { limits: exporting.limits, signal }),
    readVisitor: (scope, signal) => readVisitor(client, scope, { limits, signal }),
    readReceipt: (event, signal) => readReceipt(client, event, { limits, signal }),
    readSiteActivity: (site, signal) => readSiteActivity(client, site, { limits, signal }),
    listSiteActivity: (plan, signal) => listSiteActivity(client, plan, { limits, signal }),
    readFirstTouches: (visitors, signal) => readFirstTouches(client, visitors, { limits, signal }),
    readTouches: (plan, signal) => readTouches(client, plan, { limits, signal }),
    readTouchedVisitors: (page, signal) => readTouchedVisitors(client, page, { limits, signal }),
  };
}
