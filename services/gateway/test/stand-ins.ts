import {
  loadAnalytics,
  loadCollector,
  loadIdentity,
  loadSites,
  type AnalyticsDefinition,
  type CollectorDefinition,
  type IdentityDefinition,
} from '@headwater/protos/services';
import { failure } from '@headwater/protos/error-codes';
import { DIMENSION_COLUMNS } from '@headwater/protos/vocabulary';
import type { Handlers } from '@headwater/kit/rpc/types';
import { sitesInMemory } from './sites-in-memory';
import { startStandIn } from './stand-in';
import { webhooksInMemory } from './webhooks-in-memory';

/** The moment that the stand-ins believe it is. */
export const NOW = Date.parse('2026-11-01T12:00:00.123Z');

const isKnownKey = (key: string): boolean =>
  (DIMENSION_COLUMNS as readonly string[]).includes(key) || /^props\.[\w.-]{1,64}$/.test(key);

const analytics: Partial<Handlers<AnalyticsDefinition>> = {
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
  GetReceipt: ({ eventId }) => {
    if (eventId.length !== 36) throw failure('invalid_request', 'The id is no UUID.');
    return Promise.resolve(
      eventId.endsWith('1')
        ? { status: 'dropped', receivedAtMs: NOW, reason: 'bot', botReason: 'crawler' }
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
      steps: steps.map(({ name }, index) => ({ name, visitors: 4 - index })),
      breakdown: [],
    }),
  QueryStats: ({ question, compare }) =>
    Promise.resolve({
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
      ...(compare === undefined
        ? {}
        : {
            comparison: {
              from: '2026-09-03',
              to: '2026-10-02',
              totals: { visitors: 0, sessions: 0, pageviews: 0 },
            },
          }),
    }),
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
        { week: '2026-10-19', visitors: [3, 1] },
        { week: '2026-10-26', visitors: [0] },
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
      breakdown: question.dimension === undefined ? [] : [{ key: '(none)', events: 4, visitors: 3 }],
    });
  },
};

const identity: Partial<Handlers<IdentityDefinition>> = {
  Identify: ({ anonymousId }) =>
    Promise.resolve(
      anonymousId.startsWith('seen')
        ? { linked: true, channel: 'Organic Search', enriched: false }
        : { linked: false, enriched: true },
    ),
  BulkIdentify: ({ users }) => {
    const bad = users.filter(({ account }) => !account?.email.includes('@'));
    return Promise.resolve({
      imported: users.length - bad.length,
      skipped: bad.length,
      errors: bad.map(({ index }) => ({ index, message: 'email must be an address.' })),
    });
  },
};

const accounts: Partial<Handlers<IdentityDefinition>> = {
  LookUpAttribution: ({ email }) =>
    Promise.resolve(
      email === undefined
        ? { found: false }
        : {
            found: true,
            attribution: {
              channel: 'Email',
              source: 'Newsletter',
              landing: 'example.com/',
              firstSeenAtMs: Date.parse('2026-10-01'),
              recordedAtMs: Date.parse('2026-10-02'),
              rulesVersion: 1,
            },
            visitors: 2,
            pendingVisitors: 1,
            laterTouches: [
              { atMs: Date.parse('2026-10-05'), channel: 'Direct', landing: 'example.com/docs' },
            ],
            laterTouchCount: 7,
            payments: 1,
            revenue: [{ currency: 'EUR', gross: '49.00', refunds: '0.00', net: '49.00', payments: 1 }],
            latestPayments: [
              {
                paymentId: 'in-1',
                type: 'sale',
                amount: '49.00',
                currency: 'EUR',
                occurredAtMs: Date.parse('2026-10-06'),
              },
            ],
          },
    ),
  EraseAccount: () =>
    Promise.resolve({ id: 'e1', atMs: Date.parse('2026-10-02'), profiles: 1, links: 2, payments: 1 }),
  ListCompanies: () =>
    Promise.resolve({
      companies: [
        { company: 'acme', accounts: 2, mrr: '30.3', channel: 'Email' },
        { company: 'tiny', accounts: 1, mrr: '0' },
      ],
      total: 2,
    }),
};

const payments: Partial<Handlers<IdentityDefinition>> = {
  RecordPayment: ({ payment }) => {
    if (payment?.paymentId === 'taken') throw failure('payment_conflict', 'Known with other content.');
    return Promise.resolve({
      created: payment?.paymentId !== 'repeat',
      ...(payment?.userId === 'known' ? { attributed: true, channel: 'Email' } : { attributed: false }),
    });
  },
  QueryRevenue: ({ timezone = 'UTC', grain = 'day', dimension }) => {
    const sums = { gross: '49.00', refunds: '9.50', net: '39.50', payments: 1, customers: 1 };
    if (dimension === 'colour') throw failure('unknown_dimension', 'Use one of the list.');
    return Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone,
      grain,
      model: 'first_touch',
      ...(dimension === undefined ? {} : { dimension }),
      currencies: [
        {
          currency: 'EUR',
          ...sums,
          unattributed: '-9.50',
          series: [{ bucket: '2026-10-03', net: '39.50', payments: 1 }],
          breakdown: dimension === undefined ? [] : [{ key: 'Email', ...sums }],
        },
      ],
      pending: [{ currency: 'EUR', net: '-9.50', payments: 0 }],
      newMrr: [{ channel: 'Email', mrr: '490', accounts: 2 }],
    });
  },
  RecordPayments: ({ payments: rows }) => Promise.resolve({ imported: rows.length, skipped: 0, errors: [] }),
};

const collector: Partial<Handlers<CollectorDefinition>> = {
  ExplainVisit: ({ url, userAgent }) => {
    if (!url.startsWith('http')) throw failure('invalid_request', 'The visit has no page.');
    return Promise.resolve({
      channel: 'Organic Search',
      source: 'Google',
      rule: 'organic-search',
      rulesVersion: 1,
      utm: { campaign: 'autumn' },
      botVerdict: userAgent === undefined ? 'unknown' : 'bot',
      ...(userAgent === undefined ? {} : { botReason: 'crawler' }),
    });
  },
  ImportRows: ({ rows }) => {
    const bad = rows.filter(({ cells }) => cells[0] === 'bad');
    return Promise.resolve({
      taken: rows.length - bad.length,
      refused: bad.length,
      refusals: bad.slice(0, 20).map(({ line }) => ({ line, message: 'It is bad.' })),
    });
  },
  IngestEvents: ({ events }) => {
    const old = events.filter(({ time }) => time?.startsWith('2020'));
    return Promise.resolve({
      accepted: events.length - old.length,
      dropped: old.map(({ index, eventId }) => ({ index, id: eventId, reason: 'too_old' })),
    });
  },
};

/** Servers in the place of all services behind the gateway, with just enough behaviour. */
export async function startStandIns() {
  return {
    sites: await startStandIn(loadSites(), { ...sitesInMemory(NOW), ...webhooksInMemory(NOW) }),
    identity: await startStandIn(loadIdentity(), { ...identity, ...accounts, ...payments }),
    analytics: await startStandIn(loadAnalytics(), analytics),
    collector: await startStandIn(loadCollector(), collector),
  };
}

export type StandIns = Awaited<ReturnType<typeof startStandIns>>;
