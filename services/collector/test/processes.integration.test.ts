import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
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

beforeAll(async () => {
  clickhouse = await testClickhouse();
  await migrateEventStore(clickhouse.client);
  const engine = new URL(clickhouse.url);
  proxy = await startFaultProxy({ host: engine.hostname, port: Number(engine.port) });
  sites = await startSites([SHOP]);
  logDir = mkdtempSync(join(tmpdir(), 'processes-log-'));
});

afterAll(async () => {
  for (const one of started) await one.kill();
  await sites.stop();
  await proxy.stop();
  await clickhouse.drop();
  rmSync(logDir, { recursive: true, force: true });
});

async function start(processes: number): Promise<CollectorProcess> {
  const engine = new URL(clickhouse.url);
  engine.host = `127.0.0.1:${proxy.port}`;
  const collector = await collectorProcess({
    CLICKHOUSE_URL: engine.toString(),
    SITES_ADDRESS: sites.address,
    COLLECTOR_LOG_DIR: logDir,
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
    const clients = send(three, 300);
    await clients.done;
    await three.kill();
    expect(existsSync(join(logDir, 'process-2'))).toBe(true);
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
