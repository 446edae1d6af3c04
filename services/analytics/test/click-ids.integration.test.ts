import { visitorKey } from '@headwater/eventstore/visitor-key';
import { CLICK_ID_LIMITS } from '@headwater/protos/limits';
import { compileClickIds } from '../src/queries/click-ids';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const WORKSPACE = 1;
/** A TTL deletes earlier rows. */
const NOW = Date.now();
const DAY_MS = 86_400_000;

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(new Date(NOW).toISOString());
  const row = (visitor: string, parameter: string, days: number, more: object = {}) => {
    const ts = new Date(NOW - days * DAY_MS).toISOString();
    const ids = { workspace_id: WORKSPACE, site_id: 1, visitor_id: visitorKey(WORKSPACE, visitor) };
    return { ...ids, ts, received_at: ts, parameter, sealed: `${visitor} ${days}`, ...more };
  };
  await analytics.clickhouse.client.insert({
    table: 'click_ids',
    format: 'JSONEachRow',
    values: [
      ...[row('v1', 'gclid', 1), row('v1', 'gclid', 1), row('v1', 'gclid', 5), row('v1', 'fbclid', 3)],
      ...[row('v1', 'gclid', 2, { site_id: 2 }), row('v1', 'gclid', 2, { workspace_id: 2 })],
      ...[row('v2', 'gclid', 4), row('v3', 'gclid', 4)],
      ...Array.from({ length: 45 }, (_, n) => row('v4', 'gclid', 10 + n)),
    ],
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
});

afterAll(() => analytics.stop());

const list = (request: object = {}) =>
  analytics.calls.ListClickIds(
    { anonymousIds: ['v2', 'unknown', 'v1'], siteIds: [1], fromMs: 0, beforeMs: NOW, ...request },
    { workspaceId: WORKSPACE },
  );

it('returns each click id of the visitors on the sites', async () => {
  const { clickIds } = await list();
  expect(clickIds.map(({ index, parameter, sealed }) => [index, parameter, sealed]).sort()).toEqual([
    [0, 'gclid', 'v2 4'],
    [2, 'fbclid', 'v1 3'],
    [2, 'gclid', 'v1 1'],
    [2, 'gclid', 'v1 5'],
  ]);
  expect(clickIds.find(({ index }) => index === 0)).toMatchObject({ siteId: 1, atMs: NOW - 4 * DAY_MS });
});

it('returns only click ids of the window', async () => {
  const { clickIds } = await list({ fromMs: NOW - 4 * DAY_MS, beforeMs: NOW - DAY_MS });
  expect(clickIds.map(({ sealed }) => sealed).sort()).toEqual(['v1 3', 'v2 4']);
  analytics.clock.set(NOW + 87 * DAY_MS);
  const later = await list();
  analytics.clock.set(NOW);
  expect(later.clickIds.map(({ sealed }) => sealed).sort()).toEqual(['v1 1', 'v1 3']);
});

it('returns the newest ones of a visitor and parameter', async () => {
  const { clickIds } = await list({ anonymousIds: ['v4'] });
  expect(clickIds).toHaveLength(CLICK_ID_LIMITS.maxPerVisitor);
  expect(clickIds.at(-1)?.sealed).toBe('v4 49');
});

it.each([
  { anonymousIds: [''] },
  { anonymousIds: Array.from({ length: 26 }, String) },
  { fromMs: -1 },
  { fromMs: 2, beforeMs: 1 },
])('refuses %j', async (request) => {
  await expect(list(request)).rejects.toMatchObject({ code: 'invalid_request' });
});

it('binds all values', () => {
  const plan = { workspaceId: 1, visitorIds: ['5'], siteIds: [2], fromMs: 0, beforeMs: 1 };
  expect(compileClickIds(plan)).toMatchSnapshot();
});
