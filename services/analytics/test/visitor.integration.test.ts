import type { EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { createPseudonyms } from '../src/query/pseudonyms';
import { compileVisitorEvents, compileVisits } from '../src/queries/visitor';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };
const KEY = Buffer.alloc(32, 5);
const OF_VISITOR = createPseudonyms(KEY);
const QUERY = { siteId: 1, timezone: 'UTC', filters: [] };

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
  const event = (session_id: string, ts: string, fields: Partial<EventRow> = {}) =>
    sampleEvent({
      ...{ visitor_id: '1', session_id, ts: `2026-${ts}.000Z`, received_at: `2026-${ts}.000Z` },
      ...fields,
    });
  await analytics.insert([
    event('11', '01-05T10:00:00', { channel: 'Email', source: 'news', country: 'DE', region: 'DE-BE' }),
    event('11', '01-05T10:01:00', { name: 'signup', pathname: '/join', props: { plan: 'pro' }, channel: '' }),
    event('12', '03-09T10:00:00', { landing: 'example.com/docs' }),
    event('12', '03-09T10:00:00', { site_id: 2 }),
    event('11', '01-05T10:00:30', { visitor_id: '2' }),
    event('13', '03-09T10:00:00', { workspace_id: 2 }),
    ...Array.from({ length: 1_005 }, (_, n) =>
      event(n < 3 ? '21' : '22', `03-10T10:${n < 3 ? '00' : '01'}:00`, { visitor_id: '3' }),
    ),
  ]);
});

afterAll(() => analytics.stop());

const call = (id: string, request: object = {}, options = IN_WORKSPACE) =>
  analytics.calls.GetVisitor(
    { question: QUERY, visitorId: OF_VISITOR.ofVisitor(id), visitorKey: KEY, ...request },
    options,
  );

describe('GetVisitor', () => {
  it('returns the sessions of one visitor on the site with their events, oldest first', async () => {
    const at = (text: string) => Date.parse(`2026-${text}.000Z`);
    expect(await call('1')).toMatchObject({
      firstSeenAtMs: at('01-05T10:00:00'),
      lastSeenAtMs: at('03-09T10:00:00'),
      channel: 'Email',
      olderEvents: 0,
      sessions: [
        {
          startedAtMs: at('01-05T10:00:00'),
          channel: 'Email',
          source: 'news',
          landing: 'example.com/',
          device: 'desktop',
          country: 'DE',
          region: 'DE-BE',
          events: [
            { timeMs: at('01-05T10:00:00'), name: 'pageview', pathname: '/', props: {} },
            { timeMs: at('01-05T10:01:00'), name: 'signup', pathname: '/join', props: { plan: 'pro' } },
          ],
        },
        { startedAtMs: at('03-09T10:00:00'), channel: 'Direct', landing: 'example.com/docs', events: [{}] },
      ],
    });
  });

  it('returns sessions of the window only', async () => {
    const { sessions } = await call('1', { question: { ...QUERY, range: '2d' } });
    expect(sessions).toHaveLength(1);
  });

  it('returns the newest thousand events and the number of older ones', async () => {
    const { sessions, olderEvents } = await call('3');
    expect({ olderEvents, shown: sessions.map(({ events }) => events.length) }).toEqual({
      olderEvents: 5,
      shown: [1_000],
    });
  });

  it.each([
    ['a visitor of another site', '1', { question: { ...QUERY, siteId: 3 } }, IN_WORKSPACE],
    ['an unknown visitor', '99', {}, IN_WORKSPACE],
    ['a visitor outside of the window', '2', { question: { ...QUERY, range: '2d' } }, IN_WORKSPACE],
    ['another workspace', '2', {}, { workspaceId: 2 }],
    ['another key', '1', { visitorKey: Buffer.alloc(32, 6) }, IN_WORKSPACE],
    ['a session', '1', { visitorId: OF_VISITOR.ofSession('11') }, IN_WORKSPACE],
    ['the stored id', '1', { visitorId: '1' }, IN_WORKSPACE],
  ])('is not found: %s', async (_, id, request, options) => {
    await expect(call(id, request, options)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'visitor_not_found',
    });
  });

  it('rejects a key of another length, and filters', async () => {
    await expect(call('1', { visitorKey: Buffer.alloc(16) })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const filters = [{ key: 'country', operator: 'is', value: 'DE' }];
    await expect(call('1', { question: { ...QUERY, filters } })).rejects.toMatchObject({
      code: 'unknown_filter',
    });
  });
});

describe('every statement of a visitor', () => {
  const scope = { workspaceId: 1, siteId: 1, startMs: 0, endMs: 86_400_000, visitorId: '7' };

  it('is accepted by ClickHouse and has not changed', async () => {
    for (const statement of [compileVisits(scope), compileVisitorEvents(scope)]) {
      const { query, params } = statement;
      await analytics.clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
      expect(statement).toMatchSnapshot();
    }
  });
});
