import { dumpDatabase } from '@headwater/kit/testing/dump-database';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

/** Ids that stand nowhere else in a dump. */
const [SITE, GOAL, FUNNEL] = [870_000_001, 870_000_002, 870_000_003];
const DOMAIN = 'every-table.example';
/** What a purge leaves: its record, and the notice of it, with numbers alone. */
const RECORDS = ['sites.notices', 'sites.purges'];

let sites: SitesFixture;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());

/** Which tables have rows, and which of those rows name the site or what is its own. */
async function tables(): Promise<{ filled: string[]; naming: string[] }> {
  const filled: string[] = [];
  const naming: string[] = [];
  for await (const { table, text } of dumpDatabase(sites.database.url)) {
    if (text !== '') filled.push(table);
    if ([SITE, GOAL, FUNNEL, DOMAIN].some((word) => text.includes(String(word)))) naming.push(table);
  }
  return { filled: filled.sort(), naming: naming.sort() };
}

it('leaves no row of a purged site in any table of the schema, new ones too', async () => {
  const { pool } = sites.database;
  for (const [table, id] of [
    ['sites', SITE],
    ['goals', GOAL],
    ['funnels', FUNNEL],
  ] as const)
    await pool.query(`ALTER TABLE sites.${table} ALTER COLUMN id RESTART WITH ${id}`);
  const events = ['site.installed', 'site.deleted', 'goal.reached'];
  await sites.calls.CreateWebhook({ url: 'https://gone.example/', events }, OURS);
  const { id } = await createSiteOn(sites, DOMAIN, OURS);
  expect(id).toBe(SITE);
  const goal = { name: 'G', type: 'event', event: 'signup', path: '', filters: [] };
  await sites.calls.CreateGoal({ siteId: id, goal }, OURS);
  await sites.calls.CreateFunnel(
    { siteId: id, funnel: { name: 'F', steps: [goal, goal], windowHours: 1 } },
    OURS,
  );
  await sites.calls.MarkInstalled({ siteId: id });
  await pool.query('INSERT INTO sites.goal_counts (goal_id, next_at) VALUES ($1, now())', [GOAL]);
  await sites.calls.DeleteSite({ id }, OURS);
  sites.clock.set(START + 30 * DAY);
  await sites.calls.BeginPurge({ id, rows: {} }, OURS);

  const before = await tables();
  const { rows } = await pool.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = 'sites'`,
  );
  // A table that is new has to be filled here first.
  expect(before.filled).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  expect(before.naming).toEqual(expect.arrayContaining(['sites.sites', 'sites.goals', 'sites.goal_counts']));

  await sites.calls.FinishPurge({ id }, OURS);
  expect((await tables()).naming).toEqual(RECORDS);
  const { rows: notices } = await pool.query<{ type: string }>('SELECT type FROM sites.notices');
  expect(notices).toEqual([{ type: 'site.purged' }]);
  for await (const { text } of dumpDatabase(sites.database.url)) expect(text).not.toContain(DOMAIN);
});
