import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@headwater/engines/postgres';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { migratePostgres } from '@headwater/migrate/migrate-postgres';
import { provisionRoles } from '@headwater/migrate/provision-roles';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

let dataDir: string;
let headwater: RunningHeadwater | undefined;
let superuser: Pool | undefined;
let clickhouse: TestClickhouse;

beforeEach(async () => {
  clickhouse = await testClickhouse();
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-roles-'));
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  await superuser?.end();
  await headwater?.stop();
  superuser = headwater = undefined;
  await clickhouse.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As releases before separate roles: the superuser migrates and owns everything. */
async function startOldPostgres() {
  const engine = await startPostgres({ directory: join(dataDir, 'postgres'), durable: false });
  await migratePostgres(engine.url, silentLog());
  const pool = createPool({ databaseUrl: engine.url, applicationName: 'old', log: silentLog() });
  await pool.query("INSERT INTO gateway.workspaces (name) VALUES ('from before')");
  await pool.end();
  return engine;
}

test.each([
  ['a new data directory', () => Promise.resolve()],
  ['a data directory of an earlier release', () => startOldPostgres().then((engine) => engine.stop())],
])('runs each service with its own role on %s', async (_, prepare) => {
  await prepare();
  headwater = await startHeadwater({ DATA_DIR: dataDir, CLICKHOUSE_URL: clickhouse.url });
  const { id } = await headwater.call('POST', '/api/v1/sites', { domain: 'roles.example' });
  expect(id).toBeGreaterThan(0);
  superuser = createPool({
    databaseUrl: headwater.databaseUrl,
    applicationName: 'test',
    log: silentLog(),
  });

  const connected = await superuser.query<{ application_name: string; usename: string }>(
    `SELECT DISTINCT application_name, usename FROM pg_stat_activity
     WHERE application_name LIKE 'headwater %' OR application_name = 'gateway' ORDER BY 1`,
  );
  expect(connected.rows).toEqual(
    expect.arrayContaining([
      { application_name: 'gateway', usename: 'headwater_gateway' },
      { application_name: 'headwater sites', usename: 'headwater_sites' },
      { application_name: 'headwater identity', usename: 'headwater_identity' },
    ]),
  );
  expect(connected.rows.map(({ usename }) => usename)).not.toContain('postgres');

  const roles = await superuser.query(
    `SELECT rolname, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS is_powerful
     FROM pg_roles WHERE rolname LIKE 'headwater\\_%' ORDER BY 1`,
  );
  expect(roles.rows).toEqual(
    ['gateway', 'identity', 'owner', 'purge', 'sites'].map((name) => ({
      rolname: `headwater_${name}`,
      is_powerful: false,
    })),
  );
  const owners = await superuser.query(
    `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
     WHERE relnamespace IN ('gateway'::regnamespace, 'sites'::regnamespace, 'identity'::regnamespace)
     UNION SELECT pg_get_userbyid(proowner) FROM pg_proc
     WHERE pronamespace IN ('gateway'::regnamespace, 'sites'::regnamespace, 'identity'::regnamespace)`,
  );
  expect(owners.rows).toEqual([{ owner: 'headwater_owner' }]);
});

test('waits for a backup before it transfers tables to their role, and blocks no statement meanwhile', async () => {
  const engine = await startOldPostgres();
  const pool = createPool({
    ...{ databaseUrl: engine.url, applicationName: 'backup', log: silentLog() },
    limits: { statementTimeoutMs: 0 },
  });
  try {
    // As pg_dump does.
    const backup = await pool.connect();
    await backup.query('BEGIN; LOCK TABLE gateway.workspaces IN ACCESS SHARE MODE');
    const { log, lines } = recordedLog();
    const passwords = { gateway: 'g', sites: 's', identity: 'i', purge: 'p' };
    const databaseUrl = engine.url.replace(/\/\/.*@/, '//headwater_owner:o@');
    const provisioned = provisionRoles({ adminUrl: engine.url, databaseUrl, rolePasswords: passwords }, log);
    await waitFor('an attempt to be rolled back', () =>
      lines.join('').includes('waiting for locks of tables'),
    );
    await pool.query('SELECT FROM gateway.workspaces');
    await backup.query('COMMIT');
    backup.release();
    await provisioned;
    const { rows } = await pool.query(
      "SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = 'gateway.workspaces'::regclass",
    );
    expect(rows).toEqual([{ owner: 'headwater_owner' }]);
  } finally {
    await pool.end();
    await engine.stop();
  }
});
