import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { compileImported, planImported } from '../src/queries/imported';
import type { Statement } from '../src/query/bindings';
import { VISIT_KEYS } from '../src/query/dimensions';
import { readQuery } from '../src/query/read-query';
import { planRealtime } from '../src/queries/realtime';
import { compileStatsSeries } from '../src/queries/stats';
import { compileStatsCounts } from '../src/queries/stats-breakdowns';
import { compileTouches } from '../src/queries/touches';
import { compileArrivals, compileDrops } from '../src/queries/traffic-quality';

const CONTEXT = { workspaceId: 1, nowMs: Date.parse('2026-03-10T15:00:30Z') };
const WINDOW = { siteId: 1, timezone: 'Asia/Kolkata', from: '2026-03-09', to: '2026-03-10' };
const KEYS = [...VISIT_DIMENSIONS, 'props.plan'];
const FILTERS = KEYS.map((key, n) => ({
  key,
  operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
  value: 'x',
}));

const importedBy = (dimension: string): Statement[] => {
  const plan = planImported(readQuery({ ...WINDOW, dimension, filters: [] }, VISIT_KEYS), CONTEXT);
  return [compileImported(plan)];
};
const realtimeBy = (dimension: string, filters = FILTERS): Statement[] => {
  const query = readQuery({ siteId: 1, timezone: 'Asia/Kolkata', dimension, filters }, VISIT_KEYS);
  const plan = planRealtime(query, CONTEXT);
  return [compileStatsSeries(plan), compileStatsCounts(plan)];
};
const SCOPE = { workspaceId: 1, siteId: 1, startMs: 0, endMs: 86_400_000 };

/** Statements that no other suite compares with snapshots. */
const STATEMENTS: Readonly<Record<string, () => readonly Statement[]>> = {
  'for imported days': () => KEYS.flatMap(importedBy),
  'for the last 30 minutes': () => KEYS.flatMap((key) => [...realtimeBy(key, []), ...realtimeBy(key)]),
  'for traffic quality': () => [compileArrivals(SCOPE), compileDrops(SCOPE)],
  'for touches': () => [
    compileTouches({
      workspaceId: 1,
      visitorIds: ['7'],
      guessableIds: ['7'],
      afterMs: 0,
      limit: 10,
      nowMs: CONTEXT.nowMs,
    }),
  ],
};

let clickhouse: TestClickhouse;
beforeAll(async () => {
  clickhouse = await migratedClickhouse();
});
afterAll(() => clickhouse.drop());

describe.each(Object.entries(STATEMENTS))('every statement %s', (_, statements) => {
  it('is accepted by ClickHouse with every dimension and filter', async () => {
    for (const { query, params } of statements())
      await clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
  });

  it('reads only one workspace and, except for touches, one site', () => {
    for (const { query } of statements()) {
      const reads =
        query.match(
          /\b(?:FROM|JOIN) (?:events|arrivals|drops|imported_days|site_activity|first_touches)\b/g,
        ) ?? [];
      const workspaces = query.match(/workspace_id = \{workspace_id:UInt64\}/g) ?? [];
      expect(reads.length).toBeGreaterThan(0);
      expect(workspaces).toHaveLength(reads.length);
      const sites =
        query.match(/site_id (?:= \{site_id:UInt64\}|IN \(SELECT site_id FROM site_activity)/g) ?? [];
      expect(sites).toHaveLength(query.includes('FROM site_activity') ? 1 : reads.length);
    }
  });
});

it('the statements have not changed', () => {
  expect(importedBy('region')).toMatchSnapshot();
  expect(realtimeBy('channel', FILTERS.slice(-1))).toMatchSnapshot();
  expect([compileArrivals(SCOPE), compileDrops(SCOPE)]).toMatchSnapshot();
});
