import { migrateEventStore } from '@headwater/eventstore/migrate';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import {
  compileImportedBreakdown,
  compileImportedDays,
  compileImportedEvents,
  planImported,
} from '../src/domain/imported/imported-answer';
import type { Statement } from '../src/domain/query/compile';
import { VISIT_KEYS } from '../src/domain/query/dimensions';
import { readFrame } from '../src/domain/query/read-frame';
import { planRealtime } from '../src/domain/realtime/plan-realtime';
import {
  compileStatsBreakdown,
  compileStatsSeries,
  compileStatsTotals,
} from '../src/domain/stats/compile-stats';
import { compileTouches } from '../src/domain/touches/compile-touches';
import { compileArrivals, compileDrops } from '../src/domain/traffic/compile-traffic';

const ASKED = { workspaceId: 1, nowMs: Date.parse('2026-03-10T15:00:30Z') };
const WINDOW = { siteId: 1, timezone: 'Asia/Kolkata', from: '2026-03-09', to: '2026-03-10' };
const KEYS = [...VISIT_DIMENSIONS, 'props.plan'];
const FILTERS = KEYS.map((key, n) => ({
  key,
  operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
  value: 'x',
}));

const importedBy = (dimension: string): Statement[] => {
  const plan = planImported(readFrame({ ...WINDOW, dimension, filters: [] }, VISIT_KEYS), ASKED);
  return [compileImportedDays(plan), compileImportedBreakdown(plan, dimension), compileImportedEvents(plan)];
};
const realtimeBy = (dimension: string, filters = FILTERS): Statement[] => {
  const frame = readFrame({ siteId: 1, timezone: 'Asia/Kolkata', dimension, filters }, VISIT_KEYS);
  const plan = planRealtime(frame, ASKED);
  return [compileStatsTotals(plan), compileStatsSeries(plan), compileStatsBreakdown(plan)];
};
const SCOPE = { workspaceId: 1, siteId: 1, startMs: 0, endMs: 86_400_000 };

/** The statements of questions that have no suite of their own about them. */
const STATEMENTS: Readonly<Record<string, () => readonly Statement[]>> = {
  'of imported days': () => KEYS.flatMap(importedBy),
  'of the last half hour': () => KEYS.flatMap((key) => [...realtimeBy(key, []), ...realtimeBy(key)]),
  'of the quality of traffic': () => [compileArrivals(SCOPE), compileDrops(SCOPE)],
  'of touches': () => [
    compileTouches({ workspaceId: 1, visitorIds: ['7'], afterMs: 0, limit: 10, nowMs: ASKED.nowMs }),
  ],
};

let clickhouse: TestClickhouse;
beforeAll(async () => {
  clickhouse = await testClickhouse();
  await migrateEventStore(clickhouse.client);
});
afterAll(() => clickhouse.drop());

describe.each(Object.entries(STATEMENTS))('every statement %s', (_, statements) => {
  it('is understood by ClickHouse, whatever is asked', async () => {
    for (const { query, params } of statements())
      await clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
  });

  it('reads one workspace alone, and but for touches one site', () => {
    for (const { query } of statements()) {
      const reads =
        query.match(/\b(?:FROM|JOIN) (?:events|arrivals|drops|imported_days|site_activity)\b/g) ?? [];
      const workspaces = query.match(/workspace_id = \{workspace_id:UInt64\}/g) ?? [];
      expect(reads.length).toBeGreaterThan(0);
      expect(workspaces).toHaveLength(reads.length);
      const sites =
        query.match(/site_id (?:= \{site_id:UInt64\}|IN \(SELECT site_id FROM site_activity)/g) ?? [];
      expect(sites).toHaveLength(query.includes('FROM site_activity') ? 1 : reads.length);
    }
  });
});

it('read as they did', () => {
  expect(importedBy('region')).toMatchSnapshot();
  expect(realtimeBy('channel', FILTERS.slice(-1))).toMatchSnapshot();
  expect([compileArrivals(SCOPE), compileDrops(SCOPE)]).toMatchSnapshot();
});
