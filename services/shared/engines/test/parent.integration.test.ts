import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { isReachable } from '../src/postgres-account';
import { startEngines } from '../src/start-engines';
import { queryClickhouse, queryPostgres, scratchDirectory } from './fixture';
import { bundleParent, startParent, type Parent } from './start-parent';

const NOBODY = { uid: 65534, gid: 65534 };
const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];

const scratch = scratchDirectory();
let bundle: string;
beforeAll(async () => {
  bundle = await bundleParent();
});
afterAll(scratch.remove);

test('engines exit with a killed parent and start again immediately with their data', async () => {
  const directory = join(scratch.directory, 'killed');
  const parent = startParent([bundle, 'engines', directory]);
  const urls = await reportedUrls(parent);
  await queryPostgres(urls.databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n');
  await queryClickhouse(urls.clickhouseUrl, 'CREATE DATABASE headwater');
  parent.process.kill('SIGKILL');
  expect(await parent.ended).toBe('SIGKILL');

  const engines = await startEngines({ directory });
  expect(await queryPostgres(engines.databaseUrl, 'SELECT n FROM kept')).toEqual([[7]]);
  expect(
    await queryClickhouse(
      engines.clickhouseUrl,
      "SELECT count() FROM system.databases WHERE name = 'headwater'",
    ),
  ).toBe('1');
  await engines.stop();
  await waitForNoProcess(directory);
});

test('a killed parent leaves no process behind', async () => {
  const directory = join(scratch.directory, 'killed');
  const parent = startParent([bundle, 'engines', directory]);
  await reportedUrls(parent);
  expect(processesNaming(directory)).not.toEqual([]);
  parent.process.kill('SIGKILL');
  await parent.ended;
  await waitForNoProcess(directory);
});

test('engines write nothing to the output of their parent, which exits cleanly', async () => {
  const parent = startParent([bundle, 'engines', join(scratch.directory, 'killed')]);
  await reportedUrls(parent);
  parent.process.stdin?.end();
  expect(await parent.ended).toBe(0);
  expect(parent.output()).toMatch(/^\{[\x20-\x7e]*\}\n$/);
  expect(parent.errors()).toBe('');
});

test('exactly one of several processes locks a directory, and its kill releases the lock', async () => {
  const directory = join(scratch.directory, 'raced');
  const starters = Array.from({ length: 4 }, () => startParent([bundle, 'lock', directory]));
  const winners = await waitFor('three to be refused', () => {
    const holders = starters.filter((starter) => starter.output() !== '');
    return starters.filter((starter) => starter.errors() !== '').length === 3 && holders;
  });
  expect(winners).toHaveLength(1);
  const refused = starters.filter((starter) => starter.errors() !== '').map((starter) => starter.errors());
  for (const message of refused) expect(message).toContain(`The data directory ${directory} is in use by`);

  winners[0]?.process.kill('SIGKILL');
  await Promise.all(starters.map((starter) => starter.ended));
  const next = startParent([bundle, 'lock', directory]);
  await waitFor('the next process to hold it', () => next.output() !== '');
  next.process.stdin?.end();
  expect(await next.ended).toBe(0);
});

// As another user, the tests above cover the first test, and the second one is not possible.
const testAsRoot = process.getuid?.() === 0 ? test : test.skip;

testAsRoot('both engines run as a non-root user', async () => {
  if (!existsSync('/usr/bin/setpriv') || !isReachable(dirname(bundle), NOBODY)) {
    console.warn('skipped: needs setpriv and a checkout that every account can traverse');
    return;
  }
  const directory = join(scratch.directory, 'ordinary');
  mkdirSync(directory);
  chownSync(directory, NOBODY.uid, NOBODY.gid);
  const parent = startParent([bundle, 'engines', directory], asNobody);
  const urls = await reportedUrls(parent);
  expect(await queryPostgres(urls.databaseUrl, 'SELECT 1')).toEqual([[1]]);
  expect(await queryClickhouse(urls.clickhouseUrl, 'SELECT 1')).toBe('1');
  parent.process.stdin?.end();
  expect(await parent.ended).toBe(0);
});

testAsRoot('as root both engines run in a folder that only root can traverse', async () => {
  const closed = join(scratch.directory, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const parent = startParent([bundle, 'engines', join(closed, 'engines')]);
  const urls = await reportedUrls(parent);
  expect(await queryPostgres(urls.databaseUrl, 'SELECT 1')).toEqual([[1]]);
  parent.process.kill('SIGKILL');
  await waitForNoProcess(closed);
});

async function reportedUrls(parent: Parent): Promise<{ databaseUrl: string; clickhouseUrl: string }> {
  const line = await waitFor(
    'the engines to start',
    () => {
      if (parent.errors() !== '') throw new Error(parent.errors());
      return parent.output().endsWith('\n') && parent.output();
    },
    30_000,
  );
  return JSON.parse(line) as { databaseUrl: string; clickhouseUrl: string };
}

async function waitForNoProcess(directory: string): Promise<void> {
  await waitFor(`no process to run in ${directory}`, () => processesNaming(directory).length === 0);
}

/** Command lines of running processes with the directory: Postgres in -D, ClickHouse in its argument. */
function processesNaming(directory: string): string[] {
  return commandLines().filter((line) => line.includes(directory));
}

function commandLines(): string[] {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-e', '-o', 'command='], { encoding: 'utf8' }).stdout.split('\n');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // the process has exited
      }
    });
}
