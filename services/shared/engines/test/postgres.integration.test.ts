import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { freePort } from '../src/free-port';
import { startPostgres } from '../src/postgres';
import { postgresAccount } from '../src/postgres-account';
import { postgresBinaries } from '../src/postgres-binaries';
import { postmasterFile } from '../src/postgres-orphan';
import { askPostgres } from './ask';
import { scratchDirectory } from './scratch-directory';

const scratch = scratchDirectory();
afterAll(scratch.remove);

// One cluster serves all the tests: making one takes a second.
const directory = join(scratch.directory, 'postgres');
const data = join(directory, 'data');

test('starts over the remains of a start cut short and keeps its data over a restart', async () => {
  mkdirSync(join(directory, 'data.new'), { recursive: true });
  writeFileSync(join(directory, 'data.new', 'half'), '');
  const first = await startPostgres({ directory });
  await askPostgres(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  expect(await askPostgres(first.url, 'SHOW fsync')).toEqual([['on']]);
  expect(await askPostgres(first.url, 'SELECT current_database()')).toEqual([['headwater']]);
  await first.stop();

  const second = await startPostgres({ directory, durable: false });
  expect(await askPostgres(second.url, 'SELECT n FROM kept')).toEqual([[7]]);
  expect(await askPostgres(second.url, 'SHOW fsync')).toEqual([['off']]);
  expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
  await second.stop();
});

test('refuses a second server on its directory and keeps statements out of its log', async () => {
  const server = await startPostgres({ directory });
  await expect(startPostgres({ directory })).rejects.toThrow(`in use by process ${process.pid}`);
  await expect(askPostgres(server.url, "SELECT 'ada@example.com'::int")).rejects.toThrow();
  await askPostgres(server.url, 'CREATE TABLE once (address text PRIMARY KEY)');
  const twice = "INSERT INTO once VALUES ('ada@example.com'), ('ada@example.com')";
  await expect(askPostgres(server.url, twice)).rejects.toThrow('duplicate key');
  await server.stop();
  expect(readFileSync(join(directory, 'postgres.log'), 'utf8')).not.toMatch(/INSERT INTO|DETAIL/);
});

test('keeps a committed row when the server is killed, and tells of the crash', async () => {
  const crashes: Error[] = [];
  const first = await startPostgres({ directory, onCrash: (error) => crashes.push(error) });
  await askPostgres(first.url, 'CREATE TABLE committed AS SELECT 8 AS n');
  process.kill(first.pid, 'SIGKILL');
  await waitFor('the crash to be told', () => crashes.length === 1);

  const second = await startPostgres({ directory });
  expect(await askPostgres(second.url, 'SELECT n FROM committed')).toEqual([[8]]);
  await second.stop();
});

test('stops a server that an earlier run left behind', async () => {
  const binary = join(postgresBinaries(directory, postgresAccount(undefined)), 'postgres');
  const port = String(await freePort());
  const args = ['-D', data, '-p', port, '-c', 'unix_socket_directories='];
  const orphan = spawn(binary, args, { ...postgresAccount(undefined), cwd: '/', stdio: 'ignore' });
  await waitFor('the orphan to be ready', () => postmasterFile(data)?.status === 'ready');

  const lines: string[] = [];
  const server = await startPostgres({ directory, log: (line) => lines.push(line) });
  expect(lines[0]).toBe(`Stopping a Postgres (process ${orphan.pid}) left behind by an earlier run`);
  expect(orphan.exitCode).toBe(0);
  expect(await askPostgres(server.url, 'SELECT n FROM committed')).toEqual([[8]]);
  await server.stop();
});

test('is not misled by a pid file whose number belongs to another program by now', async () => {
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n1\n\n127.0.0.1\n\nready\n`);
  const server = await startPostgres({ directory });
  expect(await askPostgres(server.url, 'SELECT 1')).toEqual([[1]]);
  await server.stop();
});
