import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/visitor-key';
import { compileTouchedVisitors } from '../src/domain/touches/compile-touched-visitors';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
});
afterAll(() => analytics.stop());

const ask = (cursor: string, limit = 10_000) => analytics.calls.ListTouchedVisitors({ cursor, limit }, {});
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
const keysIn = ({ visitors }: Awaited<ReturnType<typeof ask>>): string[] =>
  visitors.map((visitor) => `${visitor.workspaceId} ${visitor.visitorKey.toString('hex')}`);

describe('ListTouchedVisitors', () => {
  it('tells whose events were stored since, old events too, by the keys of first touches', async () => {
    const { cursor, more } = await ask('');
    expect(more).toBe(false);
    await insert(1, ['early', 'early', 'late'], { ts: '2020-01-01T00:00:00.000Z' });
    await insert(2, ['early']);
    await insert(1, ['unknown channel'], { channel: '' });
    const page = await ask(cursor);
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

  it('gives every visitor once page by page, and looks some seconds back afterwards', async () => {
    const visitors = Array.from({ length: 25 }, (_, n) => `paged ${n}`);
    const { cursor: begin } = await ask('');
    await insert(3, visitors);
    const seen: string[] = [];
    let page = await ask(begin, 10);
    for (; page.more; page = await ask(page.cursor, 10)) seen.push(...keysIn(page));
    seen.push(...keysIn(page));
    const ours = seen.filter((key) => key.startsWith('3 '));
    expect(ours).toHaveLength(25);
    expect(new Set(ours)).toEqual(new Set(await Promise.all(visitors.map((id) => keyOf(3, id)))));
    // What was read a moment ago is read again, and nothing of it is lost.
    const msOf = (cursor: string): number => Number(cursor.split('-')[0]);
    expect(msOf(page.cursor)).toBeGreaterThanOrEqual(msOf(begin));
    expect(msOf((await ask('')).cursor)).toBeLessThanOrEqual(Date.now() - 5_000);
  });

  it.each([
    ['nonsense', 10],
    ['', 0],
    ['', 10_001],
  ])('refuses the cursor %j with the limit %d', async (cursor, limit) => {
    await expect(ask(cursor, limit)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('reads by the index', async () => {
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
