import { EVIDENCE } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/visitor-key';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
});
afterAll(() => analytics.stop());

describe('GetFirstTouch', () => {
  it('returns the earliest session of a visitor, over all sites of its workspace only', async () => {
    const touch = {
      landing: 'example.com/a',
      referrer: 'google.com/',
      source: 'Google',
      utm_campaign: 'x',
      utm_source: 'news',
      utm_medium: 'mail',
      country: 'DE',
      rules_version: 3,
    };
    const visitor_id = visitorKey(1, 'anna');
    await analytics.insert([
      sampleEvent({ visitor_id, ts: '2026-03-02T00:00:00.000Z', channel: 'Direct' }),
      sampleEvent({
        visitor_id,
        site_id: 2,
        ts: '2026-03-01T00:00:00.500Z',
        channel: 'Paid Search',
        ...touch,
      }),
    ]);
    expect(await analytics.calls.GetFirstTouch({ anonymousId: 'anna' }, IN_WORKSPACE)).toEqual({
      found: true,
      channel: 'Paid Search',
      source: 'Google',
      utmCampaign: 'x',
      landing: 'example.com/a',
      referrer: 'google.com/',
      firstSeenAtMs: Date.parse('2026-03-01T00:00:00.500Z'),
      rulesVersion: 3,
      siteId: 2,
      country: 'DE',
      utmSource: 'news',
      utmMedium: 'mail',
      visitorKey: expect.any(Buffer) as Buffer,
    });
    const many = { anonymousIds: ['anna', 'nobody', 'anna'] };
    expect(await analytics.calls.ListFirstTouches(many, IN_WORKSPACE)).toMatchObject({
      touches: [{ anonymousId: 'anna', touch: { found: true, channel: 'Paid Search', siteId: 2 } }],
    });
    expect(await analytics.calls.ListFirstTouches(many, { workspaceId: 2 })).toMatchObject({ touches: [] });
    expect(await analytics.calls.GetFirstTouch({ anonymousId: 'anna' }, { workspaceId: 2 })).toMatchObject({
      found: false,
      channel: '',
    });
  });

  it('returns the session of an event whose session was corrected', async () => {
    const visitor_id = visitorKey(1, 'late');
    const first = sampleEvent({
      visitor_id,
      ts: '2026-03-03T00:00:00.000Z',
      channel: 'Direct',
      origin: 'server',
      evidence: EVIDENCE.derived + EVIDENCE.page,
    });
    await analytics.insert([first]);
    const evidence = first.evidence + EVIDENCE.corrected;
    await analytics.insert([{ ...first, channel: 'Paid Search', source: 'Google', evidence }]);
    expect(await analytics.calls.GetFirstTouch({ anonymousId: 'late' }, IN_WORKSPACE)).toMatchObject({
      channel: 'Paid Search',
      source: 'Google',
      firstSeenAtMs: Date.parse(first.ts),
      siteId: 1,
    });
  });

  it('rejects an empty visitor id', async () => {
    await expect(analytics.calls.GetFirstTouch({ anonymousId: '' }, IN_WORKSPACE)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
