import { randomUUID } from 'node:crypto';
import type { Pool } from '@headwater/kit/pg/pool';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { markTouchesDue, TOUCHES_DELAY_MS } from '../src/store/touches';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

const COLLECTING = { LINK_SWEEP_PAUSE_MS: '50' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let fixture: IdentityFixture;
let pool: Pool;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
  ({ pool } = fixture.database);
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

/** Links accounts to visitors, each with a session. Their touches are not due. */
async function link(visitors: readonly string[]): Promise<void> {
  for (const anonymousId of visitors) {
    fixture.analytics.sees(workspaceId, anonymousId, { channel: 'Email', firstSeenAtMs: NOW - DAY_MS });
    const account = { email: `${anonymousId}@example.com` };
    await fixture.calls.Identify({ anonymousId, account }, { workspaceId });
  }
  await setDue(null);
}

const visits = (visitor: string, startedAtMs: number) =>
  fixture.analytics.returns(workspaceId, visitor, { startedAtMs, channel: 'Email', landing: 'example.com/' });

const setDue = (dueAtMs: number | null) =>
  pool.query('UPDATE identity.links SET touches_due_at = $2 WHERE workspace_id = $1', [
    workspaceId,
    dueAtMs === null ? null : new Date(dueAtMs),
  ]);

const dueTimes = async (): Promise<(number | undefined)[]> => {
  const { rows } = await pool.query<{ touches_due_at: Date | null }>(
    'SELECT touches_due_at FROM identity.links WHERE workspace_id = $1 ORDER BY anonymous_id',
    [workspaceId],
  );
  return rows.map(({ touches_due_at }) => touches_due_at?.getTime());
};

const touches = async (): Promise<(string | number)[][]> => {
  const { rows } = await pool.query<{ anonymous_id: string; at: Date }>(
    'SELECT anonymous_id, at FROM identity.touches WHERE workspace_id = $1 ORDER BY anonymous_id, at',
    [workspaceId],
  );
  return rows.map(({ anonymous_id, at }) => [anonymous_id, at.getTime()]);
};

const arrivals = async (): Promise<(number | undefined)[][]> => {
  const { rows } = await pool.query<{ at: Date; arrived_at: Date | null }>(
    'SELECT at, arrived_at FROM identity.touches WHERE workspace_id = $1 ORDER BY at',
    [workspaceId],
  );
  return rows.map(({ at, arrived_at }) => [at.getTime(), arrived_at?.getTime()]);
};

/** Runs the task until no link is due. */
async function collect(): Promise<void> {
  const replica = await fixture.start(COLLECTING);
  try {
    await waitFor('no link to be due', async () =>
      (await dueTimes()).every((dueAt) => dueAt === undefined || dueAt > NOW),
    );
  } finally {
    await replica.stop();
  }
}

test('collects the touches of other links if one link fails, and retries that one in an hour', async () => {
  const visitors = Array.from({ length: 205 }, (_, i) => `v${String(i).padStart(3, '0')}`);
  await link(visitors);
  for (const visitor of visitors) visits(visitor, NOW - DAY_MS);
  fixture.analytics.hangsFor('v007');
  await setDue(NOW - 1);
  await collect();
  const expected = visitors.filter((visitor) => visitor !== 'v007');
  expect(await touches()).toEqual(expected.map((visitor) => [visitor, NOW - DAY_MS]));
  expect(await dueTimes()).toEqual(
    visitors.map((visitor) => (visitor === 'v007' ? NOW + HOUR_MS : undefined)),
  );
  expect(Math.max(...fixture.analytics.sessionCalls(workspaceId))).toBe(100);
  expect(fixture.lines.filter((line) => line.includes('not collected'))).toHaveLength(1);
});

test('keeps links due while analytics is unreachable', async () => {
  await link(['v1', 'v2']);
  visits('v1', NOW - DAY_MS);
  fixture.analytics.failWith(failure('upstream_unavailable', 'The event store is unreachable.'));
  await setDue(NOW - 1);
  const replica = await fixture.start(COLLECTING);
  try {
    await waitFor('two calls', () => fixture.analytics.sessionCalls(workspaceId).length > 1);
    expect(await dueTimes()).toEqual([NOW - 1, NOW - 1]);
    fixture.analytics.failWith(undefined);
    await waitFor('a touch', async () => (await touches()).length === 1);
  } finally {
    fixture.analytics.failWith(undefined);
    await replica.stop();
  }
});

test('keeps touches whose events the retention has removed', async () => {
  await link(['v1', 'v2', 'v3']);
  for (const visitor of ['v1', 'v2', 'v3']) {
    visits(visitor, NOW - 20 * DAY_MS);
    visits(visitor, NOW - 5 * DAY_MS);
  }
  await setDue(NOW - 1);
  await collect();
  const all = await touches();
  expect(all).toHaveLength(6);
  // `v1` has no session left, `v2` the later one.
  fixture.analytics.deletesSessionsBefore(workspaceId, 'v1', NOW);
  fixture.analytics.deletesSessionsBefore(workspaceId, 'v2', NOW - 7 * DAY_MS);
  visits('v3', NOW - 6 * DAY_MS);
  await setDue(NOW - 1);
  await collect();
  expect(await touches()).toEqual([...all.slice(0, 5), ['v3', NOW - 6 * DAY_MS], ['v3', NOW - 5 * DAY_MS]]);
});

test('replaces only the sessions of the 30 days before the last read of each link', async () => {
  await link(['v1', 'v2']);
  for (const visitor of ['v1', 'v2']) visits(visitor, NOW - 50 * DAY_MS);
  await setDue(NOW - 1);
  await collect();
  const all = await touches();
  // The batch reads from 61 days ago, because of `v2`.
  for (const visitor of ['v1', 'v2']) {
    fixture.analytics.deletesSessionsBefore(workspaceId, visitor, NOW);
    visits(visitor, NOW - 55 * DAY_MS);
  }
  await setDue(NOW - 1);
  await pool.query(
    `UPDATE identity.links SET touches_read_at = $2 WHERE workspace_id = $1 AND anonymous_id = 'v2'`,
    [workspaceId, new Date(NOW - 31 * DAY_MS)],
  );
  await collect();
  expect(await touches()).toEqual([all[0], ['v2', NOW - 55 * DAY_MS]]);
});

test('keeps the arrivals of sessions when analytics has them no longer', async () => {
  await link(['v1']);
  const session = (startedAtMs: number, arrivedAtMs: number) =>
    fixture.analytics.returns(
      workspaceId,
      'v1',
      { startedAtMs, channel: 'Email', landing: 'example.com/' },
      arrivedAtMs,
    );
  // Of before the link: the arrival is not stored any more.
  session(NOW - 20 * DAY_MS, 0);
  session(NOW - 9 * DAY_MS, NOW - 8 * DAY_MS);
  session(NOW - 2 * DAY_MS, NOW - DAY_MS);
  await setDue(NOW - 1);
  await collect();
  const stored = await arrivals();
  expect(stored).toEqual([
    [NOW - 20 * DAY_MS, NOW - 20 * DAY_MS],
    [NOW - 9 * DAY_MS, NOW - 8 * DAY_MS],
    [NOW - 2 * DAY_MS, NOW - DAY_MS],
  ]);
  // An event that arrived late has another time, and the arrivals of old events are removed.
  fixture.analytics.deletesSessionsBefore(workspaceId, 'v1', NOW);
  session(NOW - 10 * DAY_MS, 0);
  session(NOW - 9 * DAY_MS - 1, 0);
  session(NOW - 3 * DAY_MS, NOW - DAY_MS);
  await setDue(NOW - 1);
  await collect();
  expect(await arrivals()).toEqual([...stored.slice(0, 2), [NOW - 3 * DAY_MS, NOW - DAY_MS]]);
});

test('removes forged visits of a guessable visitor id after the first event of the server', async () => {
  const script = randomUUID();
  await link(['v1', script]);
  for (const visitor of ['v1', script]) {
    const session = (startedAtMs: number, channel: string, arrivedAtMs?: number) =>
      fixture.analytics.returns(
        workspaceId,
        visitor,
        { startedAtMs, channel, landing: 'example.com/' },
        arrivedAtMs,
      );
    session(NOW - 9 * DAY_MS, 'Affiliates', NOW - 8 * DAY_MS);
    await setDue(NOW - 1);
    await collect();
    expect(await arrivals()).toContainEqual([NOW - 9 * DAY_MS, NOW - 8 * DAY_MS]);
    // Analytics leaves the browser's session out, or has removed its arrival.
    fixture.analytics.deletesSessionsBefore(workspaceId, visitor, NOW);
    session(NOW - DAY_MS, 'Email');
    await setDue(NOW - 1);
    await collect();
    expect(await arrivals()).toContainEqual([NOW - DAY_MS, undefined]);
  }
  expect((await touches()).sort()).toEqual(
    [
      ['v1', NOW - DAY_MS],
      [script, NOW - 9 * DAY_MS],
      [script, NOW - DAY_MS],
    ].sort(),
  );
});

test('keeps a due link due when its visitor has further events', async () => {
  await link(['v1', 'v2', 'v3']);
  const { rows } = await pool.query<{ visitor_key: Buffer }>(
    'SELECT visitor_key FROM identity.links WHERE workspace_id = $1 ORDER BY anonymous_id',
    [workspaceId],
  );
  const visitors = rows.map(({ visitor_key }) => ({ workspaceId, visitorKey: visitor_key }));
  await pool.query(
    `UPDATE identity.links SET touches_due_at = CASE anonymous_id WHEN 'v1' THEN $2::timestamptz WHEN 'v2' THEN $3 END
      WHERE workspace_id = $1`,
    [workspaceId, new Date(NOW - HOUR_MS), new Date(NOW + 1_000)],
  );
  for (let i = 0; i < 3; i++) await markTouchesDue(pool, { visitors, now: NOW });
  expect(await dueTimes()).toEqual([NOW - HOUR_MS + 3, NOW + 1_000, NOW + TOUCHES_DELAY_MS]);
});

test('reports the device of the recorded session once, also if a later read finds it', async () => {
  const changed = async (after: number) =>
    (await fixture.calls.ListAccounts({ after, limit: 10 }, { workspaceId })).accounts;
  const read = async () => {
    await setDue(NOW);
    await collect();
  };
  await link(['v']);
  visits('v', NOW - HOUR_MS);
  await read();
  const before = (await changed(0)).at(-1)?.position ?? 0;
  const touch = { startedAtMs: NOW - DAY_MS, channel: 'Email', landing: 'example.com/', device: 'mobile' };
  fixture.analytics.returns(workspaceId, 'v', touch);
  await read();
  const accounts = await changed(before);
  expect(accounts.map(({ attribution }) => attribution?.device)).toEqual(['mobile']);
  const query = { range: '30d', dimension: 'device' };
  const { breakdown } = await fixture.calls.QueryCustomers(query, { workspaceId });
  expect(breakdown.map(({ key }) => key)).toEqual(['mobile']);
  await read();
  expect(await changed(accounts[0]?.position ?? 0)).toEqual([]);
});
