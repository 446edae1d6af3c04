import type { InterceptedCall, MethodName, RpcInterceptor } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { databaseWorkFor } from './clickhouse/database-work';
import { IdenticalCalls } from './identical-calls';
import { WorkspaceLimiter } from './workspace-limiter';

type Policy = 'charge' | 'limit';

/**
 * The exemptions: every other method is charged for the rows that it reads and shares the concurrent queries of its workspace.
 *
 * Charging: the gateway subtracts the cost from the workspace's rate limit. It only makes sense for a call that the gateway
 * makes for a caller of the API and whose cost depends on the query.
 * Limiting: protects ClickHouse from expensive queries. Lookups by primary key would only wait behind them.
 */
const EXEMPTIONS: Partial<Record<MethodName<AnalyticsDefinition>, readonly Policy[]>> = {
  // Polled by every open dashboard; reads at most the last 30 minutes of one site.
  QueryRealtime: ['charge'],
  // Polled during installation; reads the last minutes of one site.
  GetSiteActivity: ['charge', 'limit'],
  // Called by identity, which does not pass a cost on. ListTouches and ListSessions scan up to 731 days of sites, so they are limited.
  GetFirstTouch: ['charge', 'limit'],
  ListFirstTouches: ['charge', 'limit'],
  ListTouches: ['charge'],
  ListSessions: ['charge'],
  // Called by identity for exports.
  ListClicks: ['charge'],
  // Called by identity for all workspaces: there is none to charge or to limit.
  ListTouchedVisitors: ['charge', 'limit'],
  // A stream has no trailer to carry the cost: exports have a rate limit of their own. Limited apart: see below.
  ExportEvents: ['charge'],
  // Called by the purge job, one site at a time, for up to half an hour.
  PurgeSite: ['charge', 'limit'],
  DeleteClickIds: ['charge', 'limit'],
  // Called by the purge job for all workspaces.
  ListClickIdSites: ['charge', 'limit'],
  ApplyRetention: ['charge', 'limit'],
  // Called by identity: deletes, like PurgeSite.
  EraseVisitors: ['charge', 'limit'],
};

function isExempt({ method }: InterceptedCall, policy: Policy): boolean {
  return EXEMPTIONS[method as MethodName<AnalyticsDefinition>]?.includes(policy) ?? false;
}

/** Reports the work of ClickHouse for a call, and the rows that it read as the call's cost. */
export const chargeRowsRead: RpcInterceptor = async (call, next) => {
  const response = await next();
  const work = databaseWorkFor(call.signal);
  call.reportDatabaseWork(work);
  if (!isExempt(call, 'charge')) call.charge(work.rows);
  return response;
};

export interface LimiterOptions {
  /** Max concurrent queries per workspace. */
  readonly maxQueries: number;
  /** Max concurrent exports per workspace. */
  readonly maxExports: number;
  readonly maxWaitMs: number;
}

/**
 * Max waiting queries per workspace: those of forty people who open the overview in the same moment, two calls each. In a longer queue,
 * queries of busy sites would wait until their callers give up.
 */
const MAX_WAITING_QUERIES = 80;
/**
 * Max waiting exports per workspace: those that a token may begin in a minute by default. In a longer queue, they would wait until their
 * callers give up.
 */
const MAX_WAITING_EXPORTS = 60;

/**
 * Limits the concurrent calls of each workspace. Exports have slots of their own, so that one with a slow reader delays no
 * query; an export occupies its slot until the stream was sent. Identical queries that wait for a slot share one.
 */
export function limitWorkspaces({ maxQueries, maxExports, maxWaitMs }: LimiterOptions): RpcInterceptor {
  const queries = new WorkspaceLimiter({
    maxConcurrent: maxQueries,
    maxWaiting: MAX_WAITING_QUERIES,
    maxWaitMs,
    // The caller sent no more than others: the queries of the workspace take longer than the wait.
    lateError: 'deadline_exceeded',
  });
  const exports = new WorkspaceLimiter({
    maxConcurrent: maxExports,
    maxWaiting: MAX_WAITING_EXPORTS,
    maxWaitMs,
    lateError: 'rate_limited',
  });
  const identical = new IdenticalCalls();
  return (call, next) => {
    if (isExempt(call, 'limit')) return next();
    const workspaceId = call.workspaceId();
    const { signal } = call;
    if (call.streaming) return exports.run(workspaceId, signal, next);
    const key = JSON.stringify([workspaceId, call.method, call.request]);
    return identical.run(key, signal, (begin) =>
      queries.run(workspaceId, signal, () => {
        begin();
        return next();
      }),
    );
  };
}
