import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { SHARED_TABLES } from '@headwater/kit/pg/row-security';
import { acrossWorkspaces, inWorkspace } from '@headwater/kit/pg/tenancy';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { migratePostgres } from '../src/migrate-postgres';

let database: TestDatabase;
let pool: Pool;

const createOne = (limits = {}) =>
  createPool({ databaseUrl: database.url, applicationName: 'test', log: silentLog(), max: 1, limits });

beforeAll(async () => {
  database = await testDatabase();
  await migratePostgres(database.url, silentLog());
  pool = createOne();
  await database.pool.query("INSERT INTO gateway.workspaces (name) VALUES ('one'), ('two')");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const names = async (client: Pick<Pool, 'query'> = pool): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM gateway.workspaces ORDER BY id');
  return rows.map(({ name }) => name);
};

test('every table has a policy, except those without data of a workspace', async () => {
  const { rows } = await database.pool.query<{ name: string; is_protected: boolean }>(
    `SELECT format('%s.%s', nspname, relname) AS name,
            relrowsecurity AND relforcerowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS is_protected
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE nspname IN ('gateway', 'sites', 'identity') AND relkind IN ('r', 'p')`,
  );
  const open = rows.filter((row) => !row.is_protected).map(({ name }) => name);
  expect(rows.length).toBeGreaterThan(30);
  expect(open.filter((name) => !SHARED_TABLES.has(name))).toEqual([]);
});

test.each([
  ['named statements', {}],
  ['unnamed statements', { namedStatements: 'off' as const }],
])('shows only the rows of the current workspace, with %s', async (_, limits) => {
  const own = createOne(limits);
  try {
    for (const repeat of [1, 2, 3]) {
      expect([repeat, await inWorkspace(1, () => names(own))]).toEqual([repeat, ['one']]);
      expect(await inWorkspace(2, () => names(own))).toEqual(['two']);
      expect(await acrossWorkspaces(() => names(own))).toEqual(['one', 'two']);
    }
    const named = { name: 'find', text: 'SELECT name FROM gateway.workspaces WHERE id > $1', values: [0] };
    for (const id of [1, 2, 1]) {
      const { rows } = await inWorkspace(id, () => own.query<{ name: string }>(named));
      expect(rows).toEqual([{ name: id === 1 ? 'one' : 'two' }]);
    }
  } finally {
    await own.end();
  }
});

test('concurrent calls that share a connection see their own workspaces', async () => {
  const seen = await Promise.all(
    Array.from({ length: 50 }, (_, index) => inWorkspace((index % 2) + 1, () => names())),
  );
  expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => [index % 2 === 0 ? 'one' : 'two']));
});

test('rejects a statement without a workspace, also after one with a workspace', async () => {
  await inWorkspace(1, () => names());
  const { rows } = await pool.query("SELECT current_setting('headwater.workspace_id', true) AS value");
  expect(rows).toEqual([{ value: '' }]);
  const refusal = { code: '42501', message: expect.stringContaining('is not set') as string };
  await expect(names()).rejects.toMatchObject(refusal);
});

test('rejects writes to another workspace', async () => {
  const insert = 'INSERT INTO gateway.stripe_status (workspace_id) VALUES ($1)';
  await expect(inWorkspace(1, () => pool.query(insert, [2]))).rejects.toMatchObject({ code: '42501' });
  const update = await inWorkspace(1, () =>
    pool.query("UPDATE gateway.workspaces SET name = 'x' WHERE id = 2"),
  );
  expect(update.rowCount).toBe(0);
});

test('covers transactions, and a failed statement changes nothing for the next one', async () => {
  const inOne = inWorkspace(1, () =>
    inTransaction(pool, async (client) => {
      expect(await names(client)).toEqual(['one']);
      expect(await acrossWorkspaces(() => names(client))).toEqual(['one', 'two']);
      return names(client);
    }),
  );
  expect(await inOne).toEqual(['one']);
  expect(await inWorkspace(2, () => names())).toEqual(['two']);
  const wrong = { name: 'wrong', text: 'SELECT nothing FROM gateway.workspaces', values: [] };
  const fail = () => inWorkspace(1, () => pool.query(wrong));
  await expect(fail()).rejects.toMatchObject({ code: '42703' });
  await expect(fail()).rejects.toMatchObject({ code: '42703' });
  expect(await inWorkspace(2, () => names())).toEqual(['two']);
});

/** A database as before row-level security. */
async function oldDatabase(): Promise<TestDatabase> {
  const old = await testDatabase();
  await migratePostgres(old.url, silentLog());
  await old.pool.query(`DO $$ DECLARE each record; BEGIN
    FOR each IN SELECT tablename FROM pg_policies WHERE schemaname = 'gateway' LOOP
      EXECUTE format('DROP POLICY workspace ON gateway.%I', each.tablename);
      EXECUTE format('ALTER TABLE gateway.%I DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', each.tablename);
    END LOOP;
    DROP FUNCTION gateway.visible_workspace, gateway.workspace_required_from;
  END $$`);
  await old.pool.query("INSERT INTO gateway.workspaces (name) VALUES ('before')");
  return old;
}

/** The statement of UPGRADING.md that extends the time for earlier services, with another time. */
function extendTime(until: string): string {
  const upgrading = readFileSync(
    join(packageRoot('@headwater/migrate'), '../../deploy/UPGRADING.md'),
    'utf8',
  );
  const [statement = ''] =
    /CREATE OR REPLACE FUNCTION gateway\.workspace_required_from.*/.exec(upgrading) ?? [];
  return statement.replace(/'\d{4}-\d\d-\d\d'/, `'${until}'`);
}

test('an upgraded schema accepts statements of earlier services for a day, and longer if its owner extends the time', async () => {
  const old = await oldDatabase();
  const service = createPool({ databaseUrl: old.url, applicationName: 'old', log: silentLog(), max: 1 });
  const query = async <T extends object>(text: string) => (await service.query<T>(text)).rows[0];
  try {
    await migratePostgres(old.url, silentLog());
    const refusal = { code: '42501', message: expect.stringContaining('is not set') as string };
    expect(await names(service)).toEqual(['before']);
    expect(await inWorkspace(99, () => names(service))).toEqual([]);
    const left = 'SELECT extract(epoch FROM gateway.workspace_required_from() - now()) / 3600 AS hours';
    expect(Number((await query<{ hours: string }>(left))?.hours)).toBeCloseTo(24, 0);
    expect(await query('SELECT usesuper FROM pg_user WHERE usename = current_user')).toEqual({
      usesuper: false,
    });
    await service.query(extendTime('2026-01-01'));
    await expect(names(service)).rejects.toMatchObject(refusal);
    await service.query(extendTime('2999-01-01'));
    expect(await names(service)).toEqual(['before']);
    await service.query(extendTime('-infinity'));
    await expect(names(service)).rejects.toMatchObject(refusal);
  } finally {
    await service.end();
    await old.drop();
  }
});

test('a new schema requires the workspace, also if migrate ended before it created the policies', async () => {
  const created = await testDatabase();
  const asSuperuser = createPool({
    databaseUrl: withDatabase(engineUrls().databaseUrl, new URL(created.url).pathname.slice(1)),
    ...{ applicationName: 'superuser', log: silentLog(), max: 1 },
  });
  const service = createPool({ databaseUrl: created.url, applicationName: 'old', log: silentLog(), max: 1 });
  try {
    await asSuperuser.query(`CREATE FUNCTION public.stop() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'stopped'; END $$;
      CREATE EVENT TRIGGER stop ON ddl_command_start WHEN TAG IN ('CREATE POLICY') EXECUTE FUNCTION public.stop()`);
    await expect(migratePostgres(created.url, silentLog())).rejects.toThrow('stopped');
    await asSuperuser.query('DROP EVENT TRIGGER stop');
    await migratePostgres(created.url, silentLog());
    await created.pool.query("INSERT INTO gateway.workspaces (name) VALUES ('one')");
    await expect(names(service)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await service.end();
    await asSuperuser.end();
    await created.drop();
  }
});

test('an upgrade waits for a backup and blocks no statement meanwhile', async () => {
  const old = await oldDatabase();
  const backup = await old.pool.connect();
  try {
    // As pg_dump does.
    await backup.query('BEGIN; LOCK TABLE gateway.workspaces IN ACCESS SHARE MODE');
    const { log, lines } = recordedLog();
    const migrated = migratePostgres(old.url, log);
    await waitFor('an attempt to be rolled back', () =>
      lines.join('').includes('waiting for locks of tables'),
    );
    expect(await names(old.pool)).toEqual(['before']);
    await backup.query('COMMIT');
    await migrated;
    const { rows } = await old.pool.query("SELECT FROM pg_policies WHERE tablename = 'workspaces'");
    expect(rows).toHaveLength(1);
  } finally {
    backup.release();
    await old.drop();
  }
});
