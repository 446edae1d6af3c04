import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { compileClicks } from '../src/queries/clicks';
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
      ...Array.from({ length: 100 }, (_, n) => row('v4', 'gclid', 10 + n / 2)),
    ],
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
});

afterAll(() => analytics.stop());

const moment = (anonymousId: string, days = 0) => ({ anonymousId, atMs: NOW - days * DAY_MS });

const list = async (moments: readonly object[], request: object = {}) => {
  const { clicks } = await analytics.calls.ListClicks(
    { moments: [...moments], siteIds: [1], ...request },
    { workspaceId: WORKSPACE },
  );
  return clicks;
};

const sealedOf = async (moments: readonly object[], request: object = {}) =>
  (await list(moments, request)).map(({ index, sealed }) => `${index}: ${sealed}`).sort();

it('returns the latest click id of each parameter up to the moments of the visitors', async () => {
  const clicks = await list([moment('v2'), moment('unknown'), moment('v1')]);
  expect(clicks.map(({ index, parameter, sealed }) => [index, parameter, sealed]).sort()).toEqual([
    [0, 'gclid', 'v2 4'],
    [2, 'fbclid', 'v1 3'],
    [2, 'gclid', 'v1 1'],
  ]);
  expect(clicks.find(({ index }) => index === 0)).toMatchObject({ siteId: 1, atMs: NOW - 4 * DAY_MS });
  expect(await sealedOf([moment('v1')], { siteIds: [1, 2] })).toEqual(['0: v1 1', '0: v1 3']);
  expect(await sealedOf([moment('v1', 1.5)], { siteIds: [1, 2] })).toEqual(['0: v1 2', '0: v1 3']);
});

it('returns a click at a moment, and once if it is the latest one up to several moments', async () => {
  expect(await sealedOf([moment('v1', 5), moment('v1', 4), moment('v1', 1.1), moment('v1', 6)])).toEqual([
    '0: v1 5',
    '2: v1 3',
  ]);
  expect(await sealedOf([moment('v1', 1), moment('v2', 4.1)])).toEqual(['0: v1 1', '0: v1 3']);
});

it('returns the click before each of many moments of a visitor with many clicks', async () => {
  const days = Array.from({ length: 49 }, (_, n) => 10.25 + n);
  const clicks = await list(days.map((day) => moment('v4', day)));
  expect(
    clicks.map(({ index, sealed }) => [index, sealed]).sort(([a], [b]) => Number(a) - Number(b)),
  ).toEqual(days.map((day, index) => [index, `v4 ${day + 0.25}`]));
  expect(await sealedOf([moment('v4', 59.4), moment('v4')])).toEqual(['0: v4 59.5', '1: v4 10']);
});

it('returns no click of more than 90 days ago', async () => {
  analytics.clock.set(NOW + 87 * DAY_MS);
  expect(await sealedOf([moment('v1', 4), moment('v1')])).toEqual(['1: v1 1', '1: v1 3']);
  analytics.clock.set(NOW);
});

it.each([
  [[moment('')]],
  [Array.from({ length: 1_001 }, (_, n) => moment(String(n)))],
  [[{ anonymousId: 'v', atMs: -1 }]],
])('refuses %#', async (moments) => {
  await expect(list(moments)).rejects.toMatchObject({ code: 'invalid_request' });
});

it('lists the sites with click ids, and deletes those of one site only', async () => {
  const sites = async () => (await analytics.calls.ListClickIdSites({})).sites;
  const found = [
    { workspaceId: 1, siteId: 1 },
    { workspaceId: 1, siteId: 2 },
    { workspaceId: 2, siteId: 1 },
  ];
  expect(await sites()).toEqual(found);
  const remove = (workspaceId: number) => analytics.calls.DeleteClickIds({ siteId: 2 }, { workspaceId });
  await remove(2);
  expect(await sites()).toEqual(found);
  await remove(1);
  await remove(1);
  expect(await sites()).toEqual([found[0], found[2]]);
  await expect(analytics.calls.DeleteClickIds({ siteId: 0 }, { workspaceId: 1 })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

it('binds all values', () => {
  const moments = [{ visitorId: '5', momentMs: 1 }];
  expect(compileClicks({ workspaceId: 1, moments, siteIds: [2], fromMs: 0 })).toMatchSnapshot();
});
