import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { compileTouchedVisitors } from '../src/queries/touched-visitors';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
});
afterAll(() => analytics.stop());

const call = (cursor: string, limit = 10_000) => analytics.calls.ListTouchedVisitors({ cursor, limit }, {});
const insert = (workspaceId: number, visitors: readonly string[], fields: object = {}) =>
  analytics.insert(
    visitors.map((visitor) =>
      sampleEvent({ workspace_id: workspaceId, visitor_id: visitorKey(workspaceId, visitor), ...fields }),
    ),
  );
const keyOf = async (workspaceId: number, anonymousId: string): Promise<string> => {
  const { visitorKey: key } = await analytics.calls.GetFirstTouch({ anonymousId }, { workspaceId });
  return `${workspaceId} ${key.toString('hex')}`;
};
const keysIn = ({ visitors }: Awaited<ReturnType<typeof call>>): string[] =>
  visitors.map((visitor) => `${visitor.workspaceId} ${visitor.visitorKey.toString('hex')}`);

describe('ListTouchedVisitors', () => {
  it('returns the visitors of events stored since, old events included, by the keys of first touches', async () => {
    const { cursor, more } = await call('');
    expect(more).toBe(false);
    await insert(1, ['early', 'early', 'late'], { ts: '2020-01-01T00:00:00.000Z' });
    await insert(2, ['early']);
    await insert(1, ['unknown channel'], { channel: '' });
    const page = await call(cursor);
    const expected = [await keyOf(1, 'early'), await keyOf(1, 'late'), await keyOf(2, 'early')];
    expect(new Set(keysIn(page))).toEqual(new Set(expected));
    const { visitorKeys } = await analytics.calls.ListFirstTouches(
      { anonymousIds: ['late', 'early', 'nobody'] },
      { workspaceId: 1 },
    );
    expect(visitorKeys.slice(0, 2).map((key) => `1 ${key.toString('hex')}`)).toEqual([
      expected[1],
      expected[0],
    ]);
    expect(visitorKeys).toHaveLength(3);
  });

  it('returns every visitor once over several pages, and starts the next pass some seconds earlier', async () => {
    const visitors = Array.from({ length: 25 }, (_, n) => `paged ${n}`);
    const { cursor: begin } = await call('');
    await insert(3, visitors);
    const seen: string[] = [];
    let page = await call(begin, 10);
    for (; page.more; page = await call(page.cursor, 10)) seen.push(...keysIn(page));
    seen.push(...keysIn(page));
    const ours = seen.filter((key) => key.startsWith('3 '));
    expect(ours).toHaveLength(25);
    expect(new Set(ours)).toEqual(new Set(await Promise.all(visitors.map((id) => keyOf(3, id)))));
    // The next pass reads recent rows again.
    const msOf = (cursor: string): number => Number(cursor.split('-')[0]);
    expect(msOf(page.cursor)).toBeGreaterThanOrEqual(msOf(begin));
    expect(msOf((await call('')).cursor)).toBeLessThanOrEqual(Date.now() - 5_000);
  });

  it('returns an insert that commits after later ones, although many rows were read meanwhile', async () => {
    const { client } = analytics.clickhouse;
    const store = (rows: string) =>
      client.command({
        query: `INSERT INTO touched_visitors (touched_at, workspace_id, visitor_id) ${rows}`,
      });
    const followToEnd = async (from: string): Promise<{ cursor: string; keys: string[] }> => {
      const keys: string[] = [];
      for (let cursor = from; ;) {
        const page = await call(cursor, 5_000);
        keys.push(...keysIn(page));
        cursor = page.cursor;
        if (!page.more) return { cursor, keys };
      }
    };
    const { cursor: begin } = await call('');
    // 12,000 rows of the last three seconds: three pages.
    await store(
      "SELECT now64(3, 'UTC') - toIntervalMillisecond(3000 - number / 4), 4, number + 1 FROM numbers(12000)",
    );
    const { cursor, keys } = await followToEnd(begin);
    expect(new Set(keys.filter((key) => key.startsWith('4 '))).size).toBe(12_000);
    await store("SELECT now64(3, 'UTC') - toIntervalMillisecond(4000), 5, 7");
    expect((await followToEnd(cursor)).keys).toContain('5 0000000000000007');
  });

  it('is not stuck when the rows after a cursor were deleted by age', async () => {
    const { cursor } = await call('');
    const [ms] = cursor.split('-');
    await insert(6, ['after the deletion']);
    const withinOldPass = `${Number(ms) + 3_600_000}-1-1-${ms}`;
    expect(keysIn(await call(withinOldPass))).toContain(await keyOf(6, 'after the deletion'));
  });

  it.each([
    ['nonsense', 10],
    ['', 0],
    ['', 10_001],
  ])('rejects the cursor %j with the limit %d', async (cursor, limit) => {
    await expect(call(cursor, limit)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('uses the primary key', async () => {
    const { query, params } = compileTouchedVisitors({ ms: 5, workspaceId: 1, visitorId: '2' }, 10);
    const result = await analytics.clickhouse.client.query({
      query: `EXPLAIN indexes = 1 ${query}`,
      query_params: params,
      format: 'TabSeparatedRaw',
    });
    expect(await result.text()).toMatch(/PrimaryKey\s+Keys:\s+touched_at/);
    expect(query).toMatchSnapshot();
  });
});
