import { failure } from '@headwater/protos/error-codes';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import type { AnalyticsStore } from './analytics-store';
import { timedStore } from './timed-store';

const never = (): never => {
  throw new Error('was not asked for');
};

test('counts each question under its name and how it ended, and hands on what it gave or threw', async () => {
  const tooHeavy = failure('query_too_heavy', 'Narrow it.');
  const store = timedStore({
    listEvents: () => Promise.resolve([]),
    queryRealtime: () => Promise.reject(tooHeavy),
    readVisitor: () => Promise.reject(new Error('kuckuck')),
    exportEvents: never,
  } as unknown as AnalyticsStore);
  const { signal } = new AbortController();
  expect(await store.listEvents({} as never, signal)).toEqual([]);
  await expect(store.queryRealtime({} as never, signal)).rejects.toBe(tooHeavy);
  await expect(store.readVisitor({} as never, signal)).rejects.toThrow('kuckuck');
  expect(() => store.exportEvents({} as never, signal)).toThrow('was not asked for');
  const text = await processMetrics().text();
  expect(text).toContain('headwater_query_seconds_count{query="listEvents",code="ok"} 1');
  expect(text).toContain('headwater_query_seconds_count{query="queryRealtime",code="query_too_heavy"} 1');
  expect(text).toContain('headwater_query_seconds_count{query="readVisitor",code="internal_error"} 1');
  expect(text).not.toMatch(/kuckuck|exportEvents/);
});
