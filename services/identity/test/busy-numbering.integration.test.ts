import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());

const identify = (workspaceId: number, email: string) =>
  fixture.calls.Identify({ anonymousId: 'v1', account: { email } }, { workspaceId });

/** A transaction that keeps others from numbering changes of the workspace. */
async function holdNumbering(workspaceId: number) {
  const holder = await fixture.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('identity account changes ' || $1::bigint, 0))`,
    [workspaceId],
  );
  return holder;
}

test('readers that wait for the changes of one workspace leave connections for other workspaces', async () => {
  const [busy, other] = [1, 2];
  await identify(busy, 'ada@example.com');
  const holder = await holdNumbering(busy);
  // More than the pool has connections.
  const readers = Array.from({ length: 30 }, () =>
    fixture.calls.ListAccounts({ after: 0, limit: 10 }, { workspaceId: busy }),
  );
  await waitFor('a reader to wait', async () => {
    const { rows } = await holder.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (rows[0]?.waiting ?? 0) > 0;
  });
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, (_, i) => identify(other, `bob${i}@example.com`)),
  );
  await holder.query('COMMIT');
  holder.release();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'fulfilled'));
  for (const { accounts } of await Promise.all(readers)) expect(accounts).toHaveLength(1);
});

test('an erasure answers although the changes of its workspace cannot be numbered', async () => {
  const workspaceId = 3;
  await identify(workspaceId, 'ada@example.com');
  const holder = await holdNumbering(workspaceId);
  try {
    const certificate = await fixture.calls.EraseAccount({ email: 'ada@example.com' }, { workspaceId });
    expect(certificate).toMatchObject({ profiles: 1 });
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
});

test('a report waits longer than the statement timeout while another transaction numbers', async () => {
  const workspaceId = 4;
  const replica = await fixture.start({ DATABASE_STATEMENT_TIMEOUT_MS: '500' });
  await identify(workspaceId, 'ada@example.com');
  const holder = await holdNumbering(workspaceId);
  let hasEnded = false;
  const report = replica.calls
    .QueryCustomers({ range: '30d' }, { workspaceId, deadlineMs: 60_000 })
    .finally(() => (hasEnded = true));
  try {
    const { rows } = await holder.query<{ until: Date }>(
      `SELECT clock_timestamp() + interval '3 s' AS until`,
    );
    await waitFor('three seconds, or the end of the report', async () => {
      const { rows: times } = await holder.query<{ over: boolean }>('SELECT clock_timestamp() > $1 AS over', [
        rows[0]?.until,
      ]);
      return hasEnded || times[0]?.over === true;
    });
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  expect((await report).total).toMatchObject({ customers: 1 });
});
