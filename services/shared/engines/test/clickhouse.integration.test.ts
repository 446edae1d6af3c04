import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startClickhouse } from '../src/clickhouse';
import { queryClickhouse, scratchDirectory } from './fixture';

const scratch = scratchDirectory();
afterAll(scratch.remove);

test('keeps its data, password and query log across a restart', async () => {
  const directory = join(scratch.directory, 'restart');
  const first = await startClickhouse({ directory });
  await queryClickhouse(first.url, 'CREATE DATABASE kept');
  await queryClickhouse(first.url, 'CREATE TABLE kept.numbers (n UInt64) ENGINE = MergeTree ORDER BY n');
  await queryClickhouse(first.url, 'INSERT INTO kept.numbers VALUES (7)');
  await first.stop();

  const second = await startClickhouse({ directory });
  try {
    expect(await queryClickhouse(second.url, 'SELECT n FROM kept.numbers')).toBe('7');
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

  test('does not let services read files of the machine', async () => {
    const sql = "SELECT * FROM file('/etc/passwd', 'LineAsString')";
    await expect(queryClickhouse(engine.url, sql)).rejects.toThrow('Not enough privileges');
  });
});

test('reports a crash, keeps acknowledged rows and starts again', async () => {
  const directory = join(scratch.directory, 'crash');
  const crashes: Error[] = [];
  const first = await startClickhouse({ directory, onCrash: (error) => crashes.push(error) });
  await queryClickhouse(first.url, 'CREATE DATABASE kept');
  await queryClickhouse(first.url, 'CREATE TABLE kept.numbers (n UInt64) ENGINE = MergeTree ORDER BY n');
  await queryClickhouse(first.url, 'INSERT INTO kept.numbers VALUES (7)');
  process.kill(first.pid, 'SIGKILL');
  await waitFor('the crash report', () => crashes.length === 1);
  expect(crashes[0]?.message).toContain('SIGKILL');

  const second = await startClickhouse({ directory });
  expect(await queryClickhouse(second.url, 'SELECT n FROM kept.numbers')).toBe('7');
  await second.stop();
});
