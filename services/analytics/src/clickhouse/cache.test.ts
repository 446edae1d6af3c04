import type { ClickHouseClient } from '@clickhouse/client';
import { fixedClock } from '@headwater/kit/clock';
import { createResultCache, runCachedQuery } from './cache';

describe('the result cache', () => {
  it('evicts the least recently used result', () => {
    const cache = createResultCache(80);
    const put = (key: string) => cache?.set(key, 'x'.repeat(7));
    for (let n = 0; n < 10; n++) put(String(n)); // each takes 1 + 7
    expect(cache?.get('0')).toBe('xxxxxxx');
    put('a');
    expect(cache?.get('0')).toBe('xxxxxxx');
    expect(cache?.get('1')).toBeUndefined();
    expect(cache?.get('a')).toBe('xxxxxxx');
  });

  it('does not store a result larger than an eighth of the cache', () => {
    const cache = createResultCache(80);
    cache?.set('key', '["0123456789"]');
    expect(cache?.get('key')).toBeUndefined();
  });

  it('is disabled with size 0', () => {
    expect(createResultCache(0)).toBeUndefined();
  });
});

describe('runCachedQuery', () => {
  const DAY_MS = 86_400_000;
  const plan = { scope: { workspaceId: 1, siteId: 1, startMs: 0, endMs: DAY_MS } };
  let version = '1';
  const clickhouse = {
    query: ({ query }: { query: string }) => {
      const row = query.includes('system.parts') ? { parts: 1, version } : { n: 1 };
      return Promise.resolve({ json: () => Promise.resolve({ data: [row] }) });
    },
  } as unknown as ClickHouseClient;
  const limits = { maxExecutionSeconds: 1, maxMemoryBytes: 1, maxRowsToRead: 1 };
  let runs = 0;

  function query(now: string, cache = createResultCache(8_000)) {
    const connection = { clickhouse, limits, cache, clock: fixedClock(now) };
    const { signal } = new AbortController();
    return () =>
      runCachedQuery(connection, { name: 'queryStats', plan, signal }, (run) => {
        runs += 1;
        return run<{ n: number }>({ query: 'SELECT 1 AS n', params: {} });
      });
  }

  beforeEach(() => {
    runs = 0;
  });

  it('runs a query of an ended time range once per data version', async () => {
    const stats = query('1970-01-02T00:00:00Z');
    await stats();
    await stats();
    expect(runs).toBe(1);
    version = '2';
    await stats();
    expect(runs).toBe(2);
  });

  it('runs a query whose time range has not ended each time', async () => {
    const stats = query('1970-01-01T23:59:59Z');
    await stats();
    await stats();
    expect(runs).toBe(2);
  });

  it('does not store an incomplete result', async () => {
    const cache = createResultCache(8_000);
    const connection = { clickhouse, limits, cache, clock: fixedClock('1970-01-02T00:00:00Z') };
    const call = { name: 'queryStats', plan, signal: new AbortController().signal } as const;
    const results = ['incomplete', 'complete', 'unused'];
    const next = () =>
      runCachedQuery(connection, { ...call, isComplete: (result) => result === 'complete' }, () =>
        Promise.resolve(results.shift()),
      );
    expect([await next(), await next(), await next()]).toEqual(['incomplete', 'complete', 'complete']);
  });

  it('returns a copy to each caller', async () => {
    const stats = query('1970-01-02T00:00:00Z');
    const expected = (await stats()).data.map((row) => ({ ...row }));
    (await stats()).data.push({ n: 2 });
    expect((await stats()).data).toEqual(expected);
    expect(runs).toBe(1);
  });
});
