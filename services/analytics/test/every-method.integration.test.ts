import { insertImported } from '@headwater/eventstore/insert-imported';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { boundedQueries } from '@headwater/kit/testing/unbounded-queries';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { DatabaseWork, MethodName } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';
import { CALLS, EVENT_ID, VISITOR } from './calls';

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

/** Calls a method, reads its whole response, and returns its outcome, its cost and the work of ClickHouse. */
async function call(method: string): Promise<{ code: string; cost: number; work?: DatabaseWork }> {
  const caller = (analytics.calls as unknown as Record<string, AnyCall | undefined>)[method];
  if (!caller) throw new Error(`The service has no method ${method}.`);
  let cost = 0;
  let work: DatabaseWork | undefined;
  const onCost = (rows: number): void => void (cost += rows);
  const onDatabaseWork = (reported: DatabaseWork): void => void (work = reported);
  try {
    const response = caller(CALLS[method as MethodName<AnalyticsDefinition>], {
      workspaceId: 1,
      deadlineMs: 60_000,
      onCost,
      onDatabaseWork,
    });
    if (response instanceof Promise) await response;
    else for await (const _ of response);
    return { code: 'ok', cost, ...(work ? { work } : {}) };
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
  'ListSessions',
  'ListClicks',
  'ListTouchedVisitors',
  'ExportEvents',
  'EraseVisitors',
  'ApplyRetention',
  'PurgeSite',
  'ListClickIdSites',
  'DeleteClickIds',
];

it('charges every method for the rows that it reads, except the exempt ones', async () => {
  const methods = Object.keys(CALLS).filter((method) => method !== 'PurgeSite');
  const charged: string[] = [];
  for (const method of methods) {
    const { code, cost, work } = await call(method);
    expect({ method, code }).toEqual({ method, code: 'ok' });
    if (cost > 0) charged.push(method);
    if (cost > 0) expect({ method, rows: work?.rows }).toEqual({ method, rows: cost });
  }
  expect(charged.sort()).toEqual(methods.filter((method) => !FREE.includes(method)).sort());
});

it('limits the time, memory and rows of every statement of every method', async () => {
  let before = (await boundedQueries(analytics.clickhouse.client, 'headwater-analytics')).all.length;
  for (const method of Object.keys(CALLS)) {
    const { code } = await call(method);
    // ClickHouse may log a statement after its response.
    const { all, unbounded } = await waitFor(`a statement of ${method}`, async () => {
      const queries = await boundedQueries(analytics.clickhouse.client, 'headwater-analytics');
      return queries.all.length > before && queries;
    });
    expect({ method, code, unbounded }).toEqual({ method, code: 'ok', unbounded: [] });
    before = all.length;
  }
});
