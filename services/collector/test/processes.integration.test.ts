import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { collectorProcess, type CollectorProcess } from './chaos/collector-process';
import { startClients } from './chaos/stubborn-clients';
import { SHOP, UNLIMITED } from './fixtures/collector-fixture';
import { startSites, type SitesStandIn } from './fixtures/sites-stand-in';

let clickhouse: TestClickhouse;
let proxy: FaultProxy;
let sites: SitesStandIn;
let logDir: string;
const started: CollectorProcess[] = [];
const jobs: ChildProcess[] = [];

beforeAll(async () => {
  clickhouse = await migratedClickhouse();
  const engine = new URL(clickhouse.url);
  proxy = await startFaultProxy({ host: engine.hostname, port: Number(engine.port) });
  sites = await startSites([SHOP]);
  logDir = mkdtempSync(join(tmpdir(), 'processes-log-'));
});

// The next test uses the same directory.
afterEach(async () => {
  for (const one of started.splice(0)) await one.kill();
  for (const job of jobs.splice(0)) job.kill('SIGKILL');
});

afterAll(async () => {
  await sites.stop();
  await proxy.stop();
  await clickhouse.drop();
  rmSync(logDir, { recursive: true, force: true });
});

function environment(): Record<string, string> {
  const engine = new URL(clickhouse.url);
  engine.host = `127.0.0.1:${proxy.port}`;
  return { CLICKHOUSE_URL: engine.toString(), SITES_ADDRESS: sites.address, COLLECTOR_LOG_DIR: logDir };
}

async function start(processes: number): Promise<CollectorProcess> {
  const collector = await collectorProcess({
    ...environment(),
    COLLECTOR_PROCESSES: String(processes),
    ...UNLIMITED,
  });
  started.push(collector);
  await collector.start();
  return collector;
}

const send = (collector: CollectorProcess, events: number) =>
  startClients({ url: collector.url, events, clients: 8, random: () => 0.5 });

async function stored(): Promise<{ events: number; distinct: number }> {
  const result = await clickhouse.client.query({
    query: 'SELECT count() AS events, uniqExact(event_id) AS distinct FROM events FINAL',
    format: 'JSONEachRow',
  });
  return (await result.json<{ events: number; distinct: number }>())[0] ?? { events: 0, distinct: 0 };
}

describe('several processes', () => {
  it('lose nothing when one is killed: it is started again and ships what it had taken', async () => {
    const collector = await start(2);
    // The first one answers while the second one starts. If a process ends before it has started, the collector ends.
    await waitFor('both to open their logs', () =>
      ['.', 'process-1'].every((folder) => existsSync(join(logDir, folder, 'lock'))),
    );
    const clients = send(collector, 400);
    await waitFor('some to be acknowledged', () => clients.acknowledged.size > 50);
    const [victim = 0, other] = await waitFor('both to run', () => {
      const both = collector.children();
      return both.length === 2 && both;
    });
    proxy.freeze(); // so that its log holds events that are not shipped yet
    process.kill(victim, 'SIGKILL');
    await waitFor('it to be started again', () => {
      const now = collector.children();
      return now.length === 2 && now.includes(other ?? 0) && !now.includes(victim);
    });
    proxy.recover();
    await clients.done;
    await waitFor('all to be stored', async () => (await stored()).distinct >= 400);
    expect(await stored()).toEqual({ events: 400, distinct: 400 });
    expect(collector.log()).toContain('collector worker exited; restarting');
    await collector.kill();
  });

  it('leave no log behind when there are fewer after a restart', async () => {
    const before = await stored();
    proxy.cut();
    const three = await start(3);
    await waitFor('the third process to open its log', () => existsSync(join(logDir, 'process-2')));
    const clients = send(three, 300);
    await clients.done;
    await three.kill();
    await start(1);
    proxy.recover();
    await waitFor('all to be stored', async () => (await stored()).distinct >= before.distinct + 300);
    await waitFor(
      'their folders to be removed',
      () => !existsSync(join(logDir, 'process-1')) && !existsSync(join(logDir, 'process-2')),
    );
    expect(await stored()).toEqual({ events: before.events + 300, distinct: before.distinct + 300 });
  });
});

describe('the drain of a removed collector', () => {
  function drain() {
    const child = spawn(process.execPath, ['dist/collector.js', '--drain'], {
      cwd: join(packageRoot('@headwater/collector'), '../..'),
      env: { PATH: process.env['PATH'], ...environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    jobs.push(child);
    return { exited, isRunning: () => child.exitCode === null, output: () => output };
  }

  it('ships the logs of all its processes once ClickHouse is reachable, and ends', async () => {
    const before = await stored();
    proxy.cut();
    const two = await start(2);
    await send(two, 200).done;
    await two.kill();
    const job = drain();
    await waitFor('it to find the log', () => job.output().includes('event log of the previous run found'));
    expect(job.isRunning()).toBe(true);
    expect((await stored()).distinct).toBe(before.distinct);
    proxy.recover();
    expect([await job.exited, job.output()]).toEqual([0, expect.stringContaining('event log drained')]);
    expect(await stored()).toEqual({ events: before.events + 200, distinct: before.distinct + 200 });
    expect(existsSync(join(logDir, 'process-1'))).toBe(false);
  });

  it('fails while a collector uses the directory', async () => {
    const running = await start(1);
    const job = drain();
    expect([await job.exited, job.output()]).toEqual([
      1,
      expect.stringContaining('in use by another process'),
    ]);
    await running.kill();
  });
});
