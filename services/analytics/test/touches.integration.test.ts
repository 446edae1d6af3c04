import { randomUUID } from 'node:crypto';
import { EVIDENCE, type EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { compileTouches } from '../src/queries/touches';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const WORKSPACE = 1;
const at = (text: string): number => Date.parse(`2026-${text}.000Z`);

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
  const event = (visitor: string, session_id: string, ts: string, fields: Partial<EventRow> = {}) =>
    sampleEvent({
      visitor_id: visitorKey(fields.workspace_id ?? WORKSPACE, visitor),
      session_id,
      ts: `2026-${ts}.000Z`,
      received_at: `2026-${ts}.000Z`,
      ...fields,
    });
  await analytics.insert([
    event('v1', '1', '01-05T10:00:00', { channel: 'Email' }),
    event('v1', '1', '01-05T10:30:00', { channel: 'Email' }),
    event('v1', '2', '02-01T09:59:00', { channel: '' }),
    event('v1', '2', '02-01T10:00:00', {
      channel: 'Paid Search',
      source: 'Google',
      utm_campaign: 'spring',
      landing: 'example.com/pricing',
      referrer: 'google.com',
    }),
    event('v1', '2', '02-01T10:05:00', { name: 'signup', channel: 'Paid Search', source: 'later' }),
    event('v1', '3', '03-09T10:00:00', { site_id: 2, channel: 'Direct' }),
    event('v1', '3', '03-09T10:00:00', { workspace_id: 2, channel: 'Referral' }),
    event('v2', '4', '03-01T10:00:00', { channel: 'Affiliates' }),
    event('v3', '5', '03-02T10:00:00', { channel: 'Audio' }),
  ]);
});

afterAll(() => analytics.stop());

const call = (request: object = {}, workspaceId = WORKSPACE) =>
  analytics.calls.ListTouches(
    { anonymousIds: ['v1', 'v2'], afterMs: at('01-05T10:00:00'), limit: 50, ...request },
    { workspaceId },
  );

describe('ListTouches', () => {
  it('returns the later sessions of the visitors over all sites, newest first', async () => {
    expect(await call()).toEqual({
      touches: [
        {
          startedAtMs: at('03-09T10:00:00'),
          channel: 'Direct',
          source: '',
          utmCampaign: '',
          landing: 'example.com/',
          referrer: '',
        },
        {
          startedAtMs: at('03-01T10:00:00'),
          channel: 'Affiliates',
          source: '',
          utmCampaign: '',
          landing: 'example.com/',
          referrer: '',
        },
        {
          startedAtMs: at('02-01T10:00:00'),
          channel: 'Paid Search',
          source: 'Google',
          utmCampaign: 'spring',
          landing: 'example.com/pricing',
          referrer: 'google.com',
        },
      ],
      total: 3,
    });
  });

  it('omits a session that began before the moment and continued after it', async () => {
    expect((await call({ anonymousIds: ['v1'], afterMs: at('01-05T10:15:00') })).total).toBe(2);
  });

  it('returns at most the limit and counts all', async () => {
    const { touches, total } = await call({ limit: 1 });
    expect({ channels: touches.map(({ channel }) => channel), total }).toEqual({
      channels: ['Direct'],
      total: 3,
    });
  });

  it('returns nothing for another workspace, unknown visitors or no visitors', async () => {
    expect((await call({}, 2)).touches.map(({ channel }) => channel)).toEqual(['Referral']);
    expect(await call({}, 3)).toEqual({ touches: [], total: 0 });
    expect(await call({ anonymousIds: ['v9'] })).toEqual({ touches: [], total: 0 });
    expect(await call({ anonymousIds: [] })).toEqual({ touches: [], total: 0 });
  });

  it('returns no sessions older than 731 days', async () => {
    analytics.clock.set(Date.parse('2028-02-02T10:00:00Z'));
    expect((await call({ afterMs: 0 })).touches.map(({ channel }) => channel)).toEqual([
      'Direct',
      'Affiliates',
    ]);
    analytics.clock.set(Date.parse('2026-03-10T15:00:00Z'));
  });

  it.each([
    { anonymousIds: Array.from({ length: 101 }, (_, n) => `v${n}`) },
    { anonymousIds: ['v1', ''] },
    { limit: 0 },
    { limit: 101 },
    { afterMs: -1 },
  ])('rejects %j', async (request) => {
    await expect(call(request)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('has a statement that has not changed', () => {
    const plan = {
      workspaceId: 1,
      visitorIds: ['7', '8'],
      guessableIds: ['8'],
      afterMs: 0,
      limit: 50,
      nowMs: 86_400_000 * 1_000,
    };
    expect(compileTouches(plan)).toMatchSnapshot();
  });
});

describe('ListSessions', () => {
  const list = (request: object = {}) =>
    analytics.calls.ListSessions(
      { anonymousIds: ['v2', 'unknown', 'v1'], afterMs: at('01-05T10:00:00'), ...request },
      { workspaceId: WORKSPACE },
    );

  it('returns the sessions of each visitor over all sites, newest first', async () => {
    const { sessions } = await list();
    const found = sessions.map(({ index, touch }) => [index, touch?.startedAtMs, touch?.channel]);
    expect(found.sort()).toEqual([
      [0, at('03-01T10:00:00'), 'Affiliates'],
      [2, at('02-01T10:00:00'), 'Paid Search'],
      [2, at('03-09T10:00:00'), 'Direct'],
    ]);
    expect(sessions.every(({ device }) => device === sampleEvent({}).device)).toBe(true);
    expect((await list({ afterMs: 0 })).sessions).toHaveLength(4);
  });

  it.each([{ anonymousIds: [''] }, { anonymousIds: Array.from({ length: 1_001 }, String) }, { afterMs: -1 }])(
    'refuses %j',
    async (request) => {
      await expect(list(request)).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );
});

describe('sessions with events that arrive later', () => {
  const START = Date.now() - 36 * 60 * 60_000;
  const minute = (n: number): string => new Date(START + n * 60_000).toISOString();
  const LATE = new Date(START - 25 * 60 * 60_000).toISOString();
  let visitor = '';
  let visitors = 0;
  beforeEach(() => {
    visitor = `later ${++visitors}`;
    analytics.clock.set(Date.now());
  });
  const insert = (...events: Partial<EventRow>[]) =>
    analytics.insert(
      events.map((event) => sampleEvent({ visitor_id: visitorKey(WORKSPACE, visitor), ...event })),
    );
  const sessions = async () => {
    const found = await analytics.calls.ListSessions(
      { anonymousIds: [visitor], afterMs: 0 },
      { workspaceId: WORKSPACE },
    );
    return found.sessions.map(({ touch, arrivedAtMs }) => [
      touch?.channel,
      touch && (touch.startedAtMs - START) / 60_000,
      arrivedAtMs === undefined ? undefined : (arrivedAtMs - START) / 60_000,
    ]);
  };

  it('ignores browser events that arrived over 24 hours after their time', async () => {
    await insert({ ts: minute(60), received_at: minute(60), channel: 'Email', session_id: '1' });
    await insert({ ts: LATE, received_at: minute(90), channel: 'Affiliates', session_id: '2' });
    expect(await sessions()).toEqual([['Email', 60, 60]]);
  });

  it('describes a session by the browser event that arrived first', async () => {
    await insert({ ts: minute(60), received_at: minute(61), channel: 'Email' });
    await insert({ ts: minute(10), received_at: minute(90), channel: 'Affiliates' });
    expect(await sessions()).toEqual([['Email', 60, 61]]);
  });

  it('describes a session by the earliest of events that arrived together', async () => {
    await insert(
      { ts: minute(60), received_at: minute(61), channel: 'Email' },
      { ts: minute(50), received_at: minute(61), channel: 'Email' },
    );
    expect(await sessions()).toEqual([['Email', 50, 61]]);
  });

  it('counts events that were sent with a token at their time', async () => {
    await insert({ ts: minute(60), received_at: minute(60), channel: 'Email' });
    await insert({ ts: minute(10), received_at: minute(90), channel: 'Referral', origin: 'server' });
    expect(await sessions()).toEqual([['Referral', 10, undefined]]);
  });

  it('ignores browser events of a guessable id next to an event that was sent with a token', async () => {
    const forged = { received_at: minute(61), ts: minute(61), channel: 'Affiliates', session_id: '2' };
    await insert(forged);
    expect(await sessions()).toEqual([['Affiliates', 61, 61]]);
    await insert({ ts: minute(90), received_at: minute(90), channel: 'Email', origin: 'server' });
    expect(await sessions()).toEqual([['Email', 90, undefined]]);
    visitor = randomUUID();
    await insert(forged, { ts: minute(90), received_at: minute(90), channel: 'Email', origin: 'server' });
    expect((await sessions()).map(([channel]) => channel)).toEqual(['Email', 'Affiliates']);
  });

  it('describes a derived session by its own facts, if browser events belong to it', async () => {
    const derived = { evidence: EVIDENCE.derived + EVIDENCE.landing, channel: 'Affiliates' };
    const own = JSON.stringify({ channel: 'Email', source: 'letter' });
    await insert({ ...derived, ts: minute(60), received_at: minute(60), origin: 'server', own });
    expect(await sessions()).toEqual([['Affiliates', 60, undefined]]);
    await insert({ ...derived, ts: minute(59), received_at: minute(90) });
    expect(await sessions()).toEqual([['Email', 60, undefined]]);
  });
});
