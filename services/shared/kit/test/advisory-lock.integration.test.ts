import { Socket } from 'node:net';
import { withAdvisoryLock } from '../src/pg/advisory-lock';
import { recordedLog } from '../src/testing/silent-log';
import { testDatabase, type TestDatabase } from '../src/testing/test-database';
import { waitFor } from '../src/testing/wait-for';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

const withLock = <T>(work: () => Promise<T>, more: { waitMs?: number; logEveryMs?: number } = {}) => {
  const { log, lines } = recordedLog();
  return {
    lines,
    done: withAdvisoryLock({ databaseUrl: database.url, name: 'test lock', log, ...more }, work),
  };
};

/** Holds the lock until `end` is called. */
async function holdLock(): Promise<{ end(): Promise<void> }> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let started = false;
  const { done } = withLock(() => {
    started = true;
    return ended;
  });
  await waitFor('the lock', () => started);
  return {
    end: async () => {
      end();
      await done;
    },
  };
}

async function lockingSession(): Promise<number> {
  const { rows } = await database.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  return rows[0]?.pid ?? 0;
}

test('logs the holder while it waits, and runs when the holder ends', async () => {
  const holder = await holdLock();
  const pid = await lockingSession();
  const waiting = withLock(() => Promise.resolve('done'), { logEveryMs: 20 });
  await waitFor('two lines', () => waiting.lines.length > 1);
  expect(JSON.parse(waiting.lines[0] ?? '')).toMatchObject({
    msg: 'waiting for an advisory lock',
    lock: 'test lock',
    holder: expect.stringMatching(new RegExp(`^session ${pid} .*since \\d{4}-`)) as string,
  });
  await holder.end();
  await expect(waiting.done).resolves.toBe('done');
});

test('fails after waitMs with the session to terminate; terminating it frees the lock', async () => {
  const holder = await holdLock();
  const work = jest.fn(() => Promise.resolve());
  const error = await withLock(work, { waitMs: 50 }).done.catch((thrown: unknown) => thrown as Error);
  expect(error?.message).toMatch(/^The lock "test lock" was not free after 0.05 s/);
  expect(work).not.toHaveBeenCalled();
  const fix = /SELECT pg_terminate_backend\(\d+\)/.exec(error?.message ?? '')?.[0] ?? '';
  await database.pool.query(fix);
  await expect(withLock(() => Promise.resolve('next')).done).resolves.toBe('next');
  await holder.end();
});

test('detects a lost peer on both ends, and restores the lock timeout for the work', async () => {
  const keepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
  const settings = await withAdvisoryLock({ databaseUrl: database.url, name: 'settings' }, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `SELECT current_setting('tcp_keepalives_idle') AS idle, current_setting('tcp_keepalives_interval') AS interval,
         current_setting('tcp_keepalives_count') AS count, current_setting('tcp_user_timeout') AS unanswered,
         current_setting('lock_timeout') AS lock`,
    );
    return rows[0];
  });
  expect(settings).toEqual({ idle: '30', interval: '10', count: '3', unanswered: '60000', lock: '0' });
  expect(keepAlive).toHaveBeenCalledWith(true, 30_000);
  keepAlive.mockRestore();
});
