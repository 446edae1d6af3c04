import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';

/** Site and days of a query. The time zone is Berlin, so that no bucket is a UTC day. */
export interface QueryScope {
  readonly workspaceId: number;
  readonly siteId: number;
  /** `YYYY-MM-DD`, inclusive. */
  readonly from: string;
  readonly to: string;
}

/** A query in three variants: gRPC call of analytics, REST call, and hand-written SQL. */
export interface BenchQuery {
  readonly name: string;
  /** The gRPC call. Returns the numbers that the SQL must return, too. */
  rpc(
    calls: Client<AnalyticsDefinition>,
    scope: QueryScope,
    options: CallOptions,
  ): Promise<readonly number[]>;
  /** Path and query below the site; omitted where the API needs a stored goal or funnel. */
  api?(scope: QueryScope): string;
  /** Hand-written statements for the same numbers, executed concurrently. */
  sql(scope: QueryScope): readonly string[];
  /** The numbers from the rows of the statements, in the order of `rpc`. */
  numbers(results: readonly Result[]): readonly number[];
}

type Row = Readonly<Record<string, unknown>>;

/** The result of a statement; `totals` for `WITH TOTALS`. */
export interface Result {
  readonly data: readonly Row[];
  readonly totals?: Row;
}

export const ZONE = 'Europe/Berlin';

/** The common fields of the request messages. */
export const frameOf = ({ siteId, from, to }: QueryScope) => ({
  siteId,
  timezone: ZONE,
  from,
  to,
  filters: [],
});

/** The FROM and WHERE clauses of hand-written SQL, without duplicates. */
export function eventsOf({ workspaceId, siteId, from, to }: QueryScope, condition = '1'): string {
  return `FROM events FINAL WHERE workspace_id = ${workspaceId} AND site_id = ${siteId}
    AND ts >= toDateTime64('${from} 00:00:00', 3, '${ZONE}') AND ts < toDateTime64('${to} 00:00:00', 3, '${ZONE}') + INTERVAL 1 DAY
    AND ${condition}`;
}

/** The sum of a column over all rows. */
export function sum(rows: readonly object[] | undefined, column: string): number {
  return (rows ?? []).reduce((total, row) => total + Number((row as Row)[column]), 0);
}
