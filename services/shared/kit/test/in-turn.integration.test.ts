import { Socket } from 'node:net';
import { inTurn } from '../src/pg/in-turn';
import { recordedLog } from '../src/testing/silent-log';
import { testDatabase, type TestDatabase } from '../src/testing/test-database';
import { waitFor } from '../src/testing/wait-for';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

const takeTurn = <T>(work: () => Promise<T>, more: { waitMs?: number; tellEveryMs?: number } = {}) => {
  const { log, lines } = recordedLog();
  return { lines, done: inTurn({ databaseUrl: database.url, name: 'test turn', log, ...more }, work) };
};

/** Somebody at work until told to end. */
async function holdTurn(): Promise<{ end(): Promise<void> }> {
  let end = (): void => undefined;
  const asked = new Promise<void>((resolve) => (end = resolve));
  let begun = false;
  const { done } = takeTurn(() => {
    begun = true;
    return asked;
  });
  await waitFor('the turn', () => begun);
  return {
    end: async () => {
      end();
      await done;
    },
  };
}

async function sessionAtWork(): Promise<number> {
  const { rows } = await database.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  return rows[0]?.pid ?? 0;
}

test('who waits tells for whom, and has its turn when that one ends', async () => {
  const holder = await holdTurn();
  const pid = await sessionAtWork();
  const waiting = takeTurn(() => Promise.resolve('done'), { tellEveryMs: 20 });
  await waitFor('two lines', () => waiting.lines.length > 1);
  expect(JSON.parse(waiting.lines[0] ?? '')).toMatchObject({
    msg: 'waiting for another to end',
    turn: 'test turn',
    holder: expect.stringMatching(new RegExp(`^session ${pid} .*since \\d{4}-`)) as string,
  });
  await holder.end();
  await expect(waiting.done).resolves.toBe('done');
});

test('who waited for long enough is told whose session to end, and by its end the next one begins', async () => {
  const holder = await holdTurn();
  const work = jest.fn(() => Promise.resolve());
  const error = await takeTurn(work, { waitMs: 50 }).done.catch((thrown: unknown) => thrown as Error);
  expect(error?.message).toMatch(/^Waited 0.05 s for "test turn"/);
  expect(work).not.toHaveBeenCalled();
  const remedy = /SELECT pg_terminate_backend\(\d+\)/.exec(error?.message ?? '')?.[0] ?? '';
  await database.pool.query(remedy);
  await expect(takeTurn(() => Promise.resolve('next')).done).resolves.toBe('next');
  await holder.end();
});

test('both ends of the connection notice when the other one is lost, and the work waits for locks as ever', async () => {
  const keepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
  const settings = await inTurn({ databaseUrl: database.url, name: 'settings' }, async (client) => {
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
