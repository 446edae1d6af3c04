import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';

/** Which site and days are asked about; the calendar is Berlin's, so that no bucket is a UTC day. */
export interface Asked {
  readonly workspaceId: number;
  readonly siteId: number;
  /** `YYYY-MM-DD`, inclusive. */
  readonly from: string;
  readonly to: string;
}

/** One question asked in three ways: of analytics, of the API, and of ClickHouse by hand. */
export interface BenchQuestion {
  readonly name: string;
  /** The call. It returns those numbers of its answer that the SQL must find too. */
  rpc(calls: Client<AnalyticsDefinition>, asked: Asked, options: CallOptions): Promise<readonly number[]>;
  /** Path and query below the site; left out where the API needs a goal or funnel made first. */
  api?(asked: Asked): string;
  /** Hand-written statements for the same numbers, asked side by side. */
  sql(asked: Asked): readonly string[];
  /** The numbers from the statements' rows, as `rpc` gives them. */
  numbers(results: readonly Result[]): readonly number[];
}

type Row = Readonly<Record<string, unknown>>;

/** What a statement found; `totals` WITH TOTALS. */
export interface Result {
  readonly data: readonly Row[];
  readonly totals?: Row;
}

export const ZONE = 'Europe/Berlin';

/** The proto's question about the days asked. */
export const frameOf = ({ siteId, from, to }: Asked) => ({ siteId, timezone: ZONE, from, to, filters: [] });

/** The rows asked about, repeats counted once, as a hand writes it. */
export function eventsOf({ workspaceId, siteId, from, to }: Asked, condition = '1'): string {
  return `FROM events FINAL WHERE workspace_id = ${workspaceId} AND site_id = ${siteId}
    AND ts >= toDateTime64('${from} 00:00:00', 3, '${ZONE}') AND ts < toDateTime64('${to} 00:00:00', 3, '${ZONE}') + INTERVAL 1 DAY
    AND ${condition}`;
}

/** The sum of a column over all rows. */
export function sum(rows: readonly object[] | undefined, column: string): number {
  return (rows ?? []).reduce((total, row) => total + Number((row as Row)[column]), 0);
}
