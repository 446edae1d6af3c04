import { dumpDatabase } from '@headwater/kit/testing/dump-database';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

/** Ids that appear nowhere else in a dump. */
const [SITE, GOAL, FUNNEL] = [870_000_001, 870_000_002, 870_000_003];
const DOMAIN = 'every-table.example';
/** Tables that keep a row after a purge: its record and its event, which contain only numbers. */
const RECORDS = ['sites.notices', 'sites.purges'];

let sites: SitesFixture;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());

/** The tables with rows, and the tables with rows that name the site, its domain, goal or funnel. */
async function tables(): Promise<{ filled: string[]; naming: string[] }> {
  const filled: string[] = [];
  const naming: string[] = [];
  for await (const { table, text } of dumpDatabase(sites.database.url)) {
    if (text !== '') filled.push(table);
    if ([SITE, GOAL, FUNNEL, DOMAIN].some((word) => text.includes(String(word)))) naming.push(table);
  }
  return { filled: filled.sort(), naming: naming.sort() };
}

/** The number of rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const { pool } = sites.database;
  const { rows: found } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'sites'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of found) {
    const { rows } = await pool.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM sites.${name}`);
    counts[name] = rows[0]?.rows ?? 0;
  }
  return counts;
}

it('leaves no row of a purged site in any table of the schema, including new tables, and counts them', async () => {
  const { pool } = sites.database;
  for (const [table, id] of [
    ['sites', SITE],
    ['goals', GOAL],
    ['funnels', FUNNEL],
  ] as const)
    await pool.query(`ALTER TABLE sites.${table} ALTER COLUMN id RESTART WITH ${id}`);
  const types = ['site.installed', 'site.deleted', 'goal.reached'];
  await sites.calls.CreateWebhook({ url: 'https://hook.example/', events: types }, OURS);
  const { id } = await createSiteOn(sites, DOMAIN, OURS);
  expect(id).toBe(SITE);
  const goal = { name: 'G', type: 'event', event: 'signup', path: '', filters: [] };
  await sites.calls.CreateGoal({ siteId: id, goal }, OURS);
  await sites.calls.CreateFunnel(
    { siteId: id, funnel: { name: 'F', steps: [goal, goal], windowHours: 1 } },
    OURS,
  );
  await sites.calls.CreateAnnotation({ siteId: id, day: '2026-10-25', text: DOMAIN }, OURS);
  await sites.calls.CreateSavedView(
    { name: DOMAIN, page: 'overview', siteId: id, query: `filter[referrer]=${DOMAIN}` },
    OURS,
  );
  await sites.calls.MarkInstalled({ siteId: id });
  const eventId = '00000000-0000-4000-8000-000000000001';
  const claim = { workspaceId: OURS.workspaceId, siteId: id, eventId, fingerprint: 1, timeMs: START };
  await sites.calls.ClaimEvents({ claims: [claim] });
  await pool.query('INSERT INTO sites.goal_counts (goal_id, next_at) VALUES ($1, now())', [GOAL]);
  await sites.calls.RecordAudit({ siteId: id, day: '2026-10-30', differences: 0 }, OURS);
  await sites.calls.DeleteSite({ id }, OURS);
  sites.clock.set(START + 30 * DAY);
  await sites.calls.BeginPurge({ id, rows: {} }, OURS);

  const before = await tables();
  const { rows } = await pool.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = 'sites'`,
  );
  // A test for a new table must fill it above.
  expect(before.filled).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  expect(before.naming).toEqual(expect.arrayContaining(['sites.sites', 'sites.goals', 'sites.goal_counts']));

  const rowsBefore = await countRows();
  await sites.calls.FinishPurge({ id }, OURS);
  const rowsAfter = await countRows();
  const { rows: counted } = await sites.calls.GetPurge({ siteId: id }, OURS);
  // The purge adds its event, which no webhook receives.
  const deleted = Object.entries({ ...rowsBefore, notices: (rowsBefore['notices'] ?? 0) + 1 })
    .map(([name, number]) => [name, number - (rowsAfter[name] ?? 0)] as const)
    .filter(([, number]) => number > 0);
  expect(counted).toEqual(Object.fromEntries(deleted));
  expect((await tables()).naming).toEqual(RECORDS);
  const { rows: events } = await pool.query<{ type: string }>('SELECT type FROM sites.notices');
  expect(events).toEqual([{ type: 'site.purged' }]);
  for await (const { text } of dumpDatabase(sites.database.url)) expect(text).not.toContain(DOMAIN);
});
