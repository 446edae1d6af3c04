import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { numberAllChanges } from '../src/store/account-changes';
import { identityFixture, type IdentityFixture } from './identity-fixture';

const ARRIVALS = 50;

let fixture: IdentityFixture;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());

test('an account is numbered although changes of user ids arrive continuously', async () => {
  const { pool } = fixture.database;
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
