import { deleteExpiredEvents } from '@headwater/eventstore/delete-expired-events';
import { countSiteRows, deleteSiteEvents } from '@headwater/eventstore/delete-site-events';
import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { buildSegment, type BuildOutcome } from '../src/rollups/build';
import { removeOldRows } from '../src/rollups/remove-old-rows';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const DAY_MS = 86_400_000;
const IN_WORKSPACE = { workspaceId: 1 };
const ROLLUP_TABLES = ['rollup_rows', 'rollup_sessions', 'rollup_crossing', 'rollup_visitors'];

let analytics: RunningAnalytics;
let siteId = 0;

beforeAll(async () => {
  analytics = await startAnalytics(NOW, { rollups: 'on', cacheMib: 0 });
});

beforeEach(() => {
  siteId += 1;
});

afterAll(() => analytics.stop());

const visit = (visitor: number, ts: string, fields: Partial<EventRow> = {}): EventRow =>
  sampleEvent({
    site_id: siteId,
    visitor_id: String(visitor),
    session_id: `${visitor}${ts.slice(8, 10)}`,
    ts: new Date(ts).toISOString(),
    ...fields,
  });

const day = (date: string) => ({
  ...IN_WORKSPACE,
  siteId,
  zone: 'UTC',
  startMs: Date.parse(date),
  endMs: Date.parse(date) + DAY_MS,
});

const build = (date: string): Promise<BuildOutcome> =>
  buildSegment(analytics.clickhouse.client, day(date), Date.now());

async function rowsOf<Row>(query: string): Promise<Row[]> {
  const result = await analytics.clickhouse.client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

/** Adds 100 sessions to the row of all events of each roll-up, which shows whether a response was read from it. */
const markRollups = () =>
  analytics.clickhouse.client.command({
    query: `ALTER TABLE rollup_rows UPDATE sessions = sessions + 100 WHERE site_id = ${siteId} AND dimension = ''`,
    clickhouse_settings: { mutations_sync: '2' },
  });

async function totals(window: { from: string; to: string } = { from: '2026-03-08', to: '2026-03-09' }) {
  const question = { siteId, timezone: 'UTC', ...window, filters: [] };
  return (await analytics.calls.QueryStats({ question }, IN_WORKSPACE)).totals;
}

const sessions = async (window?: { from: string; to: string }) => (await totals(window))?.sessions;

describe('a roll-up of a day', () => {
  it('is read instead of its events', async () => {
    await analytics.insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
    expect(await build('2026-03-08')).toBe('published');
    await markRollups();
    expect(await sessions()).toBe(102);
  });

  it.each([
    ['a late event', {}],
    ['an import', { origin: 'import' as const }],
    ['a corrected copy', { evidence: 32 }],
  ])('is not read after %s of its day', async (_, fields) => {
    await analytics.insert([visit(1, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await analytics.insert([visit(2, '2026-03-08T11:00Z', fields)]);
    expect(await sessions()).toBe(2);
    expect(await build('2026-03-08')).toBe('published');
    expect(await sessions()).toBe(2);
  });

  it('is read after events of other days and sites', async () => {
    await analytics.insert([visit(1, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await analytics.insert([
      visit(2, '2026-03-09T00:00Z'),
      visit(3, '2026-03-08T11:00Z', { site_id: siteId + 1_000 }),
    ]);
    expect(await sessions()).toBe(102);
  });

  it('is read after merges', async () => {
    await analytics.insert([visit(1, '2026-03-08T10:00Z')]);
    await analytics.insert([visit(2, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await analytics.clickhouse.client.command({ query: 'OPTIMIZE TABLE events FINAL' });
    expect(await sessions()).toBe(102);
  });

  it('does not count a session again that continues on the next day', async () => {
    await analytics.insert([
      visit(1, '2026-03-08T23:59Z', { session_id: '7' }),
      visit(1, '2026-03-09T00:01Z', { session_id: '7' }),
    ]);
    await build('2026-03-08');
    await build('2026-03-09');
    expect(await totals()).toMatchObject({
      visitors: 1,
      sessions: 1,
      pageviews: 2,
      bounceRate: 0,
      visitDuration: 120,
    });
    expect(await totals({ from: '2026-03-08', to: '2026-03-08' })).toMatchObject({
      sessions: 1,
      pageviews: 1,
      bounceRate: 0,
    });
  });

  it('is not read if one of its sessions continues on another day after the build', async () => {
    await analytics.insert([
      visit(1, '2026-03-06T12:00Z', { session_id: '7' }),
      visit(2, '2026-03-06T12:00Z'),
    ]);
    await build('2026-03-06');
    await markRollups();
    await analytics.insert([visit(1, '2026-03-09T12:00Z', { session_id: '7' })]);
    const window = { from: '2026-03-06', to: '2026-03-09' };
    expect(await sessions(window)).toBe(2);
    // The roll-up of the other day replaces it.
    await build('2026-03-09');
    expect(await sessions(window)).toBe(2);
    await build('2026-03-06');
    expect(await sessions(window)).toBe(2);
    expect(
      await rowsOf(`SELECT session_id FROM rollup_crossing WHERE site_id = ${siteId} GROUP BY session_id`),
    ).toHaveLength(1);
  });

  it('is not read when the table of the events was replaced, as by the restoration of a backup', async () => {
    await analytics.insert([visit(1, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await analytics.clickhouse.client.command({
      query: `ALTER TABLE rollup_builds UPDATE events_table = generateUUIDv4() WHERE site_id = ${siteId}`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect(await sessions()).toBe(1);
  });
});

describe('concurrent builds', () => {
  it('publish one number each, and never give a number to two visitors', async () => {
    const visitors = Array.from({ length: 20 }, (_, index) => index + 1);
    await analytics.insert(
      visitors.flatMap((visitor) => [
        visit(visitor, '2026-03-08T10:00Z'),
        visit(visitor + 10, '2026-03-09T10:00Z'),
      ]),
    );
    const outcomes = await Promise.all([
      build('2026-03-08'),
      build('2026-03-09'),
      build('2026-03-08'),
      build('2026-03-09'),
    ]);
    expect(outcomes).toContain('published');
    expect(new Set(outcomes)).toEqual(new Set(['published', 'changed']));
    await build('2026-03-08');
    await build('2026-03-09');
    const [numbers] = await rowsOf<{ rows: number; numbers: number; visitors: number }>(
      `SELECT count() AS rows, uniqExact(number) AS numbers, uniqExact(visitor_id) AS visitors FROM rollup_visitors
       WHERE site_id = ${siteId} AND build IN (SELECT build FROM rollup_builds)`,
    );
    expect(numbers).toEqual({ rows: 30, numbers: 30, visitors: 30 });
    expect(await totals()).toMatchObject({ visitors: 30, sessions: 40 });
  });

  it('leave nothing that counts when one is interrupted before it is published', async () => {
    await analytics.insert([visit(1, '2026-03-08T10:00Z')]);
    const { client } = analytics.clickhouse;
    const interrupted = Object.assign(Object.create(client) as typeof client, {
      command: (statement: { query: string }) =>
        statement.query.startsWith('INSERT INTO rollup_builds')
          ? Promise.reject(new Error('interrupted'))
          : client.command(statement),
    });
    await expect(buildSegment(interrupted, day('2026-03-08'), Date.now())).rejects.toThrow('interrupted');
    await markRollups();
    expect(await sessions()).toBe(1);
    expect(await build('2026-03-08')).toBe('published');
    await removeOldRows(client, { ...IN_WORKSPACE, siteId }, Date.now() + 2 * 3_600_000);
    const left = await rowsOf(`SELECT uniqExact(build) AS builds FROM rollup_rows WHERE site_id = ${siteId}`);
    expect(left).toEqual([{ builds: 1 }]);
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
  });
});

describe('deletions', () => {
  it('of a visitor remove it from the counts and from the numbers', async () => {
    await analytics.insert([visit(41, '2026-03-08T10:00Z'), visit(42, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    const erasure = { ...IN_WORKSPACE, visitorIds: ['41'], erasedAtMs: Date.parse(NOW) };
    await deleteVisitorEvents(analytics.clickhouse.client, erasure);
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
    expect(await build('2026-03-08')).toBe('published');
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
    expect(
      await rowsOf(`SELECT toString(visitor_id) AS id FROM rollup_visitors WHERE site_id = ${siteId}`),
    ).toEqual([{ id: '42' }]);
  });

  it('of a visitor never give it a number again', async () => {
    await analytics.insert([visit(11, '2026-03-08T10:00Z'), visit(12, '2026-03-08T10:00Z')]);
    const erasure = { ...IN_WORKSPACE, visitorIds: ['11'], erasedAtMs: Date.parse('2026-03-08T12:00Z') };
    await deleteVisitorEvents(analytics.clickhouse.client, erasure);
    const arrivesLater = { received_at: '2026-03-10T14:00:00.000Z' };
    await analytics.insert([
      visit(11, '2026-03-08T13:00Z', arrivesLater),
      visit(11, '2026-03-09T13:00Z', arrivesLater),
    ]);
    expect(await build('2026-03-08')).toBe('published');
    expect(await build('2026-03-09')).toBe('published');
    expect(await totals()).toMatchObject({ visitors: 2, sessions: 3 });
    expect(
      await rowsOf(`SELECT toString(visitor_id) AS id FROM rollup_visitors WHERE site_id = ${siteId}`),
    ).toEqual([{ id: '12' }]);
  });

  it('of a visitor stop builds until its events are deleted', async () => {
    await analytics.insert([visit(21, '2026-03-08T10:00Z')]);
    await analytics.clickhouse.client.insert({
      table: 'erased_visitors',
      values: [{ workspace_id: 1, visitor_id: '21', erased_at: '2026-03-09 00:00:00.000' }],
      format: 'JSONEachRow',
    });
    expect(await build('2026-03-08')).toBe('erasing');
  });

  it('of expired days remove their roll-ups', async () => {
    await analytics.insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
    await build('2026-03-08');
    await build('2026-03-09');
    await deleteExpiredEvents(analytics.clickhouse.client, {
      ...IN_WORKSPACE,
      siteId,
      beforeDay: '2026-03-09',
      beforeMs: Date.parse('2026-03-09'),
    });
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
    expect(
      await rowsOf(`SELECT DISTINCT toString(start) AS start FROM rollup_rows WHERE site_id = ${siteId}`),
    ).toEqual([{ start: '2026-03-09 00:00:00' }]);
    expect(await build('2026-03-08')).toBe('empty');
  });

  it('of a site count and remove the rows of all tables', async () => {
    await analytics.insert([
      visit(31, '2026-03-08T10:00Z'),
      visit(32, '2026-03-08T23:59Z', { session_id: '7' }),
      visit(32, '2026-03-09T00:01Z', { session_id: '7' }),
    ]);
    await build('2026-03-08');
    const site = { ...IN_WORKSPACE, siteId };
    const counted = await countSiteRows(analytics.clickhouse.client, site);
    expect(Object.keys(counted)).toEqual(expect.arrayContaining([...ROLLUP_TABLES, 'rollup_builds']));
    await deleteSiteEvents(analytics.clickhouse.client, site);
    expect(await countSiteRows(analytics.clickhouse.client, site)).toEqual({});
  });
});

it('removes the rows of replaced builds when no query can read them any more', async () => {
  await analytics.insert([visit(31, '2026-03-08T10:00Z')]);
  await build('2026-03-08');
  await analytics.insert([visit(32, '2026-03-08T11:00Z')]);
  await build('2026-03-08');
  const builds = async () =>
    (
      await rowsOf<{ builds: number }>(
        `SELECT uniqExact(build) AS builds FROM rollup_rows WHERE site_id = ${siteId}`,
      )
    )[0]?.builds;
  const site = { ...IN_WORKSPACE, siteId };
  await removeOldRows(analytics.clickhouse.client, site, Date.now());
  expect(await builds()).toBe(2);
  await removeOldRows(analytics.clickhouse.client, site, Date.now() + 2 * 3_600_000);
  expect(await builds()).toBe(1);
  expect(await totals()).toMatchObject({ visitors: 2, sessions: 2 });
});
