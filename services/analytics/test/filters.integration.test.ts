import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };
const NOW = '2026-03-10T15:00:30Z';

/** The events, each of another visitor, session and country: each method's response shows the countries that it counted. */
const EVENTS: Readonly<Record<string, { pathname: string; plan?: string; utm?: string }>> = {
  AA: { pathname: '/', plan: 'pro' },
  BB: { pathname: '/Pricing', plan: 'Pro' },
  CC: { pathname: '/pricing', plan: '', utm: 'news' },
  DD: { pathname: '/pricing/teams', utm: "it's 100%" },
  EE: { pathname: '/docs', plan: 'free', utm: '(none)' },
};
const ALL = Object.keys(EVENTS).join(' ');

type Given = readonly (readonly [key: string, operator: string, value: string])[];

/** Filters, and the events that pass them: the same for all methods, as the API reference states. */
const TABLE: readonly (readonly [what: string, filters: Given, passing: string])[] = [
  ['no filter', [], ALL],
  ['is, bytewise', [['pathname', 'is', '/pricing']], 'CC'],
  ['is, of a property', [['props.plan', 'is', 'pro']], 'AA'],
  ['is_not', [['pathname', 'is_not', '/pricing']], 'AA BB DD EE'],
  ['is_not, of a property, including events without it', [['props.plan', 'is_not', 'pro']], 'BB CC DD EE'],
  ['contains', [['pathname', 'contains', 'pricing']], 'CC DD'],
  ['contains, of characters with a meaning in SQL', [['utm_source', 'contains', "'s 100%"]], 'DD'],
  ['contains_not', [['pathname', 'contains_not', 'pricing']], 'AA BB EE'],
  ['starts_with', [['pathname', 'starts_with', '/pricing']], 'CC DD'],
  ['starts_with, of a property', [['props.plan', 'starts_with', 'p']], 'AA'],
  ['(none), of a column', [['utm_source', 'is', '(none)']], 'AA BB EE'],
  ['(none), of a property, empty or absent', [['props.plan', 'is', '(none)']], 'CC DD'],
  ['not (none)', [['props.plan', 'is_not', '(none)']], 'AA BB EE'],
  ['one key twice: or', [['pathname', 'is', '/'], ['pathname', 'is', '/docs']], 'AA EE'], // prettier-ignore
  ['one key twice, not: neither', [['pathname', 'is_not', '/'], ['pathname', 'is_not', '/docs']], 'BB CC DD'], // prettier-ignore
  ['(none) or a value', [['props.plan', 'is', '(none)'], ['props.plan', 'is', 'free']], 'CC DD EE'], // prettier-ignore
  ['two keys: and', [['pathname', 'starts_with', '/pricing'], ['utm_source', 'is', 'news']], 'CC'], // prettier-ignore
  ['two operators of a key: and', [['pathname', 'starts_with', '/'], ['pathname', 'is_not', '/']], 'BB CC DD EE'], // prettier-ignore
  ['a column and a property: and', [['props.plan', 'is', '(none)'], ['utm_source', 'is', 'news']], 'CC'], // prettier-ignore
  ['twenty filters', Array.from({ length: 20 }, (_, n) => ['pathname', 'is', n < 19 ? `/${n}` : '/docs'] as const), 'EE'], // prettier-ignore
  ['a page of the session', [['entry_page', 'is', '/pricing']], 'CC'],
  ['a page of the session, not', [['exit_page', 'is_not', '/pricing']], 'AA BB DD EE'],
];

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
  await analytics.insert(
    Object.entries(EVENTS).map(([country, { pathname, plan, utm = '' }], index) =>
      sampleEvent({
        country,
        pathname,
        utm_source: utm,
        props: plan === undefined ? {} : { plan },
        visitor_id: String(index + 1),
        session_id: String(index + 1),
        ts: '2026-03-10T15:00:00.000Z',
      }),
    ),
  );
});

afterAll(() => analytics.stop());

const keys = (rows: readonly { readonly key: string }[]): string[] => rows.map(({ key }) => key);
const question = (filters: Given) => ({
  siteId: 1,
  timezone: 'UTC',
  range: '7d',
  dimension: 'country',
  filters: filters.map(([key, operator, value]) => ({ key, operator, value })),
});
const anyPage = { name: 'Any', type: 'page', event: '', path: '/*', filters: [] };

/** Each method with filters: returns the countries that it counted, or their number. */
const METHODS: Readonly<Record<string, (filters: Given) => Promise<readonly string[] | number>>> = {
  QueryStats: async (filters) =>
    keys((await analytics.calls.QueryStats({ question: question(filters) }, IN_WORKSPACE)).breakdown),
  QueryRealtime: async (filters) =>
    keys((await analytics.calls.QueryRealtime({ question: question(filters) }, IN_WORKSPACE)).breakdown),
  QueryGoal: async (filters) =>
    keys(
      (await analytics.calls.QueryGoal({ question: question(filters), goal: anyPage }, IN_WORKSPACE))
        .breakdown,
    ),
  QueryFunnel: async (filters) => {
    const request = { question: question(filters), steps: [anyPage, anyPage], windowHours: 1 };
    return keys((await analytics.calls.QueryFunnel(request, IN_WORKSPACE)).breakdown);
  },
  ListEvents: async (filters) =>
    (await analytics.calls.ListEvents({ question: question(filters) }, IN_WORKSPACE)).events[0]?.visitors ??
    0,
  QueryRetention: async (filters) => {
    const answer = await analytics.calls.QueryRetention({ question: question(filters) }, IN_WORKSPACE);
    return answer.cohorts.reduce((sum, { visitors }) => sum + (visitors[0] ?? 0), 0);
  },
  ExportEvents: async (filters) => {
    const request = { type: 'events', format: 'ndjson', visitorKey: Buffer.alloc(32) };
    const pieces = analytics.calls.ExportEvents({ ...request, question: question(filters) }, IN_WORKSPACE);
    const countries: string[] = [];
    for await (const { data } of pieces)
      countries.push(
        ...[...data.toString().matchAll(/"country":"(\w+)"/g)].map(([, country]) => country ?? ''),
      );
    return countries;
  },
  // An event analysis has no session pages.
  QueryEvent: async (filters) =>
    keys(
      (await analytics.calls.QueryEvent({ ...question(filters), name: 'pageview' }, IN_WORKSPACE)).breakdown,
    ),
};

describe.each(Object.entries(METHODS))('the filters of %s', (name, call) => {
  const known = TABLE.filter(
    ([, filters]) => name !== 'QueryEvent' || !filters.some(([key]) => key.endsWith('_page')),
  );

  it.each(known)('support %s', async (_, filters, passing) => {
    const found = await call(filters);
    if (typeof found === 'number') expect(found).toBe(passing.split(' ').length);
    else expect([...found].sort().join(' ')).toBe(passing);
  });

  it.each([
    ['a 21st', Array.from({ length: 21 }, () => ['pathname', 'is', '/'] as const), 'invalid_request'],
    ['an unknown key', [['colour', 'is', 'red']], 'unknown_filter'],
    ['a key in another case', [['Pathname', 'is', '/']], 'unknown_filter'],
    ['an unknown operator', [['pathname', 'matches', '/']], 'invalid_request'],
    ['an empty value', [['pathname', 'is', '']], 'invalid_request'],
    ['(none) with contains', [['pathname', 'contains', '(none)']], 'invalid_request'],
  ] satisfies [string, Given, string][])('reject %s', async (_, filters, code) => {
    await expect(call(filters)).rejects.toMatchObject({ code });
  });
});
