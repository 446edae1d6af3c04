import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import type { Client } from '@headwater/kit/rpc/types';
import { callWithDroppedReply, retriedMethods } from '@headwater/kit/testing/reply-dropper';
import { loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const OURS = { workspaceId: 1 };
const question = { siteId: 1, timezone: 'UTC', range: '7d', filters: [] };
const goal = { name: 'Signup', type: 'event', event: 'signup', filters: [] };
const visitorKey = Buffer.alloc(32, 5);
const EXPORT = { question, type: 'events', format: 'ndjson', visitorKey };

let analytics: RunningAnalytics;
/** The pseudonym of the visitor, from an export. */
let visitorId: string;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T15:00:00Z');
  await analytics.insert([
    sampleEvent({ site_id: 1, name: 'pageview', ts: '2026-03-09T10:00:00Z' }),
    sampleEvent({ site_id: 1, name: 'signup', ts: '2026-03-09T10:01:00Z' }),
    sampleEvent({ site_id: 2 }),
  ]);
  for await (const { data } of analytics.calls.ExportEvents(EXPORT, OURS))
    visitorId = (JSON.parse(data.toString().split('\n')[0] ?? '') as { visitorId: string }).visitorId;
});
afterAll(() => analytics.stop());

const CASES: Record<
  string,
  (calls: Client<AnalyticsDefinition>) => Promise<unknown> | AsyncIterable<unknown>
> = {
  QueryEvent: (calls) =>
    calls.QueryEvent({ siteId: 1, timezone: 'UTC', name: 'signup', range: '7d', dimension: 'channel' }, OURS),
  GetSiteActivity: (calls) => calls.GetSiteActivity({ siteId: 1 }, OURS),
  ListSiteActivity: (calls) => calls.ListSiteActivity({ sites: [{ siteId: 1, timezone: 'UTC' }] }, OURS),
  PurgeSite: (calls) => calls.PurgeSite({ siteId: 2, dryRun: false }, OURS),
  ListClickIdSites: (calls) => calls.ListClickIdSites({}),
  DeleteClickIds: (calls) => calls.DeleteClickIds({ siteId: 2 }, OURS),
  ApplyRetention: (calls) =>
    calls.ApplyRetention(
      { siteId: 2, beforeDay: '2026-03-10', beforeMs: Date.parse('2026-03-10'), dryRun: false },
      OURS,
    ),
  EraseVisitors: (calls) => calls.EraseVisitors({ anonymousIds: ['v9'], dryRun: false }, OURS),
  GetFirstTouch: (calls) => calls.GetFirstTouch({ anonymousId: 'v1' }, OURS),
  ListFirstTouches: (calls) => calls.ListFirstTouches({ anonymousIds: ['v1'] }, OURS),
  ListTouchedVisitors: (calls) => calls.ListTouchedVisitors({ cursor: '', limit: 10 }),
  ListSessions: (calls) => calls.ListSessions({ anonymousIds: ['v1'], afterMs: 0 }, OURS),
  ListClicks: (calls) => calls.ListClicks({ moments: [{ anonymousId: 'v1', atMs: 1 }], siteIds: [1] }, OURS),
  ListTouches: (calls) => calls.ListTouches({ anonymousIds: ['v1'], afterMs: 0, limit: 10 }, OURS),
  ListEvents: (calls) => calls.ListEvents({ question }, OURS),
  QueryStats: (calls) => calls.QueryStats({ question }, OURS),
  QueryImported: (calls) => calls.QueryImported({ question }, OURS),
  QueryGoal: (calls) => calls.QueryGoal({ question, goal }, OURS),
  QueryFunnel: (calls) =>
    calls.QueryFunnel(
      { question, steps: [goal, { ...goal, name: 'Pay', event: 'pay' }], windowHours: 24 },
      OURS,
    ),
  GetTrafficQuality: (calls) => calls.GetTrafficQuality({ question }, OURS),
  GetReceipt: (calls) =>
    calls.GetReceipt({ siteId: 1, eventId: '00000000-0000-4000-8000-000000000001', visitorKey }, OURS),
  QueryRealtime: (calls) => calls.QueryRealtime({ question: { siteId: 1, timezone: 'UTC' } }, OURS),
  QueryRetention: (calls) => calls.QueryRetention({ question }, OURS),
  ExportEvents: (calls) => calls.ExportEvents(EXPORT, OURS),
  GetVisitor: (calls) => calls.GetVisitor({ question, visitorId, visitorKey }, OURS),
};

/** The cursor of ListTouchedVisitors contains the time of the read. */
const withoutCursor = (reply: unknown): unknown => ({ ...(reply as object), cursor: undefined });

test.each(retriedMethods(loadAnalytics()))(
  '%s returns the first answer after a lost reply',
  async (method) => {
    const call = CASES[method];
    if (!call) throw new Error(`${method} is retried: add a case for it.`);
    const { dropped, received } = await callWithDroppedReply(
      loadAnalytics(),
      `127.0.0.1:${analytics.port}`,
      call,
    );
    expect(dropped.length).toBeGreaterThan(0);
    expect(received.map(withoutCursor)).toEqual(dropped.map(withoutCursor));
  },
);
