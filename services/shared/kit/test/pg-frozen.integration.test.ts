import type { PoolClient } from 'pg';
import { TracedPool } from '../src/pg/traced-pool';
import { startFaultProxy, type FaultProxy } from '../src/testing/fault-proxy';
import { testDatabase, type TestDatabase } from '../src/testing/test-database';

let database: TestDatabase;
let proxy: FaultProxy;
let pool: TracedPool;

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE things (id int PRIMARY KEY)');
  const url = new URL(database.url);
  proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  pool = new TracedPool({
    onRefused: () => undefined,
    connectionString: url.toString(),
    namedStatements: true,
    max: 5,
    connectionTimeoutMillis: 600_000,
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
});
afterAll(async () => {
  proxy.recover();
  await pool.end();
  await proxy.stop();
  await database.drop();
});

test('a server that hangs fails calls in flight, except those with an unknown effect', async () => {
  const connect = (): Promise<PoolClient> => pool.connect();
  const clients = await Promise.all([connect(), connect(), connect(), connect(), connect()]);
  const [reader, writer, inserter, committer, idle] = clients;
  await Promise.all([writer.query('BEGIN'), committer.query('BEGIN')]);
  await committer.query('INSERT INTO things VALUES (1)');
  proxy.freeze();
  const unfinished = [inserter.query('INSERT INTO things VALUES (2)'), committer.query('COMMIT')];
  let isFinished = false;
  void Promise.race(unfinished).then(() => (isFinished = true));
  const failing = [
    reader.query('SELECT id FROM things'),
    writer.query('INSERT INTO things VALUES (3)'),
    connect(),
  ];
  const hang = { code: 'ETIMEDOUT', message: 'Postgres does not answer' };
  const failed = await Promise.allSettled(failing);
  expect(failed).toEqual(failing.map(() => ({ status: 'rejected', reason: expect.objectContaining(hang) })));
  await expect(pool.query('SELECT 1')).rejects.toMatchObject(hang);
  expect(isFinished).toBe(false);

  proxy.recover();
  await Promise.all(unfinished);
  expect((await idle.query('SELECT id FROM things ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
  for (const client of clients) client.release();
  expect((await pool.query('SELECT 4 AS id')).rows).toEqual([{ id: 4 }]);
}, 120_000);
