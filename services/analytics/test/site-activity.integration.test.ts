import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
});
afterAll(() => analytics.stop());

describe('GetSiteActivity', () => {
  it('returns the last arrival and the visitors of the last five minutes', async () => {
    const event = (visitor_id: string, ts: string, site_id = 5) =>
      sampleEvent({ visitor_id, site_id, ts, received_at: '2026-03-10T14:59:30.123Z' });
    await analytics.insert([
      event('1', '2026-03-10T14:59:00.000Z'),
      event('1', '2026-03-10T14:58:00.000Z'),
      event('2', '2026-03-10T14:55:00.001Z'),
      event('3', '2026-03-10T14:55:00.000Z'),
      event('4', '2026-03-10T14:59:00.000Z', 6),
    ]);
    const answer = await analytics.calls.GetSiteActivity({ siteId: 5 }, IN_WORKSPACE);
    expect(answer).toMatchObject({ lastEventAtMs: Date.parse('2026-03-10T14:59:30.123Z'), online: 2 });
  });

  it('returns nothing for a site without events or of another workspace', async () => {
    const nothing = await analytics.calls.GetSiteActivity({ siteId: 99 }, IN_WORKSPACE);
    expect(nothing.lastEventAtMs).toBeUndefined();
    expect(nothing.online).toBe(0);
    const others = await analytics.calls.GetSiteActivity({ siteId: 5 }, { workspaceId: 2 });
    expect(others.lastEventAtMs).toBeUndefined();
  });

  it('rejects an invalid site id', async () => {
    await expect(analytics.calls.GetSiteActivity({ siteId: 0 }, IN_WORKSPACE)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
