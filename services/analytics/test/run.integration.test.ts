import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { QueryLimits } from '../src/clickhouse/limits';
import { runQuery, runStatement } from '../src/clickhouse/run';

const LIMITS: QueryLimits = { maxExecutionSeconds: 10, maxMemoryBytes: 1e9, maxRowsToRead: 1e12 };

let clickhouse: TestClickhouse;

beforeAll(async () => {
  clickhouse = await testClickhouse();
});

afterAll(() => clickhouse.drop());

const run = (query: string, limits: Partial<QueryLimits> = {}, signal?: AbortSignal): Promise<unknown> =>
  runStatement(
    { clickhouse: clickhouse.client, limits: { ...LIMITS, ...limits } },
    { query, params: {} },
    { signal },
  );

describe('runQuery', () => {
  it('limits the time of all statements of a query together', async () => {
    const limits = { ...LIMITS, maxExecutionSeconds: 2 };
    const call = { name: 'queryStats', signal: new AbortController().signal } as const;
    let completed = 0;
    const query = runQuery({ clickhouse: clickhouse.client, limits }, call, async (run) => {
      for (; completed < 5; completed++) await run({ query: 'SELECT sleep(0.9)', params: {} });
    });
    await expect(query).rejects.toMatchObject({ kind: 'unprocessable', code: 'query_too_heavy' });
    // Each statement alone is within the limit.
    expect(completed).toBeLessThan(3);
  });
});

describe('runStatement', () => {
  it('cancels a statement that takes too long', async () => {
    const tooLong = run('SELECT sum(cityHash64(number)) FROM numbers(1000000000000)', {
      maxExecutionSeconds: 1,
    });
    await expect(tooLong).rejects.toMatchObject({ kind: 'unprocessable', code: 'query_too_heavy' });
  });

  it('cancels a statement that needs too much memory', async () => {
    const tooBig = run('SELECT uniqExact(number) FROM numbers(100000000)', {
      maxMemoryBytes: 64 * 1_048_576,
    });
    await expect(tooBig).rejects.toMatchObject({ code: 'query_too_heavy' });
  });

  it('spills groups to disk if the statement allows it', async () => {
    const query =
      'SELECT count() AS n FROM (SELECT number, max(number) FROM numbers(4000000) GROUP BY number) SETTINGS max_threads = 2';
    const limits = { ...LIMITS, maxMemoryBytes: 128 * 1_048_576, maxExecutionSeconds: 100 };
    const run = (groupsSpill: boolean) =>
      runStatement({ clickhouse: clickhouse.client, limits }, { query, params: {} }, { groupsSpill });
    await expect(run(false)).rejects.toMatchObject({ code: 'query_too_heavy' });
    expect((await run(true)).data).toEqual([{ n: 4_000_000 }]);
  });

  it('rejects a statement that reads too many rows', async () => {
    const tooMany = run('SELECT sum(number) FROM numbers(2000000)', { maxRowsToRead: 1_000_000 });
    await expect(tooMany).rejects.toMatchObject({ code: 'query_too_heavy' });
  });

  it('cannot write', async () => {
    await expect(run('CREATE TABLE t (n UInt8) ENGINE = Memory')).rejects.toThrow(/readonly/i);
  });

  it('cancels the statement in ClickHouse when its caller cancels', async () => {
    const caller = new AbortController();
    const slow = run(
      'SELECT sleepEachRow(0.1) AS slept FROM numbers(1000) SETTINGS max_block_size = 1',
      // Longer than the slowest machine takes to observe it.
      { maxExecutionSeconds: 100 },
      caller.signal,
    );
    const running = async (): Promise<number> => {
      const result = await clickhouse.client.query({
        query:
          "SELECT count() AS n FROM system.processes WHERE query LIKE '%AS slept%' AND query NOT LIKE '%processes%'",
        format: 'JSONEachRow',
      });
      return (await result.json<{ n: number }>())[0]?.n ?? 0;
    };
    await waitFor('the statement to run', async () => (await running()) === 1);
    caller.abort();
    await expect(slow).rejects.toMatchObject({ kind: 'cancelled' });
    await waitFor('the statement to end', async () => (await running()) === 0, 5_000);
  });
});
