import { insertImported } from '@headwater/eventstore/insert-imported';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/visitor-key';
import { boundedQueries } from '@headwater/kit/testing/unbounded-queries';
import type { MethodName } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { createPseudonyms } from '../src/query/pseudonyms';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const KEY = Buffer.alloc(32);
const VISITOR = visitorKey(1, 'v');
const EVENT_ID = '0199f7a0-0000-7000-8000-000000000001';
const SITE = { siteId: 10 };
const WINDOW = { ...SITE, timezone: 'UTC', from: '2026-03-01', to: '2026-03-09' };
const question = { ...WINDOW, dimension: 'pathname' };
const STEP = { name: 'A', type: 'event', event: 'signup' };

/** A request for every method: the type requires one for a new method, too. */
const CALLS: Readonly<Record<MethodName<AnalyticsDefinition>, object>> = {
  QueryEvent: { ...WINDOW, name: 'signup', dimension: 'channel' },
  GetSiteActivity: SITE,
  ListSiteActivity: { sites: [{ ...SITE, timezone: 'UTC' }] },
  GetFirstTouch: { anonymousId: 'v' },
  ListFirstTouches: { anonymousIds: ['v', 'w'] },
  ListTouches: { anonymousIds: ['v'], afterMs: 0, limit: 10 },
  ListTouchedVisitors: { limit: 10 },
  ListEvents: { question: WINDOW },
  QueryStats: { question, compare: 'previous_year' },
  QueryImported: { question },
  QueryGoal: { question, goal: STEP },
  QueryFunnel: { question: WINDOW, steps: [STEP, STEP], windowHours: 1 },
  QueryRealtime: { question: { ...SITE, timezone: 'UTC' } },
  QueryRetention: { question: { ...SITE, timezone: 'UTC' } },
  GetTrafficQuality: { question: WINDOW },
  GetReceipt: { ...SITE, eventId: EVENT_ID, visitorKey: KEY },
  ExportEvents: { question: WINDOW, type: 'events', format: 'csv', visitorKey: KEY },
  GetVisitor: { question: WINDOW, visitorId: createPseudonyms(KEY).ofVisitor(VISITOR), visitorKey: KEY },
  EraseVisitors: { anonymousIds: ['erased'], dryRun: false },
  ApplyRetention: { ...SITE, beforeDay: '2026-03-01', beforeMs: Date.parse('2026-03-01'), dryRun: false },
  // Last: it deletes the events that the others read.
  PurgeSite: { ...SITE, dryRun: false },
};

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
  const ts = '2026-03-09T12:00:00.000Z';
  await analytics.insert([sampleEvent({ site_id: 10, visitor_id: VISITOR, event_id: EVENT_ID, ts })]);
  const counts = { visitors: 1, visits: 1, pageviews: 1, bounces: 0, visit_seconds: 0, events: 0 };
  const day = { report: '', day: '2026-03-09', key: '', detail: '', ...counts };
  await insertImported(analytics.clickhouse.client, 'imported_days', {
    rows: [{ workspace_id: 1, site_id: 10, ...day }],
  });
});
afterAll(() => analytics.stop());

type AnyCall = (request: object, options: object) => Promise<unknown> | AsyncIterable<unknown>;

/** Calls a method, reads its whole response, and returns its outcome and its cost. */
async function call(method: string): Promise<{ code: string; cost: number }> {
  const caller = (analytics.calls as unknown as Record<string, AnyCall | undefined>)[method];
  if (!caller) throw new Error(`The service has no method ${method}.`);
  let cost = 0;
  const onCost = (rows: number): void => void (cost += rows);
  try {
    const response = caller(CALLS[method as MethodName<AnalyticsDefinition>], {
      workspaceId: 1,
      deadlineMs: 60_000,
      onCost,
    });
    if (response instanceof Promise) await response;
    else for await (const _ of response);
    return { code: 'ok', cost };
  } catch (error) {
    return { code: (error as { code: string }).code, cost };
  }
}

/** The reasons are in src/interceptors.ts. */
const FREE = [
  'GetSiteActivity',
  'QueryRealtime',
  'GetFirstTouch',
  'ListFirstTouches',
  'ListTouches',
  'ListTouchedVisitors',
  'ExportEvents',
  'EraseVisitors',
  'ApplyRetention',
  'PurgeSite',
];

it('charges every method for the rows that it reads, except the exempt ones', async () => {
  const methods = Object.keys(CALLS).filter((method) => method !== 'PurgeSite');
  const charged: string[] = [];
  for (const method of methods) {
    const { code, cost } = await call(method);
    expect({ method, code }).toEqual({ method, code: 'ok' });
    if (cost > 0) charged.push(method);
  }
  expect(charged.sort()).toEqual(methods.filter((method) => !FREE.includes(method)).sort());
});

it('limits the time, memory and rows of every statement of every method', async () => {
  let before = (await boundedQueries(analytics.clickhouse.client, 'headwater-analytics')).all.length;
  for (const method of Object.keys(CALLS)) {
    const { code } = await call(method);
    const { all, unbounded } = await boundedQueries(analytics.clickhouse.client, 'headwater-analytics');
    const found = { method, code, hasStatements: all.length > before, unbounded };
    expect(found).toEqual({ method, code: 'ok', hasStatements: true, unbounded: [] });
    before = all.length;
  }
});
