import { createPseudonyms } from '../src/query/pseudonyms';
import { insertDroppedEvents, NO_EVENT_ID } from '@headwater/eventstore/insert-dropped-events';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00.000Z';
const IN_WORKSPACE = { workspaceId: 1 };
const QUERY = { siteId: 1, timezone: 'Asia/Kolkata', from: '2026-03-10', to: '2026-03-10', filters: [] };
/** Midnight in India: half an hour off a full hour of UTC. */
const MIDNIGHT = '2026-03-09T18:30:00.000Z';
const BEFORE = '2026-03-09T18:29:59.000Z';

let analytics: RunningAnalytics;
let tokens = 0;

const id = (n: number): string => `0197a5c8-0000-4000-8000-${String(n).padStart(12, '0')}`;
const drop = (reason: string, fields: Record<string, unknown> = {}) =>
  insertDroppedEvents(
    analytics.clickhouse.client,
    [
      {
        workspace_id: 1,
        site_id: 1,
        event_id: NO_EVENT_ID,
        dropped_at: NOW,
        reason,
        bot_reason: '',
        ...fields,
      },
    ],
    `token-${tokens++}`,
  );

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
});
afterAll(() => analytics.stop());

describe('GetTrafficQuality', () => {
  it("counts accepted, repeated and dropped events by reason, within the days of the site's zone", async () => {
    const one = sampleEvent({ event_id: id(1), ts: MIDNIGHT });
    await analytics.insert([one, sampleEvent({ event_id: id(2), ts: NOW }), sampleEvent({ ts: BEFORE })]);
    await analytics.insert([one]);
    // Identical rows would be deduplicated as a repeated batch.
    await analytics.insert([{ ...one, received_at: NOW }]);
    await analytics.insert([sampleEvent({ ts: NOW, site_id: 2 }), sampleEvent({ ts: NOW, workspace_id: 2 })]);
    await drop('bot', { bot_reason: 'crawler' });
    await drop('bot', { bot_reason: 'crawler', dropped_at: MIDNIGHT });
    await drop('bot', { bot_reason: 'headless' });
    await drop('too_old');
    await drop('too_old', { dropped_at: BEFORE });
    await drop('too_old', { site_id: 2 });
    await drop('too_old', { workspace_id: 2 });
    const expected = {
      from: '2026-03-10',
      to: '2026-03-10',
      timezone: 'Asia/Kolkata',
      accepted: 2,
      duplicates: 2,
      dropped: [
        { reason: 'bot', botReason: 'crawler', events: 2 },
        { reason: 'bot', botReason: 'headless', events: 1 },
        { reason: 'too_old', botReason: '', events: 1 },
      ],
    };
    const call = () => analytics.calls.GetTrafficQuality({ question: QUERY }, IN_WORKSPACE);
    expect(await call()).toEqual(expected);
    await analytics.clickhouse.client.command({ query: 'OPTIMIZE TABLE events FINAL' });
    expect(await call()).toEqual(expected);
  });

  it('counts a batch that is sent again with its token once', async () => {
    const { insertEvents } = await import('@headwater/eventstore/insert-events');
    const rows = [sampleEvent({ site_id: 7, ts: NOW, event_id: id(70) })];
    for (let n = 0; n < 3; n++)
      await insertEvents(analytics.clickhouse.client, rows, { deduplicationToken: 'again' });
    const question = { ...QUERY, siteId: 7 };
    expect(await analytics.calls.GetTrafficQuality({ question }, IN_WORKSPACE)).toMatchObject({
      accepted: 1,
      duplicates: 0,
    });
  });

  it('does not count a repeated import as duplicate', async () => {
    const fields = { site_id: 9, ts: NOW };
    const imported = sampleEvent({ ...fields, event_id: id(90), origin: 'import' });
    const sent = sampleEvent({ ...fields, event_id: id(91), origin: 'server' });
    await analytics.insert([imported, sent]);
    await analytics.insert([imported, { ...sent, received_at: NOW }]);
    await analytics.insert([{ ...imported, pathname: '/again' }]);
    const question = { ...QUERY, siteId: 9 };
    expect(await analytics.calls.GetTrafficQuality({ question }, IN_WORKSPACE)).toMatchObject({
      accepted: 2,
      duplicates: 1,
    });
  });

  it('returns the drops of the last 24 hours with the activity of a site', async () => {
    await drop('host_mismatch', { site_id: 8, dropped_at: '2026-03-09T15:15:00.000Z' });
    await drop('host_mismatch', { site_id: 8 });
    await drop('bot', { site_id: 8, bot_reason: 'crawler' });
    await drop('bot', { site_id: 8, workspace_id: 2 });
    await drop('too_old', { site_id: 8, dropped_at: '2026-03-09T14:59:59.000Z' });
    const { recentDrops } = await analytics.calls.GetSiteActivity({ siteId: 8 }, IN_WORKSPACE);
    expect(recentDrops).toEqual([
      { reason: 'host_mismatch', botReason: '', events: 2 },
      { reason: 'bot', botReason: 'crawler', events: 1 },
    ]);
  });

  it('returns zeros for a site without traffic', async () => {
    const question = { ...QUERY, siteId: 99 };
    expect(await analytics.calls.GetTrafficQuality({ question }, IN_WORKSPACE)).toMatchObject({
      accepted: 0,
      duplicates: 0,
      dropped: [],
    });
  });

  it('rejects filters and dimensions, which dropped events do not have', async () => {
    const filters = [{ key: 'channel', operator: 'is', value: 'Direct' }];
    for (const question of [
      { ...QUERY, filters },
      { ...QUERY, dimension: 'channel' },
    ])
      await expect(analytics.calls.GetTrafficQuality({ question }, IN_WORKSPACE)).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });
});

describe('GetReceipt', () => {
  // ClickHouse deletes old drops by its own clock: these must be recent.
  const now = Date.now();
  const daysAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString();

  const receipt = (eventId: string, siteId = 1, workspaceId = 1) =>
    analytics.calls.GetReceipt({ siteId, eventId }, { workspaceId });

  beforeAll(async () => {
    await analytics.stop();
    analytics = await startAnalytics(daysAgo(0));
    const event = (n: number, arrived: number, happened = arrived) =>
      sampleEvent({ event_id: id(n), received_at: daysAgo(arrived), ts: daysAgo(happened) });
    await analytics.insert([event(10, 0), event(11, 0), event(14, 6, 35), event(15, 8)]);
    await analytics.insert([event(11, 0)]);
    const imported = { ...event(16, 0), origin: 'import' as const };
    await analytics.insert([imported]);
    await analytics.insert([{ ...imported, pathname: '/again' }]);
    await drop('bot', { event_id: id(12), bot_reason: 'headless', dropped_at: daysAgo(0) });
    await drop('too_old', { event_id: id(13), dropped_at: daysAgo(7.1) });
    await analytics.insert([event(17, 0)]);
    for (const reason of ['too_old', 'duplicate', 'bot'])
      await drop(reason, { event_id: id(17), dropped_at: daysAgo(0), field: 'event_id', message: reason });
  });

  it('distinguishes stored, repeated and dropped events, with the drop reason', async () => {
    const receivedAtMs = now;
    expect(await receipt(id(10))).toMatchObject({ status: 'stored', receivedAtMs });
    expect(await receipt(id(11))).toMatchObject({ status: 'duplicate', receivedAtMs });
    expect(await receipt(id(12))).toMatchObject({
      status: 'dropped',
      receivedAtMs,
      reason: 'bot',
      botReason: 'headless',
    });
    expect(await receipt(id(14))).toMatchObject({ status: 'stored' });
    expect(await receipt(id(16))).toMatchObject({ status: 'stored' });
  });

  it('is a duplicate with the reason if the id came again with other values', async () => {
    expect(await receipt(id(17))).toMatchObject({
      status: 'duplicate',
      receivedAtMs: now,
      ...{ reason: 'duplicate', field: 'event_id', message: 'duplicate' },
    });
  });

  it('contains the current session of a stored event, its channel and the version of the rules', async () => {
    const event = sampleEvent({
      event_id: id(18),
      ...{ received_at: daysAgo(0), ts: daysAgo(1), visitor_id: '7', session_id: '70', rules_version: 1 },
    });
    await analytics.insert([event]);
    await analytics.insert([
      { ...event, session_id: '71', channel: 'Email', source: 'Newsletter', rules_version: 2, evidence: 33 },
    ]);
    const visitorKey = Buffer.alloc(32, 5);
    const pseudonym = createPseudonyms(visitorKey).ofSession('71');
    const question = { siteId: 1, eventId: id(18), visitorKey };
    expect(await analytics.calls.GetReceipt(question, { workspaceId: 1 })).toMatchObject({
      status: 'stored',
      receivedAtMs: now,
      session: { id: pseudonym, channel: 'Email', source: 'Newsletter', rulesVersion: 2 },
    });
    const dropped = { ...question, eventId: id(12) };
    expect((await analytics.calls.GetReceipt(dropped, { workspaceId: 1 })).session).toBeUndefined();
    const short = { ...question, visitorKey: Buffer.alloc(31) };
    await expect(analytics.calls.GetReceipt(short, { workspaceId: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('is unknown for events older than a week, of other sites or workspaces, and unknown ids', async () => {
    for (const response of [
      receipt(id(13)),
      receipt(id(15)),
      receipt(id(10), 2),
      receipt(id(10), 1, 2),
      receipt(id(99)),
    ])
      expect(await response).toEqual({ status: 'unknown' });
  });

  it('rejects an invalid id', async () => {
    await expect(receipt('7')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
