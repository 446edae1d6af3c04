import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';

/** What ClickHouse spent on a question's statements together. */
export interface Cost {
  readonly rows: number;
  readonly mib: number;
  /** Of the dearest one. */
  readonly memoryMib: number;
  /** User time: says more than the clock where others are at work. */
  readonly cpuMs: number;
}

/** ClickHouse's own clock, for `costSince`. */
export async function clockOf(client: ClickHouseClient): Promise<string> {
  const [{ at } = { at: '' }] = await rowsOf<{ at: string }>(client, 'SELECT toString(now64(6)) AS at');
  return at;
}

/** Reads from ClickHouse's own log what an application's statements about events cost since then, `asks` times the same. */
export async function costSince(
  client: ClickHouseClient,
  at: string,
  { application, asks }: { readonly application: string; readonly asks: number },
): Promise<Cost> {
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const [cost] = await rowsOf<Cost>(
    client,
    `SELECT sum(read_rows) / ${asks} AS rows, sum(read_bytes) / 1048576 / ${asks} AS mib, max(memory_usage) / 1048576 AS memoryMib,
       sum(ProfileEvents['UserTimeMicroseconds']) / 1000 / ${asks} AS cpuMs
     FROM system.query_log
     WHERE type = 'QueryFinish' AND query_start_time_microseconds > '${at}' AND query_kind = 'Select'
       AND startsWith(http_user_agent, '${application} ') AND has(tables, concat(currentDatabase(), '.events'))`,
  );
  if (!cost) throw new Error('The query log is empty.');
  return cost;
}

async function rowsOf<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}
