import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { databaseRoles, type DatabaseRoles } from '@headwater/kit/testing/database-roles';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { migratePostgres, SCHEMA_OWNERS } from '../src/migrate-postgres';

const FILE = join(packageRoot('@headwater/migrate'), 'roles.sql');
const NAMES = [...SCHEMA_OWNERS, 'purge'];

let database: TestDatabase;
let roles: DatabaseRoles;

const makeRoles = async (): Promise<void> => {
  roles = await databaseRoles(database, { file: FILE, prefix: 'headwater_', names: NAMES });
};

/** The tables of a schema that a role may do something with. */
const reached = async (role: string, right: string): Promise<string[]> => {
  const { rows } = await roles.query<{ name: string }>(
    role,
    `SELECT format('%s.%s', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = ANY($1) AND has_schema_privilege(schemaname, 'USAGE')
       AND has_table_privilege(format('%I.%I', schemaname, tablename), $2) ORDER BY 1`,
    [SCHEMA_OWNERS, right],
  );
  return rows.map(({ name }) => name);
};

const tablesOf = async (schema: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT format('%s.%s', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
};

beforeEach(async () => {
  database = await testDatabase();
});

afterEach(async () => {
  await database.drop();
  await roles.drop();
});

describe.each([
  ['before the first migration', [makeRoles, () => migratePostgres(database.url, silentLog())]],
  ['after the migrations', [() => migratePostgres(database.url, silentLog()), makeRoles]],
])('roles that are made %s', (_when, steps) => {
  beforeEach(async () => {
    for (const step of steps) await step();
  });

  test.each(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])(
    'give each service %s on its own tables alone',
    async (right) => {
      for (const schema of SCHEMA_OWNERS) {
        const own = await tablesOf(schema);
        expect(own.length).toBeGreaterThan(1);
        expect(await reached(schema, right)).toEqual(own);
      }
      expect(await reached('purge', right)).toEqual([]);
    },
  );

  test('let no service read what is of another, nor make or drop tables', async () => {
    const refused = { code: '42501' };
    await expect(roles.query('sites', 'SELECT * FROM identity.profiles')).rejects.toMatchObject(refused);
    await expect(roles.query('gateway', 'DROP TABLE gateway.tokens')).rejects.toMatchObject(refused);
    await expect(roles.query('identity', 'CREATE TABLE identity.more ()')).rejects.toMatchObject(refused);
    await expect(roles.query('gateway', 'SELECT count(*) FROM gateway.tokens')).resolves.toBeDefined();
  });
});
