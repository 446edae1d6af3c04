import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';

/** What ClickHouse spent on some statements together. */
export interface Cost {
  readonly rows: number;
  readonly mib: number;
  /** Of the dearest one. */
  readonly memoryMib: number;
  /** User time: says more than the clock where others are at work. */
  readonly cpuMs: number;
}

/** Runs some work and reads from ClickHouse's own log what the statements of an application cost meanwhile. */
export async function costOf(
  client: ClickHouseClient,
  application: string,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const [{ at } = { at: '' }] = await rowsOf<{ at: string }>(client, 'SELECT toString(now64(6)) AS at');
  await work();
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const [cost] = await rowsOf<Cost>(
    client,
    `SELECT sum(read_rows) AS rows, sum(read_bytes) / 1048576 AS mib, max(memory_usage) / 1048576 AS memoryMib,
       sum(ProfileEvents['UserTimeMicroseconds']) / 1000 AS cpuMs
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
