import type { Grain } from '@headwater/protos/vocabulary';
import { bucketsOf, type Bucket } from '@headwater/kit/calendar/buckets';
import { resolveWindow, type Window } from '@headwater/kit/calendar/window';
import type { Dimension } from './dimensions';
import type { Filter } from './filters';
import type { Query } from './read-query';

/** The workspace, site and time range of a statement. No statement on events lacks them. */
export interface Scope {
  readonly workspaceId: number;
  readonly siteId: number;
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
}

/** The decisions that all queries share: what to read, and how to group and label it. */
export interface Plan {
  readonly scope: Scope;
  readonly window: Window;
  readonly grain: Grain;
  readonly buckets: readonly Bucket[];
  readonly dimension: Dimension | undefined;
  /** Max breakdown rows. */
  readonly limit: number;
}

/** A plan for the queries that count visits. */
export interface VisitPlan extends Plan {
  /** Tested on each event. */
  readonly rowFilters: readonly Filter[];
  /** Tested on the event's session. */
  readonly sessionFilters: readonly Filter[];
}

/** The caller's workspace and the time of the call. */
export interface QueryContext {
  readonly workspaceId: number;
  /** Unix milliseconds; decides which day is today. */
  readonly nowMs: number;
}

/** Resolves the window, buckets and scope of a valid query. */
export function planQuery(query: Query, { workspaceId, nowMs }: QueryContext): Plan {
  const { siteId, zone, grain, dimension, limit } = query;
  const window = resolveWindow(query.period, zone, nowMs);
  return {
    scope: { workspaceId, siteId, startMs: window.startMs, endMs: window.endMs },
    window,
    grain,
    buckets: bucketsOf(window, grain),
    dimension,
    limit,
  };
}

/** Plans a valid query that counts visits. */
export function planVisits(query: Query, context: QueryContext): VisitPlan {
  return {
    ...planQuery(query, context),
    rowFilters: [...filtersOf(query, 'column'), ...filtersOf(query, 'property')],
    sessionFilters: filtersOf(query, 'session'),
  };
}

/** The query's filters on dimensions of one kind. */
export function filtersOf(query: Query, kind: Dimension['kind']): readonly Filter[] {
  return query.filters.filter((filter) => filter.dimension.kind === kind);
}
