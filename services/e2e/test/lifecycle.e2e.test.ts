import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../src/api';
import { startProcess, type RunningProcess } from '../src/child-process';

const FREE_PORTS = {
  GATEWAY_PORT: '0',
  COLLECTOR_PORT: '0',
  COLLECTOR_GRPC_PORT: '0',
  SITES_PORT: '0',
  IDENTITY_PORT: '0',
  ANALYTICS_PORT: '0',
};

let dataDir: string;
let running: RunningProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-life-'));
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  running?.child.kill('SIGKILL');
  await waitFor('the processes of the test to exit', async () => (await processesOf(dataDir)).length === 0);
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<Omit<System, 'stop'>> {
  running = startProcess('all-in-one', { DATA_DIR: dataDir, ...FREE_PORTS, ...env });
  await running.line('that it is ready', (line) => line.includes('Headwater is ready') || undefined, 60_000);
  return {
    ...(JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as {
      apiUrl: string;
      collectUrl: string;
    }),
    token: env['BOOTSTRAP_TOKEN'] ?? readFileSync(join(dataDir, 'token'), 'utf8').trim(),
  };
}

/** Ids of all processes with the data directory in their command line or environment. */
async function processesOf(directory: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    `grep -lsaF -- '${directory}' /proc/[0-9]*/cmdline /proc/[0-9]*/environ || true`,
  ]);
  const own = new Set([process.pid]);
  const pids = new Set(
    stdout
      .split('\n')
      .filter(Boolean)
      .map((path) => Number(path.split('/')[2])),
  );
  return [...pids].filter((pid) => !own.has(pid) && isAlive(pid));
}

/** False for a process that has exited, also while it waits to be reaped. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('keeps its data, token and keys after a clean restart, and leaves no process running', async () => {
  const first = await start();
  await callApi({ ...first, stop: () => Promise.resolve() }, 'POST', '/api/v1/sites', {
    body: { domain: 'kept.example' },
  });
  running?.child.kill('SIGINT');
  await waitFor('the parent to exit', () => running?.child.exitCode !== null);
  expect(running?.child.exitCode).toBe(0);
  expect(await processesOf(dataDir)).toEqual([]);
  const keys = readFileSync(join(dataDir, 'hmac-keys'), 'utf8');
  for (const file of ['token', 'hmac-keys']) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);

  const second = await start();
  expect(second.token).toBe(first.token);
  expect(readFileSync(join(dataDir, 'hmac-keys'), 'utf8')).toBe(keys);
  const { body } = await callApi({ ...second, stop: () => Promise.resolve() }, 'GET', '/api/v1/sites');
  expect(body.sites).toEqual([expect.objectContaining({ domain: 'kept.example' })]);
}, 120_000);

test('after SIGKILL no process is left, and all acknowledged events exist after the next start', async () => {
  const system = { ...(await start()), stop: () => Promise.resolve() };
  const { body: site } = await callApi(system, 'POST', '/api/v1/sites', {
    body: { domain: 'killed.example' },
  });
  const events = Array.from({ length: 200 }, (_, index) => ({ anonymous_id: `v${index}`, name: 'ping' }));
  const sent = await callApi(system, 'POST', `/api/v1/sites/${site.id}/events`, { body: { events } });
  expect(sent.body.accepted).toBe(200);
  running?.child.kill('SIGKILL');
  await waitFor(
    'the engines to exit with their parent',
    async () => (await processesOf(dataDir)).length === 0,
  );

  const again = { ...(await start()), stop: () => Promise.resolve() };
  const { body } = await callApi(again, 'GET', `/api/v1/sites/${site.id}/events/ping?range=2d`);
  expect(body.data).toMatchObject({ events: 200, uniqueVisitors: 200 });
}, 120_000);

test.each([
  ['Postgres', 'postgres/data'],
  ['ClickHouse', 'clickhouse-child'],
])(
  'exits when %s is killed, leaves no process running, and has all acknowledged events after the next start',
  async (_name, argument) => {
    const system = { ...(await start()), stop: () => Promise.resolve() };
    const { body: site } = await callApi(system, 'POST', '/api/v1/sites', {
      body: { domain: 'engine.example' },
    });
    const events = Array.from({ length: 50 }, (_, index) => ({ anonymous_id: `v${index}`, name: 'ping' }));
    const sent = await callApi(system, 'POST', `/api/v1/sites/${site.id}/events`, { body: { events } });
    expect(sent.body.accepted).toBe(50);
    const engine = (await processesOf(dataDir)).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(argument),
    );
    if (engine === undefined) throw new Error(`no process with ${argument}`);
    process.kill(engine, 'SIGKILL');
    await expect(running?.ended).resolves.toBe(1);
    expect(running?.output()).toContain('exited unexpectedly (SIGKILL)');
    expect(running?.output()).toContain('Stopping; start again to recover.');
    await waitFor('all processes to exit', async () => (await processesOf(dataDir)).length === 0);

    const again = { ...(await start()), stop: () => Promise.resolve() };
    const count = async (): Promise<number> => {
      const { body } = await callApi(again, 'GET', `/api/v1/sites/${site.id}/events/ping?range=2d`);
      return (body as { data: { events: number } }).data.events;
    };
    await waitFor('all events to be stored', async () => (await count()) >= 50);
    expect(await count()).toBe(50);
  },
  120_000,
);

test('refuses to start twice on one data directory, and names the running process', async () => {
  await start();
  const second = startProcess('all-in-one', { DATA_DIR: dataDir, ...FREE_PORTS });
  await waitFor('the second process to exit', () => second.child.exitCode !== null, 20_000);
  expect(second.child.exitCode).toBe(1);
  expect(second.output()).toContain(`is in use by process ${running?.child.pid ?? ''}`);
  expect(running?.child.exitCode).toBeNull();
}, 90_000);

test('prints three commands that work', async () => {
  await start();
  const commands = (running?.output() ?? '').split('\n').filter((line) => /^ {2}(SITE=|curl )/.test(line));
  expect(commands).toHaveLength(3);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')]);
  expect(stdout).toContain('"accepted":2');
  expect(stdout).toContain('"events":1,"uniqueVisitors":1,"pageviews":1');
}, 90_000);

test('reports all invalid settings together and creates nothing', async () => {
  const wrong = startProcess('all-in-one', {
    DATA_DIR: dataDir,
    GATEWAY_PORT: 'http',
    LOG_LEVEL: 'loud',
    BOOTSTRAP_TOKEN: 'secret',
  });
  await waitFor('the process to exit', () => wrong.child.exitCode !== null, 20_000);
  expect(wrong.child.exitCode).toBe(2);
  for (const name of ['GATEWAY_PORT', 'LOG_LEVEL', 'BOOTSTRAP_TOKEN']) expect(wrong.output()).toContain(name);
  expect(() => statSync(join(dataDir, 'postgres'))).toThrow();
});
