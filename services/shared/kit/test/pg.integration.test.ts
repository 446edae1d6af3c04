import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/pg/migrate';
import { createBatcher } from '../src/batcher';
import { processMetrics } from '../src/metrics/process-metrics';
import { createPool, isPostgresUp, type Pool, type PoolClient } from '../src/pg/pool';
import { inWorkspace } from '../src/pg/tenancy';
import { inTransaction } from '../src/pg/transaction';
import { isPostgresUnavailable } from '../src/pg/unavailable';
import { recordedLog, silentLog } from '../src/testing/silent-log';
import { testDatabase, type TestDatabase } from '../src/testing/test-database';
import { waitFor } from '../src/testing/wait-for';

let database: TestDatabase;
let directory: string;

beforeAll(async () => {
  database = await testDatabase();
  directory = mkdtempSync(join(tmpdir(), 'headwater-kit-'));
  writeFileSync(join(directory, '0001_things.sql'), 'CREATE TABLE kit.things (id int PRIMARY KEY);\n');
  writeFileSync(join(directory, '0002_more.sql'), 'INSERT INTO kit.things VALUES (1);\n');
});

afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

test('ten concurrent migrators apply each migration once', async () => {
  const options = { databaseUrl: database.url, schema: 'kit', directory };
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(options)));
  expect(applied.flat().sort()).toEqual(['0001_things', '0002_more']);
  expect((await database.pool.query('SELECT id FROM kit.things')).rows).toEqual([{ id: 1 }]);
});

test('a failing migration of a new schema changes nothing', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'headwater-kit-'));
  writeFileSync(join(broken, '0001_good.sql'), 'CREATE TABLE other.good (id int);\n');
  writeFileSync(join(broken, '0002_bad.sql'), 'CREATE TABLE other.bad (id nonsense);\n');
  await expect(migrate({ databaseUrl: database.url, schema: 'other', directory: broken })).rejects.toThrow(
    /all migrations of the new schema were rolled back: .*nonsense/,
  );
  const { rows } = await database.pool.query("SELECT to_regclass('other.good') AS found");
  expect(rows).toEqual([{ found: null }]);
  rmSync(broken, { recursive: true });
});

test('a failing migration keeps those before it, and the next run continues with it', async () => {
  const upgrade = mkdtempSync(join(tmpdir(), 'headwater-kit-'));
  const options = { databaseUrl: database.url, schema: 'upgraded', directory: upgrade };
  writeFileSync(join(upgrade, '0001_first.sql'), 'CREATE TABLE upgraded.first (id int);\n');
  await migrate(options);
  writeFileSync(join(upgrade, '0002_good.sql'), 'CREATE TABLE upgraded.good (id int);\n');
  writeFileSync(
    join(upgrade, '0003_bad.sql'),
    'CREATE TABLE upgraded.bad (id int);\nALTER TABLE upgraded.bad ADD COLUMN name nonsense;\n',
  );
  await expect(migrate(options)).rejects.toMatchObject({
    message: expect.stringMatching(/^0003_bad was rolled back: .*nonsense/) as string,
    applied: ['0002_good'],
  });
  const { rows } = await database.pool.query(
    "SELECT to_regclass('upgraded.good') AS good, to_regclass('upgraded.bad') AS bad",
  );
  expect(rows).toEqual([{ good: 'upgraded.good', bad: null }]);
  writeFileSync(join(upgrade, '0003_bad.sql'), 'CREATE TABLE upgraded.bad (id int);\n');
  expect(await migrate(options)).toEqual(['0003_bad']);
  rmSync(upgrade, { recursive: true });
});

test('a transaction that fails is rolled back and its connection is usable again', async () => {
  const pool = createPool({ databaseUrl: database.url, applicationName: 'test', max: 1, log: silentLog() });
  await expect(
    inTransaction(pool, async (client) => {
      await client.query('INSERT INTO kit.things VALUES (2)');
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect((await pool.query('SELECT id FROM kit.things')).rows).toEqual([{ id: 1 }]);
  await pool.end();
});

test('a workspace whose calls wait for a lock leaves connections to others', async () => {
  const pool = createPool({ databaseUrl: database.url, applicationName: 'test', max: 5, log: silentLog() });
  const holder = await database.pool.connect();
  await holder.query('SELECT pg_advisory_lock(7)');
  const busy = inWorkspace(1, () =>
    Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        // A statement that fails must free its connection, too.
        pool.query(`SELECT ${number % 2}, pg_advisory_xact_lock(7), 1 / ${number % 2} AS n`),
      ),
    ),
  );
  await waitFor(
    'the workspace to wait for the lock',
    async () =>
      (await holder.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount === 3,
  );
  expect((await inWorkspace(2, () => pool.query('SELECT 2 AS n'))).rows).toEqual([{ n: 2 }]);
  await holder.query('SELECT pg_advisory_unlock(7)');
  const fates = (await busy).map(({ status }) => status);
  expect(fates.filter((status) => status === 'fulfilled')).toHaveLength(10);
  expect((await inWorkspace(1, () => pool.query('SELECT 1 AS n'))).rows).toEqual([{ n: 1 }]);
  holder.release();
  await pool.end();
});

describe('a call beyond the share of its workspace', () => {
  let pool: Pool;
  let held: PoolClient[];
  beforeEach(async () => {
    pool = createPool({
      databaseUrl: database.url,
      applicationName: 'of the share',
      max: 5,
      log: silentLog(),
    });
    held = await inWorkspace(1, () => Promise.all([pool.connect(), pool.connect(), pool.connect()]));
  });
  afterEach(() => pool.end());
  const release = (): void => {
    for (const client of held) client.release();
  };
  const query = (): Promise<unknown> => pool.query('SELECT 1').catch((error: unknown) => error);

  it('is refused as too many calls, with the reason', async () => {
    const refused = await inWorkspace(1, query);
    expect(refused).toMatchObject({
      ...{ kind: 'rate_limited', code: 'workspace_busy', retryAfterSeconds: 1 },
      message: expect.stringMatching(
        /^Too many concurrent calls of the workspace: .* all 3 database connections/,
      ) as string,
    });
    expect(isPostgresUnavailable(refused)).toBe(false);
    expect(await processMetrics().text()).toMatch(
      /^headwater_pg_pool_refused_total\{pool="of the share"\} 1$/m,
    );
    release();
    expect(await inWorkspace(1, query)).toMatchObject({ rowCount: 1 });
  });

  it('leaves the queue when its caller gives up', async () => {
    const caller = new AbortController();
    const cancelled = inWorkspace(1, query, caller);
    const waiting = inWorkspace(1, query);
    caller.abort();
    expect(await cancelled).toMatchObject({ kind: 'cancelled' });
    expect(await inWorkspace(1, query, caller)).toMatchObject({ kind: 'cancelled' });
    release();
    expect(await waiting).toMatchObject({ rowCount: 1 });
  });

  it('waits on in a batch when one of its callers gives up', async () => {
    const caller = new AbortController();
    let begun = false;
    const batch = createBatcher(
      { maxBatchSize: 10, maxConcurrentBatches: 1 },
      (_: number, items: readonly string[]) => {
        begun = true;
        const answer = query();
        return items.map(() => answer);
      },
    );
    const first = inWorkspace(1, () => batch(1, 'a', { cancelled: false }), caller);
    const second = inWorkspace(1, () => batch(1, 'b', { cancelled: false }));
    await waitFor('the batch to begin', () => begun);
    caller.abort();
    release();
    for (const answer of [await first, await second]) expect(answer).toMatchObject({ rowCount: 1 });
  });

  it('is refused immediately beyond 1,000 waiting calls', async () => {
    const waiting = inWorkspace(1, () => Array.from({ length: 1_000 }, query));
    expect(await inWorkspace(1, query)).toMatchObject({ kind: 'rate_limited' });
    release();
    expect(await Promise.all(waiting)).toHaveLength(1_000);
  });

  it('waits for its workspace and for a connection as long as others for a connection', async () => {
    const others = await inWorkspace(2, () => Promise.all([pool.connect(), pool.connect()]));
    const begin = performance.now();
    const refused: string[] = [];
    const first = inWorkspace(1, query).finally(() => refused.push('first'));
    await waitFor('the first call to have waited', () => performance.now() - begin > 1_000);
    const second = inWorkspace(3, () => Promise.all([pool.connect(), query()])).finally(() =>
      refused.push('second'),
    );
    await waitFor('the other workspace to wait', () => pool.waitingCount === 2);
    // The slot goes to the first call, the connection to the other workspace.
    held.pop()?.release();
    const [taken] = await second;
    expect(isPostgresUnavailable(await first)).toBe(true);
    expect(refused).toEqual(['first', 'second']);
    for (const client of [...held, ...others, taken]) client.release();
    expect(await inWorkspace(1, query)).toMatchObject({ rowCount: 1 });
  });
});

test('reports a lost checked-out connection to its holder without ending the process', async () => {
  const pool = createPool({ databaseUrl: database.url, applicationName: 'held', log: silentLog() });
  const held = await pool.connect();
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'held'",
  );
  await waitFor('the loss to be reported', () =>
    held.query('SELECT 1').then(
      () => false,
      () => true,
    ),
  );
  held.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('logs a lost idle connection with its reason only', async () => {
  const { log, lines } = recordedLog();
  const pool = createPool({ databaseUrl: database.url, applicationName: 'idle', log });
  await pool.query('SELECT 1');
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'idle'",
  );
  await waitFor('the loss to be logged', () => lines.length > 0);
  const { code, reason, ...rest } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect([code, reason]).toEqual(['57P01', expect.stringContaining('terminating connection')]);
  expect(Object.keys(rest).sort()).toEqual(['hostname', 'level', 'msg', 'name', 'pid', 'time']);
  await pool.end();
});

test('survives lost connections and distinguishes them from rejected statements', async () => {
  const pool = createPool({ databaseUrl: database.url, applicationName: 'cut', max: 1, log: silentLog() });
  const cut = () =>
    database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut'",
    );
  const during = pool.query('SELECT pg_sleep(10)').catch((error: unknown) => error);
  await waitFor('the statement to run', async () => {
    const { rowCount } = await database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'cut' AND state = 'active'",
    );
    return rowCount === 1;
  });
  await cut();
  expect(isPostgresUnavailable(await during)).toBe(true);
  expect(await isPostgresUp(pool, () => undefined)).toBe(true);
  const refused = await pool.query('SELECT nonsense').catch((error: unknown) => error);
  expect(isPostgresUnavailable(refused)).toBe(false);
  await pool.end();
});

test('treats a missing server as unavailable', async () => {
  const pool = createPool({
    databaseUrl: 'postgres://x@127.0.0.1:1/x',
    applicationName: 'none',
    log: silentLog(),
  });
  expect(isPostgresUnavailable(await pool.query('SELECT 1').catch((error: unknown) => error))).toBe(true);
  expect(await isPostgresUp(pool, () => undefined)).toBe(false);
  await pool.end();
});
