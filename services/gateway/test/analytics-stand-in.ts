import type { AnalyticsDefinition } from '@headwater/protos/services';
import { failure } from '@headwater/protos/error-codes';
import { DIMENSION_COLUMNS, RULES_VERSION } from '@headwater/protos/vocabulary';
import type { Handlers } from '@headwater/kit/rpc/types';

/** The current time of the stand-ins. */
export const NOW = Date.parse('2026-11-01T12:00:00.123Z');

/** Comparisons of rows. Those of other dimensions have none, as in an earlier release. */
const COMPARED: Readonly<Record<string, object>> = {
  pathname: { comparison: { visitors: 1, sessions: 2, pageviews: 3, bounceRate: 50 } },
  country: { comparison: { visitors: 0, sessions: 0, pageviews: 0 } },
};

/** Comparisons of rows of one event. */
const COMPARED_EVENTS: Readonly<Record<string, object>> = {
  channel: { comparison: { events: 1, visitors: 1, pageviews: 4, eventRate: 25 } },
  country: { comparison: { events: 0, visitors: 0, pageviews: 0 } },
  'props.plan': { comparison: { events: 1, visitors: 1 } },
};

/** A dimension whose breakdown exceeds a limit if it is one of several. */
export const TOO_HEAVY_DIMENSION = 'props.heavy';

const isKnownKey = (key: string): boolean =>
  (DIMENSION_COLUMNS as readonly string[]).includes(key) || /^props\.[\w.-]{1,64}$/.test(key);

/** A stand-in of analytics with fixed responses. */
export const analytics: Partial<Handlers<AnalyticsDefinition>> = {
  GetTrafficQuality: ({ question }) =>
    Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone: question?.timezone ?? '',
      accepted: 90,
      duplicates: 2,
      dropped: [
        { reason: 'bot', botReason: 'crawler', events: 7 },
        { reason: 'host_mismatch', botReason: '', events: 1 },
      ],
    }),
  GetReceipt: ({ eventId, visitorKey }) => {
    if (eventId.length !== 36) throw failure('invalid_request', 'The id is no UUID.');
    return Promise.resolve(
      eventId.endsWith('1')
        ? { status: 'dropped', receivedAtMs: NOW, reason: 'bot', botReason: 'crawler' }
        : eventId.endsWith('2')
          ? {
              ...{ status: 'stored', receivedAtMs: NOW },
              session: {
                id: `${visitorKey.length}`,
                channel: 'Paid Search',
                source: 'Google',
                rulesVersion: RULES_VERSION,
              },
            }
          : { status: 'unknown' },
    );
  },
  ExportEvents: async function* ({ question, type, format, visitorKey }) {
    if (question?.filters.some(({ key }) => key === 'colour'))
      throw failure('unknown_filter', 'Use a column.');
    yield { data: Buffer.from(`${type} as ${format} for a key of ${visitorKey.length} bytes\n`) };
    yield await Promise.resolve({ data: Buffer.from('and more\n') });
  },
  GetVisitor: ({ visitorId }) => {
    if (visitorId !== 'f'.repeat(32)) throw failure('visitor_not_found', 'The site has no such visitor.');
    return Promise.resolve({
      firstSeenAtMs: NOW - 1_000,
      lastSeenAtMs: NOW,
      channel: 'Email',
      olderEvents: 0,
      sessions: [
        {
          startedAtMs: NOW - 1_000,
          channel: 'Email',
          events: [{ timeMs: NOW - 1_000, name: 'signup', pathname: '/join', props: { plan: 'pro' } }],
        },
      ],
    });
  },
  GetSiteActivity: ({ siteId }) =>
    Promise.resolve(
      siteId === 1
        ? { lastEventAtMs: NOW, online: 3, recentDrops: [{ reason: 'host_mismatch', events: 2 }] }
        : { online: 0 },
    ),
  ListSiteActivity: ({ sites }) =>
    Promise.resolve({
      sites: sites.map(({ siteId }) => ({
        siteId,
        ...(siteId === 1 ? { lastEventAtMs: NOW - 8 * 86_400_000 } : {}),
        online: siteId,
        visitors: 10 * siteId,
        days: [{ day: '2026-11-01', visitors: siteId }],
      })),
    }),
  ListEvents: ({ question }) =>
    Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone: question?.timezone ?? '',
      events: [{ name: 'signup', events: 4, visitors: 3, properties: ['plan'] }],
    }),
  QueryImported: ({ question }) =>
    Promise.resolve({
      days: 1,
      totals: { dailyVisitors: 3, sessions: 4, pageviews: 9, bounceRate: 25, visitDuration: 60 },
      series: [{ bucket: '2026-10-03', dailyVisitors: 3, sessions: 4, pageviews: 9 }],
      breakdown: question?.dimension === undefined ? [] : [{ key: 'DE', dailyVisitors: 3, sessions: 4 }],
      events: [{ name: 'signup', events: 2, dailyVisitors: 1 }],
    }),
  QueryGoal: ({ question }) =>
    Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone: question?.timezone ?? '',
      grain: 'day',
      conversions: 3,
      visitors: 2,
      conversionRate: 50,
      series: [{ bucket: '2026-10-03', conversions: 3, visitors: 2 }],
      breakdown: [],
    }),
  QueryFunnel: ({ question, steps }) =>
    Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone: question?.timezone ?? '',
      steps: steps.map(({ name }, index) => ({
        name,
        visitors: 4 - index,
        ...(index === 0 ? {} : { timeToConvert: { median: 60.5, p90: 90 } }),
      })),
      breakdown: [],
    }),
  QueryStats: ({ question, compare, dimensions }, call) => {
    call.reportDatabaseWork({ ms: 12.4, rows: 32_769 });
    return Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone: question?.timezone ?? '',
      grain: question?.grain ?? 'day',
      totals: {
        visitors: 2,
        sessions: 3,
        pageviews: 4,
        bounceRate: 66.67,
        visitDuration: 50,
        viewsPerVisit: 1.33,
      },
      series: [{ bucket: '2026-10-03', visitors: 2, sessions: 3, pageviews: 4 }],
      ...(question?.dimension === undefined ? {} : { dimension: question.dimension }),
      breakdown: [],
      breakdowns: dimensions.map((dimension) =>
        dimension === TOO_HEAVY_DIMENSION
          ? { dimension, rows: [], error: 'query_too_heavy' }
          : {
              dimension,
              rows: [
                {
                  key: `a ${dimension}`,
                  ...{ visitors: 2, sessions: 3, pageviews: 4, bounceRate: 50 },
                  ...(compare === undefined ? {} : COMPARED[dimension]),
                },
              ],
            },
      ),
      ...(compare === undefined
        ? {}
        : {
            comparison: {
              from: '2026-09-03',
              to: '2026-10-02',
              totals: { visitors: 0, sessions: 0, pageviews: 0 },
            },
          }),
    });
  },
  QueryRealtime: ({ question }) =>
    Promise.resolve({
      timezone: question?.timezone ?? '',
      fromMs: NOW - 1_800_000,
      toMs: NOW,
      visitors: 2,
      sessions: 3,
      pageviews: 4,
      series: [{ bucket: '2026-11-01T12:31:00+01:00', visitors: 2, sessions: 3, pageviews: 4 }],
      ...(question?.dimension === undefined ? {} : { dimension: question.dimension }),
      breakdown: [{ key: '/', visitors: 2, sessions: 3, pageviews: 4 }],
    }),
  QueryRetention: ({ question }) =>
    Promise.resolve({
      from: '2026-10-19',
      to: '2026-11-01',
      timezone: question?.timezone ?? '',
      cohorts: [
        { bucket: '2026-10-19', visitors: [3, 1] },
        { bucket: '2026-10-26', visitors: [0] },
      ],
    }),
  QueryEvent: (question) => {
    if (question.dimension !== undefined && !isKnownKey(question.dimension))
      throw failure('unknown_dimension', 'Unknown dimension. Use a column or props.<key>.');
    const bad = question.filters.find(({ key }) => !isKnownKey(key));
    if (bad) throw failure('unknown_filter', 'Unknown filter key. Use a column or props.<key>.');
    return Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone: question.timezone,
      grain: question.grain ?? 'day',
      name: question.name,
      events: 4,
      uniqueVisitors: 3,
      pageviews: 16,
      ...(question.dimension?.startsWith('props.')
        ? { note: 'A pageview carries no event properties.' }
        : { eventRate: 25 }),
      series: [{ bucket: '2026-10-03', events: 4, visitors: 3 }],
      ...(question.dimension === undefined ? {} : { dimension: question.dimension }),
      breakdown:
        question.dimension === undefined
          ? []
          : [
              {
                ...{ key: '(none)', events: 4, visitors: 3 },
                ...(question.compare === undefined ? {} : COMPARED_EVENTS[question.dimension]),
              },
            ],
      ...(question.compare === undefined
        ? {}
        : {
            comparison: {
              ...{ from: '2026-09-03', to: '2026-10-02', events: 2, uniqueVisitors: 1 },
              ...{ pageviews: 4, eventRate: 50 },
            },
          }),
    });
  },
};
