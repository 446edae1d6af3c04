import { buildSegment } from '../src/rollups/build';
import { createFindLateVisitors } from '../src/rollups/late-visitors';
import { findMissing } from '../src/rollups/missing';
import { removeOldRows } from '../src/rollups/remove-old-rows';
import { buildWeek } from '../src/rollups/weeks';
import { IN_WORKSPACE, useRollups } from './rollups-fixture';

const rollups = useRollups();
const { beforeCommand, build, command, insert, merge, rowsOf, validBuilds, visit } = rollups;
const HOUR_MS = 3_600_000;
/** 2026-03-02 is a Monday. */
const WEEK = ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-03-${day}`);

const site = () => ({ ...IN_WORKSPACE, siteId: rollups.siteId() });

/** Adds 100 sessions to each count of a week, which shows whether a response was read from it. */
const markWeeks = () =>
  command(
    `ALTER TABLE rollup_week_counts UPDATE sessions = sessions + 100 WHERE site_id = ${rollups.siteId()}`,
  );

/** Removes old rows as two hours later. */
const removeRowsLater = () =>
  removeOldRows(rollups.client(), rollups.run, {
    nowMs: Date.now() + 2 * HOUR_MS,
    onError: (error) => {
      throw error;
    },
  });

async function byCountry(from: string, to: string): Promise<readonly object[]> {
  const question = { siteId: rollups.siteId(), timezone: 'UTC', from, to, dimension: 'country', filters: [] };
  const { breakdown } = await rollups.calls().QueryStats({ question }, IN_WORKSPACE);
  return breakdown.map(({ key, visitors, sessions }) => ({ key, visitors, sessions }));
}

/** Visitor 1 returns each day; each day has one more. */
async function buildDays(days: readonly string[]): Promise<void> {
  for (const [index, date] of days.entries()) {
    await insert([visit(1, `${date}T10:00Z`), visit(10 + index, `${date}T11:00Z`, { country: 'FR' })]);
    expect(await build(date)).toBe('published');
  }
}

it('is read instead of the builds of its days, beside those of other days', async () => {
  await buildDays(WEEK);
  await merge((await validBuilds()).slice(0, 6));
  await markWeeks();
  expect(await byCountry('2026-03-02', '2026-03-08')).toEqual([
    { key: 'FR', visitors: 7, sessions: 107 },
    { key: '(none)', visitors: 1, sessions: 107 },
  ]);
  expect(await byCountry('2026-03-03', '2026-03-08')).toEqual([
    { key: 'FR', visitors: 6, sessions: 6 },
    { key: '(none)', visitors: 1, sessions: 6 },
  ]);
});

it('is read together with a late event of one of its days', async () => {
  await buildDays(WEEK.slice(0, 2));
  await merge();
  await markWeeks();
  await insert([visit(1, '2026-03-02T15:00Z')]);
  expect(await byCountry('2026-03-02', '2026-03-08')).toEqual([
    { key: 'FR', visitors: 2, sessions: 102 },
    { key: '(none)', visitors: 1, sessions: 102 },
  ]);
});

it('is not read after an import into one of its days', async () => {
  await buildDays(WEEK.slice(0, 2));
  await merge();
  await markWeeks();
  await insert([visit(1, '2026-03-02T15:00Z', { origin: 'import' })]);
  const expected = [
    { key: 'FR', visitors: 2, sessions: 2 },
    { key: '(none)', visitors: 1, sessions: 2 },
  ];
  expect(await byCountry('2026-03-02', '2026-03-08')).toEqual(expected);
  expect(await build('2026-03-02')).toBe('published');
  expect(await byCountry('2026-03-02', '2026-03-08')).toEqual(expected);
  await removeRowsLater();
  for (const table of ['rollup_week_counts', 'rollup_weeks'])
    expect(await rowsOf(`SELECT build FROM ${table} WHERE site_id = ${rollups.siteId()}`)).toEqual([]);
});

it('counts once if it was merged twice', async () => {
  await buildDays(WEEK.slice(0, 2));
  await Promise.all([merge(), merge()]);
  await markWeeks();
  expect(await byCountry('2026-03-02', '2026-03-08')).toEqual([
    { key: 'FR', visitors: 2, sessions: 102 },
    { key: '(none)', visitors: 1, sessions: 102 },
  ]);
});

it('keeps its rows while all of its builds are valid', async () => {
  await buildDays(WEEK.slice(0, 2));
  await merge();
  await markWeeks();
  await removeRowsLater();
  expect(await byCountry('2026-03-02', '2026-03-08')).toMatchObject([{ sessions: 102 }, { sessions: 102 }]);
});

const listedWeeks = () => rowsOf(`SELECT build FROM rollup_weeks WHERE site_id = ${rollups.siteId()}`);

it('is not listed if its rows were removed before', async () => {
  await buildDays(WEEK.slice(0, 2));
  const stalled = beforeCommand(async ({ query }) => {
    if (query.startsWith('INSERT INTO rollup_weeks')) await removeRowsLater();
  });
  await buildWeek(stalled, site(), await validBuilds());
  expect(await listedWeeks()).toEqual([]);
  expect(await byCountry('2026-03-02', '2026-03-08')).toEqual([
    { key: 'FR', visitors: 2, sessions: 2 },
    { key: '(none)', visitors: 1, sessions: 2 },
  ]);
});

/** A client whose builds were begun half an hour ago. */
function lateClient(): ReturnType<typeof rollups.client> {
  const client = rollups.client();
  return Object.assign(Object.create(client) as typeof client, {
    query: ({ query, ...params }: Parameters<typeof client.query>[0]) =>
      client.query({ ...params, query: query.replace('now64(3)', 'now64(3) - INTERVAL 30 MINUTE') }),
  });
}

it('is not listed half an hour after its begin, nor is a build', async () => {
  await buildDays(WEEK.slice(0, 2));
  await buildWeek(lateClient(), site(), await validBuilds());
  expect(await listedWeeks()).toEqual([]);
  await insert([visit(1, `${WEEK[2]}T10:00Z`)]);
  expect(await buildSegment(lateClient(), rollups.day(WEEK[2] ?? ''))).toBe('changed');
});

async function find(now = '2026-03-10T15:00Z') {
  const wanted = { ...site(), zone: 'UTC', firstDay: Date.parse('2026-02-25') / 86_400_000 };
  const options = { nowMs: Date.parse(now), findLateVisitors: createFindLateVisitors(), minEvents: 1 };
  return (await findMissing(rollups.run, wanted, options)).weeks;
}

it('is not missing before the last day of its calendar week is complete', async () => {
  await buildDays(WEEK.slice(0, 6));
  expect(await find('2026-03-09T00:05Z')).toEqual([]);
  expect(await find('2026-03-09T00:15Z')).toHaveLength(1);
});

it('is missing after the last day of a calendar week is built, and after one is built again', async () => {
  await buildDays(WEEK.slice(0, 6));
  await insert([visit(1, `${WEEK[6]}T10:00Z`)]);
  expect(await find()).toEqual([]);
  await build(WEEK[6] ?? '');
  const [week = []] = await find();
  expect(week.map(({ startMs }) => startMs)).toEqual(WEEK.map((date) => Date.parse(date)));
  await merge(week);
  expect(await find()).toEqual([]);
  await insert([visit(1, `${WEEK[2]}T15:00Z`)]);
  expect(await find()).toEqual([]);
  await build(WEEK[2] ?? '');
  expect(await find()).toHaveLength(1);
});
