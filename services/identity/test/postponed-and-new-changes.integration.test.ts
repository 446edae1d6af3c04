import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { acrossWorkspaces, inWorkspace } from '@headwater/kit/pg/tenancy';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { createNumberChanges, numberAllChanges } from '../src/store/account-changes';
import { numberEarlierChanges } from '../src/store/earlier-changes';

const ARRIVALS = 50;

// Without a service, whose task numbers changes, too.
let database: TestDatabase;

beforeEach(async () => {
  const directory = join(packageRoot('@headwater/identity'), 'migrations');
  database = await testDatabase([{ schema: 'identity', directory }]);
});
afterEach(() => database.drop());

test('an account is numbered although changes of user ids arrive continuously', async () => {
  const { pool } = database;
  // Each statement that takes changes of user ids is followed by a new one, and the second one by a change of an account.
  await pool.query(
    `CREATE TABLE identity.test_arrivals (n int);
     CREATE FUNCTION identity.test_arrive() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE arrived int := (SELECT count(*) FROM identity.test_arrivals);
     BEGIN
       IF arrived < ${ARRIVALS} AND EXISTS (SELECT FROM gone) THEN
         INSERT INTO identity.test_arrivals VALUES (arrived);
         INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed) VALUES (1, 'u' || arrived, false);
         IF arrived = 1 THEN INSERT INTO identity.account_changes (workspace_id, profile_id) VALUES (1, 7); END IF;
       END IF;
       RETURN NULL;
     END
     $$;
     CREATE TRIGGER test_arrive AFTER DELETE ON identity.user_id_changes
       REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION identity.test_arrive();
     INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed) VALUES (1, 'u', false)`,
  );
  const run = () => acrossWorkspaces(() => numberAllChanges(pool, silentLog(), new AbortController().signal));
  const count = async (table: string) => (await pool.query(`SELECT FROM identity.${table}`)).rowCount ?? 0;
  await run();
  while ((await count('test_arrivals')) < 2 || (await count('account_changes')) > 0) await run();
  expect(await count('test_arrivals')).toBeLessThan(5);
});

test('a reader numbers the changes from before its call, although as many arrive as it numbers', async () => {
  const { pool } = database;
  const workspaceId = 1;
  await pool.query(
    `CREATE TABLE identity.test_batches (n int);
     CREATE FUNCTION identity.test_refill() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE batches int := (SELECT count(*) FROM identity.test_batches);
     BEGIN
       IF batches < 10 AND EXISTS (SELECT FROM gone WHERE workspace_id = 1) THEN
         INSERT INTO identity.test_batches VALUES (batches);
         INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
         SELECT 1, 'u' || n, false FROM generate_series(1, 1000) AS n;
       END IF;
       RETURN NULL;
     END
     $$;
     CREATE TRIGGER test_refill AFTER DELETE ON identity.user_id_changes
       REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION identity.test_refill();
     INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
     SELECT 1, 'u' || n, false FROM generate_series(1, 1000) AS n`,
  );
  const numberChanges = createNumberChanges(pool, silentLog());
  const call = { workspaceId: () => workspaceId, cancelled: false };
  await inWorkspace(workspaceId, () => numberEarlierChanges({ db: pool, numberChanges }, call));
  const batches = await pool.query('SELECT FROM identity.test_batches');
  expect(batches.rowCount).toBe(2);
});
