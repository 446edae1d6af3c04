import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startClickhouse } from '../src/clickhouse';
import { queryClickhouse, scratchDirectory } from './fixture';

const scratch = scratchDirectory();
afterAll(scratch.remove);

const TABLE = 'CREATE TABLE numbers (n UInt64) ENGINE = MergeTree ORDER BY n';

test('keeps its data, password and query log across a restart', async () => {
  const directory = join(scratch.directory, 'restart');
  const first = await startClickhouse({ directory });
  await queryClickhouse(first.url, TABLE);
  await queryClickhouse(first.url, 'INSERT INTO numbers VALUES (7)');
  await first.stop();

  const second = await startClickhouse({ directory, isAdmin: true });
  try {
    expect(await queryClickhouse(second.url, 'SELECT n FROM numbers')).toBe('7');
    await queryClickhouse(second.url, 'SYSTEM FLUSH LOGS');
    expect(Number(await queryClickhouse(second.url, 'SELECT count() FROM system.query_log'))).toBeGreaterThan(
      0,
    );
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
  } finally {
    await second.stop();
  }
});

describe('one running engine', () => {
  const directory = join(scratch.directory, 'one');
  let engine: Awaited<ReturnType<typeof startClickhouse>>;
  beforeAll(async () => {
    engine = await startClickhouse({ directory });
  });
  afterAll(() => engine.stop());

  test('refuses a second engine on its directory and names this process', async () => {
    await expect(startClickhouse({ directory })).rejects.toThrow(`in use by process ${process.pid}`);
    expect(await queryClickhouse(engine.url, 'SELECT 1')).toBe('1');
  });

  test.each([
    ['garbage', Buffer.from('\0\x01\x02garbage\r\n\r\n')],
    ['a partial request', Buffer.from('POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\nSELECT')],
    ['a TLS hello', Buffer.from('160301003e0100003a0303', 'hex')],
  ])('survives %s followed by a connection reset', async (_name, bytes) => {
    const socket = connect(Number(new URL(engine.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    await new Promise((resolve) => socket.write(bytes, resolve));
    socket.resetAndDestroy();
    expect(await queryClickhouse(engine.url, 'SELECT 1')).toBe('1');
  });

  test.each<[string, string, Record<string, string>]>([
    ['no credentials', '', {}],
    ['its passwordless user', '', { 'X-ClickHouse-User': 'default' }],
    ['its passwordless user, Basic', '', { Authorization: `Basic ${btoa('default:')}` }],
    ['its passwordless user in the query', '?user=default', {}],
    ['two users', '?user=default', { 'X-ClickHouse-User': 'headwater' }],
    ['a wrong password', '', { 'X-ClickHouse-User': 'headwater', 'X-ClickHouse-Key': 'wrong' }],
    ['a wrong password, Basic', '', { Authorization: `Basic ${btoa('headwater:wrong')}` }],
  ])('refuses requests with %s', async (_name, query, headers) => {
    for (const sql of ['SELECT 1', 'SYSTEM STOP LISTEN HTTP']) {
      const { origin } = new URL(engine.url);
      const response = await fetch(`${origin}/${query}`, { method: 'POST', body: sql, headers });
      expect(response.ok).toBe(false);
      await response.arrayBuffer();
    }
    expect(await queryClickhouse(engine.url, 'SELECT 1')).toBe('1');
  });

  test.each([
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
    "SELECT * FROM remote('127.0.0.1', system.one)",
    "SELECT * FROM s3('http://127.0.0.1:1/bucket/key', 'LineAsString')",
    "CREATE TABLE pages (line String) ENGINE = URL('http://127.0.0.1:1/', 'LineAsString')",
    'CREATE DATABASE other',
    'CREATE USER other',
    'CREATE FUNCTION other AS (x) -> x',
    'SYSTEM FLUSH LOGS',
    'SYSTEM SHUTDOWN',
    'KILL QUERY WHERE 1 SYNC',
    'SELECT name FROM system.users',
    'SELECT query FROM system.processes',
    "BACKUP DATABASE default TO File('copy')",
  ])('services may not run %s', async (sql) => {
    await expect(queryClickhouse(engine.url, sql)).rejects.toThrow('Not enough privileges');
  });
});

test('its text log contains no failed statement, and its query log expires', async () => {
  const directory = join(scratch.directory, 'logs');
  const engine = await startClickhouse({ directory, isAdmin: true });
  try {
    for (const sql of [
      "SELECT throwIf(1, 'qzx-log')",
      "SELECT unknown WHERE 'qzx-log' = ''",
      "SELECT ('qzx-log'",
    ])
      await expect(queryClickhouse(engine.url, sql)).rejects.toThrow('qzx-log');
    await queryClickhouse(engine.url, 'SYSTEM FLUSH LOGS');
    const logs = "SELECT name, engine_full FROM system.tables WHERE database = 'system' AND name LIKE '%log'";
    expect(await queryClickhouse(engine.url, logs)).toMatch(
      /^query_log\t.* TTL event_date \+ toIntervalDay\(7\) [^\n]*$/,
    );
  } finally {
    await engine.stop();
  }
  expect(readFileSync(join(directory, 'clickhouse.log'), 'utf8')).not.toContain('qzx-log');
});

test('limits the rights of its user in a directory of an earlier release, whose views go on', async () => {
  const directory = join(scratch.directory, 'earlier');
  const earlier = await startClickhouse({ directory, isAdmin: true });
  await queryClickhouse(earlier.url, TABLE);
  await queryClickhouse(earlier.url, TABLE.replace('numbers', 'copies'));
  await queryClickhouse(earlier.url, 'CREATE MATERIALIZED VIEW copy TO copies AS SELECT n FROM numbers');
  await earlier.stop();
  // Earlier releases had all settings in one file.
  rmSync(join(directory, 'config.d'), { recursive: true });

  const engine = await startClickhouse({ directory });
  try {
    await queryClickhouse(engine.url, 'INSERT INTO numbers VALUES (7)');
    expect(await queryClickhouse(engine.url, 'SELECT n FROM copies')).toBe('7');
    await expect(queryClickhouse(engine.url, 'CREATE DATABASE other')).rejects.toThrow('Not enough');
  } finally {
    await engine.stop();
  }
});

test('reports a crash, keeps acknowledged rows and starts again', async () => {
  const directory = join(scratch.directory, 'crash');
  const crashes: Error[] = [];
  const first = await startClickhouse({ directory, onCrash: (error) => crashes.push(error) });
  await queryClickhouse(first.url, TABLE);
  await queryClickhouse(first.url, 'INSERT INTO numbers VALUES (7)');
  process.kill(first.pid, 'SIGKILL');
  await waitFor('the crash report', () => crashes.length === 1);
  expect(crashes[0]?.message).toContain('SIGKILL');

  const second = await startClickhouse({ directory });
  expect(await queryClickhouse(second.url, 'SELECT n FROM numbers')).toBe('7');
  await second.stop();
});
