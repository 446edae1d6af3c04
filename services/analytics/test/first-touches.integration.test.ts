import { EVIDENCE, type EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { runStatement, type RunStatement } from '../src/clickhouse/run';
import { queryFirstTouches } from '../src/queries/first-touches';
import { ALL_ARRIVALS } from '../src/query/first-touch';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
});
afterAll(() => analytics.stop());

/** A browser event that arrives at its time. */
const onTime = (fields: Partial<EventRow> & { readonly ts: string }): EventRow =>
  sampleEvent({ received_at: fields.ts, ...fields });

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
      onTime({ visitor_id, ts: '2026-03-02T00:00:00.000Z', channel: 'Direct' }),
      onTime({ visitor_id, site_id: 2, ts: '2026-03-01T00:00:00.500Z', channel: 'Paid Search', ...touch }),
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

describe('ListFirstTouches of links', () => {
  const at = (minute: number): string => new Date(DAY_START + minute * 60_000).toISOString();
  const ms = (minute: number): number => DAY_START + minute * 60_000;
  const DAY_START = Date.now() - 36 * 60 * 60_000;
  const LANDING = EVIDENCE.derived + EVIDENCE.landing;
  let visitor = '';
  let visitors = 0;
  const touchFor = async (link: { linkedAtMs: number; arrivalsUntilMs?: number }) => {
    const { touches, considersArrival } = await analytics.calls.ListFirstTouches(
      { anonymousIds: [visitor], links: [link] },
      IN_WORKSPACE,
    );
    expect(considersArrival).toBe(true);
    return touches[0];
  };
  const insert = (...events: Partial<EventRow>[]) =>
    analytics.insert(events.map((event) => sampleEvent({ visitor_id: visitorKey(1, visitor), ...event })));
  beforeEach(() => {
    visitor = `00000000-0000-4000-8000-${String(++visitors).padStart(12, '0')}`;
  });

  it('excludes browser events that arrived after the link, whatever their time', async () => {
    await insert({ ts: at(60), received_at: at(60), channel: 'Organic Search' });
    await insert(
      { ts: at(10), received_at: at(100), channel: 'Affiliates' },
      { ts: at(60), received_at: at(100), channel: 'Affiliates' },
    );
    expect(await touchFor({ linkedAtMs: ms(90) })).toMatchObject({
      touch: { channel: 'Organic Search', firstSeenAtMs: ms(60) },
      arrivedAtMs: ms(60),
      firstArrivalMs: ms(60),
      eventId: '',
    });
    expect(await touchFor({ linkedAtMs: ms(100) })).toMatchObject({ touch: { channel: 'Affiliates' } });
    expect(await touchFor({ linkedAtMs: ms(5), arrivalsUntilMs: ms(59) })).toBeUndefined();
    expect(await touchFor({ linkedAtMs: ms(5) })).toMatchObject({ touch: { channel: 'Organic Search' } });
  });

  it('finds an event that arrived before the link and was stored after a later arrival', async () => {
    await insert({ ts: at(60), received_at: at(60), channel: 'Direct' });
    await insert({ ts: at(90), received_at: at(100), channel: 'Affiliates' });
    await insert({ ts: at(50), received_at: at(80), channel: 'Email' });
    expect(await touchFor({ linkedAtMs: ms(90) })).toMatchObject({ touch: { channel: 'Email' } });
  });

  it('counts a browser event from its arrival if that is more than 24 hours after its time', async () => {
    const late = new Date(ms(60) - 25 * 60 * 60_000).toISOString();
    await insert({ ts: late, received_at: at(60), channel: 'Affiliates' });
    await insert({ ts: at(30), received_at: at(61), channel: 'Email' });
    expect(await touchFor({ linkedAtMs: 0 })).toMatchObject({
      touch: { channel: 'Email', firstSeenAtMs: ms(30) },
    });
    expect(await touchFor({ linkedAtMs: ms(60) })).toMatchObject({
      touch: { channel: 'Affiliates', firstSeenAtMs: ms(60) },
    });
  });

  it('counts events that were sent with a token whenever they arrive', async () => {
    await insert({ ts: at(60), received_at: at(60), channel: 'Direct' });
    await insert({ ts: at(10), received_at: at(100), channel: 'Affiliates' });
    const event_id = '0197a5c8-0000-4000-8000-00000000000A';
    await insert({ ts: at(20), received_at: at(200), channel: 'Email', origin: 'server', event_id });
    const touch = await touchFor({ linkedAtMs: ms(60), arrivalsUntilMs: ms(60) });
    expect(touch).toMatchObject({ touch: { channel: 'Email' }, eventId: event_id.toLowerCase() });
    expect(touch).not.toHaveProperty('arrivedAtMs');
  });

  it('counts no browser event of a guessable visitor next to an event that was sent with a token', async () => {
    visitor = 'user-1001';
    const own = JSON.stringify({ channel: 'Email', source: 'letter' });
    const session_id = '1';
    await insert(
      { ts: at(10), received_at: at(10), channel: 'Affiliates', session_id, evidence: LANDING },
      { ts: at(20), channel: 'Affiliates', session_id, origin: 'server', evidence: LANDING, own },
    );
    expect(await touchFor({ linkedAtMs: ms(60) })).toMatchObject({
      touch: { channel: 'Email', source: 'letter', firstSeenAtMs: ms(20) },
    });
    expect(await analytics.calls.GetFirstTouch({ anonymousId: visitor }, IN_WORKSPACE)).toMatchObject({
      channel: 'Email',
      firstSeenAtMs: ms(20),
    });
  });

  it('ignores later and late browser events of the session of an event', async () => {
    const own = JSON.stringify({ channel: 'Email', source: 'letter' });
    const sent = { origin: 'server', evidence: LANDING, ts: at(60), received_at: at(70) } as const;
    const session_id = String(1_000 + visitors);
    await insert({ ...sent, session_id, channel: 'Affiliates', source: 'coupon', own });
    await insert({ ts: at(61), received_at: at(80), session_id, channel: 'Affiliates', source: 'coupon' });
    expect(await touchFor({ linkedAtMs: ms(80) })).toMatchObject({ touch: { channel: 'Affiliates' } });
    expect(await touchFor({ linkedAtMs: ms(79) })).toMatchObject({
      touch: { channel: 'Email', source: 'letter' },
    });
    const late = new Date(ms(61) + 25 * 60 * 60_000).toISOString();
    await insert({ ts: at(59), received_at: late, session_id, channel: 'Display' });
    expect(await touchFor({ linkedAtMs: 0 })).toMatchObject({ touch: { channel: 'Affiliates' } });
    expect(await touchFor({ linkedAtMs: ms(79) })).toMatchObject({ touch: { channel: 'Email' } });
  });

  it('returns the landing page of a session although a page of it arrives after the link', async () => {
    const session_id = String(4_000 + visitors);
    const google = { channel: 'Organic Search', source: 'Google', landing: 'example.com/landing' };
    const own = JSON.stringify({ channel: 'Direct', landing: 'example.com/signup' });
    await insert(
      {
        ...{ session_id, origin: 'server', evidence: LANDING, own },
        ...{ ts: at(60), received_at: at(70), ...google },
      },
      { session_id, ts: at(61), received_at: at(71), ...google },
      // It arrives after the link, and its time would make it the landing page.
      { session_id, ts: at(59), received_at: at(90), channel: 'Affiliates', source: 'coupon' },
    );
    const touch = { ...google, firstSeenAtMs: ms(60) };
    expect(await touchFor({ linkedAtMs: ms(80) })).toMatchObject({ touch });
    expect(await touchFor({ linkedAtMs: ms(60), arrivalsUntilMs: ms(80) })).toMatchObject({
      touch: { channel: 'Direct', landing: 'example.com/signup' },
    });
  });

  describe('of an event whose arrival time was cleared', () => {
    const DAY_MS = 24 * 60 * 60_000;
    const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const CLEARED = new Date(0).toISOString();
    // A row that arrived right after midnight UTC is cleared seven days and a moment later. Midnight may pass during the test.
    const BEFORE = TODAY - 7 * DAY_MS - 1;
    const AFTER = TODAY - 6 * DAY_MS;
    const TS = new Date(BEFORE - 60 * 60_000).toISOString();

    it('counts the browser event from the latest possible arrival', async () => {
      await insert({ ts: TS, received_at: CLEARED, channel: 'Affiliates' });
      expect(await touchFor({ linkedAtMs: 0, arrivalsUntilMs: BEFORE })).toBeUndefined();
      expect(await touchFor({ linkedAtMs: 0, arrivalsUntilMs: AFTER })).toMatchObject({
        touch: { channel: 'Affiliates' },
      });
    });

    it('ignores the session of a server event before the latest possible arrival of its browser event', async () => {
      const own = JSON.stringify({ channel: 'Email', source: 'letter' });
      const session = {
        session_id: String(2_000 + visitors),
        channel: 'Affiliates',
        source: 'coupon',
        ts: TS,
      };
      await insert({ ...session, received_at: TS, origin: 'server', evidence: LANDING, own });
      await insert({ ...session, received_at: CLEARED });
      const until = (arrivalsUntilMs: number) => touchFor({ linkedAtMs: 0, arrivalsUntilMs });
      expect(await until(BEFORE)).toMatchObject({ touch: { channel: 'Email', source: 'letter' } });
      expect(await until(AFTER)).toMatchObject({ touch: { channel: 'Affiliates', source: 'coupon' } });
    });
  });

  it('reads arrivals of the days around the touch only', async () => {
    const session = { session_id: String(3_000 + visitors), channel: 'Affiliates' };
    await insert({ ...session, ts: at(60), received_at: at(60), origin: 'server', evidence: LANDING });
    await insert({ ...session, ts: at(61), received_at: at(61) });
    const rowsRead = async (): Promise<number> => {
      const { client } = analytics.clickhouse;
      const limits = { maxExecutionSeconds: 20, maxMemoryBytes: 1e9, maxRowsToRead: 1e9 };
      let last = NaN;
      const run: RunStatement = async (statement) => {
        const result = await runStatement<never>({ clickhouse: client, limits }, statement);
        last = result.statistics?.rows_read ?? NaN;
        return result;
      };
      const visitorId = visitorKey(1, visitor);
      const touches = await queryFirstTouches(run, 1, [{ visitorId, link: ALL_ARRIVALS }]);
      expect(touches).toMatchObject([{ channel: 'Affiliates' }]);
      return last;
    };
    const before = await rowsRead();
    const days = Array.from({ length: 40 }, (_, day) => new Date(DAY_START + (day - 80) * 24 * 60 * 60_000));
    await insert(...days.map((day) => ({ ...session, ts: day.toISOString(), channel: '' })));
    expect(await rowsRead()).toBeLessThan(before + days.length / 2);
  });

  it('ignores an event that has no channel of its own', async () => {
    await insert({
      ...{ origin: 'server', evidence: EVIDENCE.derived, ts: at(60), received_at: at(70) },
      ...{ name: 'signup', channel: 'Affiliates', own: JSON.stringify({ device: 'tv' }) },
    });
    expect(await touchFor({ linkedAtMs: 0 })).toBeUndefined();
  });

  it('rejects links that do not match the visitors', async () => {
    await expect(
      analytics.calls.ListFirstTouches({ anonymousIds: ['a', 'b'], links: [{}] }, IN_WORKSPACE),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
