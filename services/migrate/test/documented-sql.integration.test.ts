import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { createPool } from '@headwater/kit/pg/pool';
import { databaseRoles, type DatabaseRoles } from '@headwater/kit/testing/database-roles';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { migratePostgres, SCHEMA_OWNERS } from '../src/migrate-postgres';

const DEPLOY = join(packageRoot('@headwater/migrate'), '../../deploy');
const FILE = join(packageRoot('@headwater/migrate'), 'roles.sql');

const CLICKHOUSE = /BACKUP DATABASE|events_next/;

/** The blocks of SQL for Postgres, and the statements in the text, with values in place of the placeholders. */
function documentedSql(): [name: string, sql: string][] {
  return ['BACKUP.md', 'KEYS.md', 'POSTGRES.md', 'UPGRADING.md'].flatMap((file) => {
    const text = readFileSync(join(DEPLOY, file), 'utf8');
    const blocks = [
      ...text.matchAll(/^ *```sql\n([^`]*)```/gm),
      ...text.matchAll(/`((?:DELETE FROM|UPDATE) [^`]*)`/g),
    ];
    return blocks
      .map(([, sql = '']) => sql.replaceAll(/'<time [^>]*>'/g, "'2026-11-01'"))
      .filter((sql) => !CLICKHOUSE.test(sql))
      .map((sql): [string, string] => [`${file}: ${sql.trim().split('\n').at(-1) ?? ''}`, sql]);
  });
}

let database: TestDatabase;
let roles: DatabaseRoles;
/** In place of `headwater_`: roles are server-wide. */
let prefix: string;

beforeAll(async () => {
  database = await testDatabase();
  roles = await databaseRoles(database, {
    ...{ file: FILE, prefix: 'headwater_', names: [...SCHEMA_OWNERS, 'purge'] },
  });
  prefix = new URL(roles.urlOf('')).username;
  await migratePostgres(database.url, silentLog());
});
afterAll(async () => {
  await database.drop();
  await roles.drop();
  await run(engineUrls().databaseUrl, `DROP ROLE IF EXISTS ${prefix}support`);
});

async function run(databaseUrl: string, sql: string): Promise<void> {
  const pool = createPool({ databaseUrl, applicationName: 'test', log: silentLog(), max: 1 });
  await pool.query(sql).finally(() => pool.end());
}

test('finds the documented SQL', () => {
  expect(documentedSql().length).toBeGreaterThanOrEqual(7);
});

test.each(documentedSql())('a role that is no superuser can run %s', async (_, sql) => {
  const statements = sql
    .replaceAll(/\bheadwater_(?=gateway|sites|identity|purge)/g, prefix)
    .replaceAll(/\bsupport\b/g, `${prefix}support`);
  await run(database.url, statements);
});

test('an administrator that is no superuser, as in RDS, creates the database for EKS, which migrate fills', async () => {
  const page = readFileSync(join(DEPLOY, '../helm/headwater/examples/eks.md'), 'utf8');
  const [, sql = ''] = /<<'EOF'\n(CREATE ROLE[^]*?)EOF/.exec(page) ?? [];
  const [owner, admin] = [`${prefix}eks`, `${prefix}admin`];
  const urlFor = (user: string, password: string, name: string): string => {
    const url = new URL(withDatabase(engineUrls().databaseUrl, name));
    return Object.assign(url, { username: user, password }).toString();
  };
  const superuser = engineUrls().databaseUrl;
  await run(superuser, `CREATE ROLE ${admin} LOGIN PASSWORD 'a' CREATEROLE CREATEDB`);
  try {
    for (const statement of sql
      .replaceAll(/\bheadwater\b/g, owner)
      .split(';\n')
      .filter(Boolean))
      await run(urlFor(admin, 'a', 'postgres'), statement);
    const applied = await migratePostgres(urlFor(owner, 'POSTGRES_PASSWORD', owner), silentLog());
    expect(applied.length).toBeGreaterThan(10);
  } finally {
    await run(superuser, `DROP DATABASE IF EXISTS ${owner} WITH (FORCE)`);
    for (const role of [owner, admin]) await run(superuser, `DROP ROLE IF EXISTS ${role}`);
  }
});
