import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import type { Pool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { putLinks, putVisitorKeys } from '../src/store/links';
import { markLinksPublished } from '../src/store/webhook-events';
import { hmacKeys, NOW } from './identity-fixture';

const WORKSPACE = 1;
const ANONYMOUS_ID = 'v';

let database: TestDatabase;
/** Ordered by id. */
let profileIds: readonly string[];

beforeAll(async () => {
  const directory = join(packageRoot('@headwater/identity'), 'migrations');
  database = await testDatabase([{ schema: 'identity', directory }]);
  const made = await database.pool.query<{ id: string }>(
    `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, traits, created_at, updated_at)
     SELECT $1, sha256(i::text::bytea), 'k', '{}', now(), now() FROM generate_series(1, 5) AS i RETURNING id`,
    [WORKSPACE],
  );
  profileIds = made.rows.map(({ id }) => id);
  await database.pool.query(
    `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, created_at)
     SELECT $1, unnest($2::bigint[]), $3, now()`,
    [WORKSPACE, profileIds, ANONYMOUS_ID],
  );
});
afterAll(() => database.drop());

const writes: Readonly<Record<string, (pool: Pool, ids: readonly string[]) => Promise<unknown>>> = {
  'are inserted': (pool, ids) => {
    const links = ids.map((profileId) => ({ profileId, anonymousId: ANONYMOUS_ID, resolved: true }));
    const put = { workspaceId: WORKSPACE, keys: hmacKeys(), now: NOW };
    return inTransaction(pool, (client) => putLinks(client, links, put));
  },
  'get their visitor keys': (pool, ids) =>
    putVisitorKeys(
      pool,
      WORKSPACE,
      ids.map((profileId) => ({ profileId, anonymousId: ANONYMOUS_ID, visitorKey: Buffer.alloc(8, 1) })),
    ),
  'are marked as published': (pool, ids) =>
    markLinksPublished(
      pool,
      ids.map((profileId) => ({ workspaceId: WORKSPACE, profileId, anonymousId: ANONYMOUS_ID })),
    ),
};

it.each(Object.keys(writes))('links that %s together are locked in the order of their ids', async (name) => {
  const { pool } = database;
  const lock = (one: string | undefined, more: string): [string, unknown[]] => [
    `SELECT FROM identity.links WHERE workspace_id = $1 AND profile_id = $2 FOR UPDATE ${more}`,
    [WORKSPACE, one],
  ];
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(...lock(profileIds[0], ''));
  const written = writes[name]?.(pool, [...profileIds].reverse());
  await waitFor('the write to wait', async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (rows[0]?.waiting ?? 0) > 0;
  });
  const free = await Promise.all(
    profileIds.slice(1).map(async (id) => (await pool.query(...lock(id, 'SKIP LOCKED'))).rowCount),
  );
  await holder.query('COMMIT');
  holder.release();
  await written;
  expect(free).toEqual([1, 1, 1, 1]);
});
