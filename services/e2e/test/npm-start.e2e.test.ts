import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeService, listServices } from '@headwater/kit/testing/reflection-client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { repositoryRoot } from '../src/child-process';

const FREE_PORTS = Object.fromEntries(
  ['GATEWAY', 'COLLECTOR', 'COLLECTOR_GRPC', 'SITES', 'IDENTITY', 'ANALYTICS'].map((name) => [
    `${name}_PORT`,
    '0',
  ]),
);

let dataDir: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-npm-'));
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGTERM');
  await waitFor('all processes to exit', () => processesOf(dataDir).length === 0, 60_000);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs `npm start` as a shell does: the returned process is npm. */
function npmStart(env: Readonly<Record<string, string>> = {}) {
  const npm = spawn('npm', ['start'], {
    cwd: repositoryRoot(),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      DATA_DIR: dataDir,
      DETECTION: 'off',
      ...FREE_PORTS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as in a terminal.
    detached: true,
  });
  started.push(npm);
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { npm, output: () => output };
}

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** All processes with the data directory in their environment or command line, except those that wait to be reaped. */
function processesOf(directory: string): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const read = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8');
      if (!`${read('environ')}${read('cmdline')}`.includes(directory) || / Z /.test(read('stat'))) return [];
      return [{ pid: Number(name), command: read('cmdline').replaceAll('\0', ' ') }];
    } catch {
      return []; // the process has exited
    }
  });
}

test('a signal to npm stops everything, no build process stays, and grpcurl-like clients can read every service', async () => {
  const { npm, output } = npmStart();
  await waitFor('npm start', () => output().includes('Headwater is ready') || npm.exitCode !== null, 90_000);
  expect(npm.exitCode).toBeNull();

  const apiUrl = /API\s+(\S+)/.exec(output())?.[1];
  expect((await fetch(`${apiUrl}/readyz`)).status).toBe(200);

  const commands = processesOf(dataDir).map(({ command }) => command);
  expect(commands.filter((command) => command.includes('scripts/start.mjs'))).toHaveLength(1);
  expect(commands.filter((command) => /esbuild|build\.mjs/.test(command))).toEqual([]);

  const ports = [...output().matchAll(/(\w+) 127\.0\.0\.1:(\d+)/g)].map(([, name, port]) => ({ name, port }));
  expect(ports.map(({ name }) => name).sort()).toEqual(['analytics', 'collector', 'identity', 'sites']);
  for (const { port } of ports) {
    const target = `127.0.0.1:${port}`;
    const services = await listServices(target);
    expect(services).toContain('grpc.health.v1.Health');
    expect(services.filter((service) => service.startsWith('headwater.'))).toHaveLength(1);
    for (const service of services) await expect(describeService(target, service)).resolves.toEqual([]);
  }

  npm.kill('SIGTERM');
  await waitFor('everything to stop', () => processesOf(dataDir).length === 0, 60_000);
  expect(output()).toContain('stopped; data is kept');
}, 180_000);

test('Ctrl-C, which the terminal and npm both send, stops everything cleanly', async () => {
  const { npm, output } = npmStart();
  await waitFor('npm start', () => output().includes('Headwater is ready') || npm.exitCode !== null, 90_000);
  if (npm.pid === undefined) throw new Error('npm did not start');
  process.kill(-npm.pid, 'SIGINT');
  await waitFor('everything to stop', () => processesOf(dataDir).length === 0, 60_000);
  expect(output()).toContain('stopped; data is kept');
  expect(output()).not.toContain('second signal');
}, 180_000);

// npm forwards neither of them.
test.each(['SIGHUP', 'SIGKILL'] as const)(
  'everything stops cleanly when %s ends npm',
  async (signal) => {
    const { npm, output } = npmStart();
    await waitFor(
      'npm start',
      () => output().includes('Headwater is ready') || npm.exitCode !== null,
      90_000,
    );
    npm.kill(signal);
    await waitFor('everything to stop', () => processesOf(dataDir).length === 0, 60_000);
    expect(output()).toContain('npm has exited. Stopping.');
    // The last line may still be in the pipe.
    await waitFor('the last line', () => output().includes('stopped; data is kept'));
  },
  180_000,
);

test('names the setting of a taken port before the databases start', async () => {
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as AddressInfo;
  try {
    const { npm, output } = npmStart({ ANALYTICS_PORT: String(port) });
    await waitFor('npm to exit', () => npm.exitCode !== null, 60_000);
    expect(npm.exitCode).toBe(1);
    expect(output()).toContain(
      `ANALYTICS_PORT: port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or set ANALYTICS_PORT to another port.`,
    );
    expect(output()).not.toContain('starting Postgres');
    expect(readdirSync(dataDir)).toEqual(['lock']);
  } finally {
    taken.close();
  }
}, 90_000);

test('says that a data directory is read-only', async () => {
  const readOnly = join(dataDir, 'read-only');
  mkdirSync(readOnly, { mode: 0o555 });
  const { npm, output } = npmStart({ DATA_DIR: process.getuid?.() === 0 ? '/proc/sys/headwater' : readOnly });
  await waitFor('npm to exit', () => npm.exitCode !== null, 60_000);
  expect(npm.exitCode).toBe(1);
  expect(output()).toMatch(/The data directory \S+ is read-only \(.*\)\. Make it writable, or set DATA_DIR/);
}, 90_000);
