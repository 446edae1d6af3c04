import type { ClickHouseSettings } from '@clickhouse/client';

/** What has ClickHouse end a read whose caller went away: it needs both, and lets the read change nothing. */
export const ENDED_WITH_CALLER = {
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
} as const satisfies ClickHouseSettings;
