import type { ClickHouseClient } from '@clickhouse/client';

interface LoggedQuery {
  readonly query: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Settings that every statement must have. */
const BOUNDS = ['max_execution_time', 'max_memory_usage', 'max_rows_to_read'];

/** Returns the statements on the test's database by clients with this name prefix, and those without limits. */
export async function boundedQueries(
  client: ClickHouseClient,
  application: string,
): Promise<{ readonly all: readonly string[]; readonly unbounded: readonly string[] }> {
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const result = await client.query({
    query: `SELECT query, Settings AS settings FROM system.query_log
            WHERE type != 'QueryStart' AND current_database = currentDatabase() AND is_initial_query
              AND startsWith(http_user_agent, {application:String})`,
    query_params: { application },
    format: 'JSONEachRow',
  });
  const queries = await result.json<LoggedQuery>();
  const isBounded = ({ settings }: LoggedQuery): boolean =>
    BOUNDS.every((name) => Number(settings[name] ?? 0) > 0);
  return {
    all: queries.map(({ query }) => query),
    unbounded: queries.filter((query) => !isBounded(query)).map(({ query }) => query),
  };
}
