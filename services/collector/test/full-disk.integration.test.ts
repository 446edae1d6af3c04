import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import { logSkipped } from '@headwater/kit/testing/program';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { collectorProcess, type CollectorProcess } from './chaos/collector-process';
import { browserEvent, CHROME, pageview, SHOP, UNLIMITED } from './fixtures/collector-fixture';
import { startSites, type SitesStandIn } from './fixtures/sites-stand-in';

const DISK_MIB = 40;
const MIB = 1_048_576;
/** Four of them are as much as a request may hold. */
const props = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, 'x'.repeat(490)]));
const EVENTS = 4;

const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]).status === 0;
const missing = 'no small disk can be mounted here';
if (mounted) describe('a collector whose disk is full', describeFullDisk);
else {
  rmdirSync(disk);
  logSkipped(missing);
  it.skip(`a collector whose disk is full (${missing})`, () => undefined);
}

function describeFullDisk(): void {
  let clickhouse: TestClickhouse;
  let proxy: FaultProxy;
  let sites: SitesStandIn;
  let collector: CollectorProcess;
  const acknowledged = new Set<string>();
  /** Fills what the log does not. */
  const ballast = join(disk, 'ballast');

  beforeAll(async () => {
    clickhouse = await migratedClickhouse();
    const engine = new URL(clickhouse.url);
    proxy = await startFaultProxy({ host: engine.hostname, port: Number(engine.port) });
    engine.host = `127.0.0.1:${proxy.port}`;
    sites = await startSites([SHOP]);
    collector = await collectorProcess({
      CLICKHOUSE_URL: engine.toString(),
      SITES_ADDRESS: sites.address,
      COLLECTOR_LOG_DIR: join(disk, 'log'),
      ...UNLIMITED,
    });
    await collector.start();
  });
  afterAll(async () => {
    await collector.kill();
    await sites.stop();
    await proxy.stop();
    await clickhouse.drop();
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  });

  const send = async (count = EVENTS): Promise<Response> => {
    const events = Array.from({ length: count }, () => browserEvent({ name: 'large', props }));
    const response = await fetch(`${collector.url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': CHROME },
      body: JSON.stringify(pageview({}, { events })),
    });
    if (response.status === 202) for (const { id } of events) acknowledged.add(String(id));
    return response;
  };
  const freeMib = (): number => {
    const { bavail, bsize } = statfsSync(disk);
    return (bavail * bsize) / MIB;
  };
  const expectRefusal = async (answer: Response): Promise<void> => {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'upstream_unavailable' });
  };
  const fill = async (): Promise<Response> => {
    for (let requests = 0; requests < 2_000; requests++) {
      const answer = await send();
      if (answer.status !== 202) return answer;
      await answer.arrayBuffer();
    }
    throw new Error('The disk was not filled.');
  };
  const lost = async (): Promise<number> => {
    const result = await clickhouse.client.query({
      query: 'SELECT DISTINCT toString(event_id) AS id FROM events',
      format: 'JSONEachRow',
    });
    const stored = new Set((await result.json<{ id: string }>()).map(({ id }) => id));
    return [...acknowledged].filter((id) => !stored.has(id)).length;
  };

  test('takes events until nothing more fits, and refuses the rest with Retry-After', async () => {
    proxy.cut();
    await expectRefusal(await fill());
    // Nothing is kept free for later files while records are refused.
    expect(freeMib()).toBeLessThan(1);
    for (let again = 0; again < 20; again++) await expectRefusal(await send());
    expect(readdirSync(join(disk, 'log')).filter((name) => name.endsWith('.log')).length).toBeLessThan(8);
  });

  test('starts again after a kill, with the disk still full', async () => {
    await collector.kill();
    const room = Math.floor(freeMib() * MIB);
    if (room > 0) writeFileSync(ballast, Buffer.alloc(room));
    await collector.start();
    const answer = await send();
    if (answer.status !== 202) await expectRefusal(answer);
  });

  test('takes events again once there is room, without a new start, and none that it took is lost', async () => {
    rmSync(ballast, { force: true });
    proxy.recover();
    await waitFor('an event to be taken', async () => (await send(1)).status === 202, 60_000);
    await waitFor('all to be stored', async () => (await lost()) === 0, 60_000);
    expect(acknowledged.size).toBeGreaterThan(100);
  });
}
