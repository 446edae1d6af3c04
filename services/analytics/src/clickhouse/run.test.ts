import type { ClickHouseClient } from '@clickhouse/client';
import { failure } from '@headwater/protos/error-codes';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { runQuery } from './run';

const LIMITS = { maxExecutionSeconds: 1, maxMemoryBytes: 1, maxRowsToRead: 1 };
const clickhouse = {
  query: () => Promise.resolve({ json: () => Promise.resolve({ data: [{ n: 1 }] }) }),
} as unknown as ClickHouseClient;

test('times each query under its name and outcome, and returns its result or throws its error', async () => {
  const connection = { clickhouse, limits: LIMITS };
  const { signal } = new AbortController();
  const tooHeavy = failure('query_too_heavy', 'Narrow it.');
  const result = runQuery(connection, { name: 'listEvents', signal }, async (run) => {
    return (await run<{ n: number }>({ query: 'SELECT 1', params: {} })).data;
  });
  expect(await result).toEqual([{ n: 1 }]);
  const rejected = runQuery(connection, { name: 'queryRealtime', signal }, () => Promise.reject(tooHeavy));
  await expect(rejected).rejects.toBe(tooHeavy);
  const broken = runQuery(connection, { name: 'readVisitor', signal }, () =>
    Promise.reject(new Error('kuckuck')),
  );
  await expect(broken).rejects.toThrow('kuckuck');
  const text = await processMetrics().text();
  expect(text).toContain('headwater_query_seconds_count{query="listEvents",code="ok"} 1');
  expect(text).toContain('headwater_query_seconds_count{query="queryRealtime",code="query_too_heavy"} 1');
  expect(text).toContain('headwater_query_seconds_count{query="readVisitor",code="internal_error"} 1');
  expect(text).not.toMatch(/kuckuck|exportEvents/);
});
