import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };
const QUERY = { siteId: 1, timezone: 'Asia/Kathmandu', filters: [] };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:30Z');
  const visit = (visitor_id: string, time: string, fields: object = {}) =>
    sampleEvent({ visitor_id, session_id: visitor_id, ts: `2026-03-10T${time}Z`, ...fields });
  await analytics.insert([
    visit('1', '14:30:59.999'),
    visit('1', '14:31:00.000', { pathname: '/first' }),
    visit('2', '14:31:59.999', { pathname: '/first' }),
    visit('1', '15:00:10.000', { name: 'signup' }),
    visit('3', '15:01:00.000'),
    visit('4', '15:00:00.000', { workspace_id: 2 }),
  ]);
});

afterAll(() => analytics.stop());

describe('QueryRealtime', () => {
  it('counts the last thirty minutes, including the current one', async () => {
    const question = { ...QUERY, dimension: 'pathname' };
    const { series, ...answer } = await analytics.calls.QueryRealtime({ question }, IN_WORKSPACE);
    expect(answer).toMatchObject({
      timezone: 'Asia/Kathmandu',
      fromMs: Date.parse('2026-03-10T14:31:00Z'),
      toMs: Date.parse('2026-03-10T15:01:00Z'),
      visitors: 2,
      sessions: 2,
      pageviews: 2,
      dimension: 'pathname',
      breakdown: [
        { key: '/first', visitors: 2, sessions: 2, pageviews: 2 },
        { key: '/', visitors: 1, sessions: 1, pageviews: 0 },
      ],
    });
    expect(series).toHaveLength(30);
    expect(series[0]).toEqual({
      bucket: '2026-03-10T20:16:00+05:45',
      visitors: 2,
      sessions: 2,
      pageviews: 2,
    });
    expect(series[29]).toEqual({
      bucket: '2026-03-10T20:45:00+05:45',
      visitors: 1,
      sessions: 1,
      pageviews: 0,
    });
  });

  it('counts nothing of another workspace', async () => {
    const theirs = await analytics.calls.QueryRealtime({ question: QUERY }, { workspaceId: 2 });
    expect(theirs).toMatchObject({ visitors: 1, pageviews: 1 });
    const nobody = await analytics.calls.QueryRealtime({ question: QUERY }, { workspaceId: 3 });
    expect(nobody).toMatchObject({ visitors: 0, pageviews: 0 });
  });

  it.each([
    [{ question: null }, 'invalid_request'],
    [{ question: { ...QUERY, dimension: 'colour' } }, 'unknown_dimension'],
    [{ question: { ...QUERY, filters: [{ key: 'a', operator: 'is', value: 'b' }] } }, 'unknown_filter'],
  ])('rejects %j', async (request, code) => {
    await expect(analytics.calls.QueryRealtime(request, IN_WORKSPACE)).rejects.toMatchObject({ code });
  });
});
