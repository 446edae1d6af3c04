import { cleanUpOperations } from '@headwater/kit/pg/operations';
import type { Pool } from '@headwater/kit/pg/pool';
import { keyedOperationId } from '@headwater/kit/rpc/operation-id';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { STORED_ANSWERS_QUOTA } from '@headwater/protos/limits';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

const GOAL = { name: 'G', type: 'event', event: 'signup', path: '', filters: [] };
let sites: SitesFixture;
let domains = 0;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(() => sites.clock.set(START));

const newSite = async (): Promise<number> =>
  (await createSiteOn(sites, `site${(domains += 1)}.example`, OURS)).id;

describe('a retry', () => {
  it('waits for the first attempt if that still runs', async () => {
    const siteId = await newSite();
    const { id } = await sites.calls.CreateGoal({ siteId, goal: GOAL }, OURS);
    const attempt = () => sites.calls.DeleteGoal({ siteId, id }, { ...OURS, operationId: 'one-call' });
    expect(await Promise.all(Array.from({ length: 5 }, attempt))).toEqual(Array(5).fill({ id }));
  });
});

describe('a new call', () => {
  it('finds no deleted goal or funnel', async () => {
    const siteId = await newSite();
    const { id } = await sites.calls.CreateGoal({ siteId, goal: GOAL }, OURS);
    await sites.calls.DeleteGoal({ siteId, id }, OURS);
    await expect(sites.calls.DeleteGoal({ siteId, id }, OURS)).rejects.toMatchObject({
      code: 'goal_not_found',
    });
    await expect(sites.calls.DeleteFunnel({ siteId, id }, OURS)).rejects.toMatchObject({
      code: 'funnel_not_found',
    });
  });

  it('with a stale If-Match is refused, also right after its own write', async () => {
    const siteId = await newSite();
    const { etag } = await sites.calls.GetConfig({ siteId }, OURS);
    const put = () => sites.calls.PutConfig({ siteId, ifMatch: [etag], name: 'New' }, OURS);
    await put();
    await expect(put()).rejects.toMatchObject({ code: 'config_changed' });
  });

  it('with the operation id of a failed call runs again', async () => {
    const siteId = await newSite();
    const attempt = (id: number) =>
      sites.calls.DeleteGoal({ siteId, id }, { ...OURS, operationId: 'failed-call' });
    await expect(attempt(999_999)).rejects.toMatchObject({ code: 'goal_not_found' });
    const { id } = await sites.calls.CreateGoal({ siteId, goal: GOAL }, OURS);
    expect(await attempt(id)).toEqual({ id });
  });

  it('of another workspace is not answered with the response of ours', async () => {
    const siteId = await newSite();
    const { id } = await sites.calls.CreateGoal({ siteId, goal: GOAL }, OURS);
    const operationId = 'shared-id';
    await sites.calls.DeleteGoal({ siteId, id }, { ...OURS, operationId });
    const theirs = sites.calls.DeleteGoal({ siteId, id }, { workspaceId: 2, operationId });
    await expect(theirs).rejects.toMatchObject({ code: 'site_not_found' });
  });

  it('with the same id of another method is another operation', async () => {
    const siteId = await newSite();
    const { id } = await sites.calls.CreateGoal({ siteId, goal: GOAL }, OURS);
    const operationId = 'two-methods';
    await sites.calls.DetectSite({ siteId }, { ...OURS, operationId });
    expect(await sites.calls.DeleteGoal({ siteId, id }, { ...OURS, operationId })).toEqual({ id });
  });
});

test('stored answers are deleted after 15 minutes, those of Idempotency-Keys after 24 hours', async () => {
  const { pool } = sites.database;
  const stored = async () => (await pool.query('SELECT FROM sites.operations')).rowCount ?? 0;
  const at = (now: number) =>
    cleanUpOperations(pool, 'sites', { now, quota: STORED_ANSWERS_QUOTA, log: silentLog() });
  await at(START + 31 * DAY);
  const siteId = await newSite();
  const operationId = keyedOperationId(Buffer.alloc(32, 1));
  const create = () => sites.calls.CreateGoal({ siteId, goal: GOAL }, { ...OURS, operationId });
  const first = await create();
  await at(START + 14 * 60_000);
  expect(await stored()).toBe(2);
  await at(START + 15 * 60_000);
  expect(await stored()).toBe(1);
  expect(await create()).toEqual(first);
  // An expired answer that is not deleted yet counts no more.
  sites.clock.set(START + DAY);
  expect((await create()).id).not.toBe(first.id);
  await at(START + 2 * DAY);
  expect(await stored()).toBe(0);
});

test('the oldest answers of a workspace over its quota are deleted', async () => {
  const { pool } = sites.database;
  await pool.query('DELETE FROM sites.operations');
  const operationId = (n: number) => keyedOperationId(Buffer.alloc(32, 10 + n));
  const ours = await newSite();
  const create = async (n: number, siteId: number, options: { workspaceId: number }) => {
    sites.clock.set(START + 3 * DAY + n * 1_000);
    return sites.calls.CreateGoal({ siteId, goal: GOAL }, { ...options, operationId: operationId(n) });
  };
  await pool.query('DELETE FROM sites.operations');
  const made = [await create(1, ours, OURS), await create(2, ours, OURS), await create(3, ours, OURS)];
  const sizes = await pool.query<{ bytes: number }>(
    'SELECT octet_length(answer) AS bytes FROM sites.operations',
  );
  const bytes = Math.max(...sizes.rows.map((row) => row.bytes));
  const cleanUp = (quota: { answers: number; bytes: number }) =>
    cleanUpOperations(pool, 'sites', { now: START + 3 * DAY, quota, log: silentLog() });
  await cleanUp({ answers: 3, bytes: 3 * bytes });
  expect((await pool.query('SELECT FROM sites.operations')).rowCount).toBe(3);
  await cleanUp({ answers: 2, bytes: 3 * bytes });
  expect(await create(3, ours, OURS)).toEqual(made[2]);
  expect(await create(2, ours, OURS)).toEqual(made[1]);
  expect((await create(1, ours, OURS)).id).not.toBe(made[0]?.id);
  await cleanUp({ answers: 3, bytes: 2 * bytes + 1 });
  expect((await pool.query('SELECT FROM sites.operations')).rowCount).toBe(2);
});

test('answers over the quota are deleted in statements that end before the statement timeout', async () => {
  const { pool } = sites.database;
  await pool.query('DELETE FROM sites.operations');
  const insert = (from: number, to: number, workspaceId: number) =>
    pool.query(
      `INSERT INTO sites.operations (workspace_id, id, answer, at, expires_at)
       SELECT $3, 'answer ' || n, '\\x00', $4, $4::timestamptz + n * interval '1 ms' FROM generate_series($1::int, $2) AS n`,
      [from, to, workspaceId, new Date(START + DAY)],
    );
  await insert(1, 45_000, 1);
  await insert(1, 10, 2);
  const deleted: number[] = [];
  const counting = {
    query: async (text: string, values?: unknown[]) => {
      const before = await rowsLeft();
      const result = await pool.query(text, values);
      deleted.push(before - (await rowsLeft()));
      return result;
    },
  };
  const rowsLeft = async (): Promise<number> =>
    Number((await pool.query<{ n: string }>('SELECT count(*) AS n FROM sites.operations')).rows[0]?.n);
  await cleanUpOperations(counting as unknown as Pool, 'sites', {
    now: START,
    quota: { answers: 10, bytes: 1_000_000 },
    log: silentLog(),
  });
  expect(Math.max(...deleted)).toBeLessThanOrEqual(20_000);
  const { rows } = await pool.query<{ ids: string; workspace_id: string }>(
    'SELECT workspace_id, min(id) AS ids FROM sites.operations GROUP BY 1 ORDER BY 1',
  );
  expect(rows).toEqual([
    { workspace_id: '1', ids: 'answer 44991' },
    { workspace_id: '2', ids: 'answer 1' },
  ]);
  expect(await rowsLeft()).toBe(20);
});

test('a repeat returns the same secret, which is stored only sealed, with a key that is not stored', async () => {
  const { pool } = sites.database;
  const operationId = keyedOperationId(Buffer.alloc(32, 2));
  const create = () =>
    sites.calls.CreateWebhook(
      { url: 'https://receiver.example/', events: ['site.deleted'] },
      { ...OURS, operationId },
    );
  const { secret } = await create();
  expect((await create()).secret).toBe(secret);
  expect((await sites.calls.ListWebhooks({}, OURS)).webhooks).toHaveLength(1);
  const { rows } = await pool.query<{ dump: string }>(
    `SELECT string_agg(o::text || encode(answer, 'escape'), '') AS dump FROM sites.operations o`,
  );
  expect(rows[0]?.dump).not.toContain(secret);
  expect(rows[0]?.dump).not.toContain(operationId);
});
