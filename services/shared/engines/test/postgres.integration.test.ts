import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { freePort } from '../src/free-port';
import { startPostgres } from '../src/postgres';
import { postgresAccount } from '../src/postgres-account';
import { postgresBinaries } from '../src/binaries';
import { postmasterFile } from '../src/postgres-orphan';
import { queryPostgres, scratchDirectory } from './fixture';

const scratch = scratchDirectory();
afterAll(scratch.remove);

// Shared by all tests, because creating a cluster takes a second.
const directory = join(scratch.directory, 'postgres');
const data = join(directory, 'data');

test('starts after an aborted start and keeps its data across a restart', async () => {
  mkdirSync(join(directory, 'data.new'), { recursive: true });
  writeFileSync(join(directory, 'data.new', 'half'), '');
  const first = await startPostgres({ directory });
  await queryPostgres(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  expect(await queryPostgres(first.url, 'SHOW fsync')).toEqual([['on']]);
  expect(await queryPostgres(first.url, 'SELECT current_database()')).toEqual([['headwater']]);
  await first.stop();

  const second = await startPostgres({ directory, durable: false });
  expect(await queryPostgres(second.url, 'SELECT n FROM kept')).toEqual([[7]]);
  expect(await queryPostgres(second.url, 'SHOW fsync')).toEqual([['off']]);
  expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
  await second.stop();
});

test('refuses a second server on its directory and logs no statements', async () => {
  const server = await startPostgres({ directory });
  await expect(startPostgres({ directory })).rejects.toThrow(`in use by process ${process.pid}`);
  await expect(queryPostgres(server.url, "SELECT 'ada@example.com'::int")).rejects.toThrow();
  await queryPostgres(server.url, 'CREATE TABLE once (address text PRIMARY KEY)');
  const twice = "INSERT INTO once VALUES ('ada@example.com'), ('ada@example.com')";
  await expect(queryPostgres(server.url, twice)).rejects.toThrow('duplicate key');
  await server.stop();
  expect(readFileSync(join(directory, 'postgres.log'), 'utf8')).not.toMatch(/INSERT INTO|DETAIL/);
});

test('keeps committed rows when the server is killed, and reports the crash', async () => {
  const crashes: Error[] = [];
  const first = await startPostgres({ directory, onCrash: (error) => crashes.push(error) });
  await queryPostgres(first.url, 'CREATE TABLE committed AS SELECT 8 AS n');
  process.kill(first.pid, 'SIGKILL');
  await waitFor('the crash report', () => crashes.length === 1);

  const second = await startPostgres({ directory });
  expect(await queryPostgres(second.url, 'SELECT n FROM committed')).toEqual([[8]]);
  await second.stop();
});

test('stops the server of an earlier run', async () => {
  const binary = join(postgresBinaries(directory, postgresAccount(undefined)), 'postgres');
  const port = String(await freePort());
  const args = ['-D', data, '-p', port, '-c', 'unix_socket_directories='];
  const orphan = spawn(binary, args, { ...postgresAccount(undefined), cwd: '/', stdio: 'ignore' });
  await waitFor('the orphan to be ready', () => postmasterFile(data)?.status === 'ready');

  const lines: string[] = [];
  const server = await startPostgres({ directory, log: (line) => lines.push(line) });
  expect(lines[0]).toBe(`Stopping the Postgres of an earlier run (process ${orphan.pid})`);
  expect(orphan.exitCode).toBe(0);
  expect(await queryPostgres(server.url, 'SELECT n FROM committed')).toEqual([[8]]);
  await server.stop();
});

test('ignores a pid file with the process id of another program', async () => {
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n1\n\n127.0.0.1\n\nready\n`);
  const server = await startPostgres({ directory });
  expect(await queryPostgres(server.url, 'SELECT 1')).toEqual([[1]]);
  await server.stop();
});
