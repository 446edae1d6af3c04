import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/visitor-key';
import { boundedQueries } from '@headwater/kit/testing/bounded-queries';
import type { MethodName } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { createPseudonyms } from '../src/domain/export/pseudonyms';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const KEY = Buffer.alloc(32);
const VISITOR = visitorKey(1, 'v');
const SITE = { siteId: 10 };
const WINDOW = { ...SITE, timezone: 'UTC', from: '2026-03-01', to: '2026-03-09' };
const question = { ...WINDOW, dimension: 'pathname' };
const STEP = { name: 'A', type: 'event', event: 'signup' };

/** A call of every method: a new one can not be forgotten. */
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
  GetReceipt: { ...SITE, eventId: '0199f7a0-0000-7000-8000-000000000001' },
  ExportEvents: { question: WINDOW, type: 'events', format: 'csv', visitorKey: KEY },
  GetVisitor: { question: WINDOW, visitorId: createPseudonyms(KEY).ofVisitor(VISITOR), visitorKey: KEY },
  // Last: afterwards there is nothing to ask about.
  PurgeSite: { ...SITE, dryRun: false },
};

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
  await analytics.insert([sampleEvent({ site_id: 10, visitor_id: VISITOR, ts: '2026-03-09T12:00:00.000Z' })]);
});
afterAll(() => analytics.stop());

type AnyCall = (request: object, options: object) => Promise<unknown> | AsyncIterable<unknown>;

async function ask(method: string, request: object): Promise<string> {
  const call = (analytics.calls as unknown as Record<string, AnyCall | undefined>)[method];
  if (!call) throw new Error(`The service has no ${method}.`);
  try {
    const answer = call(request, { workspaceId: 1, deadlineMs: 60_000 });
    if (answer instanceof Promise) await answer;
    else for await (const _ of answer);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

it('every statement of every call is held to a time, a memory and a number of rows', async () => {
  let asked = 0;
  for (const [method, request] of Object.entries(CALLS)) {
    const outcome = await ask(method, request);
    const { all, unbounded } = await boundedQueries(analytics.clickhouse.client, 'headwater-analytics');
    const found = { method, outcome, asks: all.length > asked, unbounded };
    expect(found).toEqual({ method, outcome: 'ok', asks: true, unbounded: [] });
    asked = all.length;
  }
});
