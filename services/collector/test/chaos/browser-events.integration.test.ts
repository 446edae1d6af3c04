import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { CHROME, pageview } from '../fixtures/collector-fixture';
import { startCollectorsOverSites, WORKSPACE, type CollectorsOverSites } from './collectors-over-sites';

let running: CollectorsOverSites;

beforeAll(async () => {
  running = await startCollectorsOverSites();
}, 120_000);
beforeEach(async () => {
  await waitFor('sites', async () => (await post({ site: 4_711 })) === 202);
});
afterEach(() => {
  running.postgresProxy.recover();
  running.sitesProxy.recover();
});
afterAll(() => running.stop());

/** Sends a pageview as a browser does. Returns the status. */
async function post(body: Record<string, unknown> = {}, id = randomUUID()): Promise<number> {
  const { siteId: site, siteKey: key } = running;
  const response = await fetch(`${running.collectors[0].process.url}/collect`, {
    method: 'POST',
    body: JSON.stringify(pageview({ id }, { site, key, ...body })),
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
  });
  await response.arrayBuffer();
  return response.status;
}

/** Time after which the verdict of a key is checked again. */
const CACHED_MS = 4_500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function isStored(ids: readonly string[]): Promise<boolean> {
  const { client } = running.clickhouse;
  const list = ids.map((id) => `'${id}'`).join();
  const query = `SELECT count() AS n FROM events FINAL WHERE event_id IN (${list})`;
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: string }>();
  return Number(row?.n) === ids.length;
}

describe('browser events of a known site', () => {
  it.each([
    ['sitesProxy', 'cut'],
    ['sitesProxy', 'freeze'],
    ['postgresProxy', 'cut'],
    ['postgresProxy', 'freeze'],
  ] as const)('are accepted during an outage (%s: %s)', async (proxy, fault) => {
    expect(await post()).toBe(202);
    running[proxy][fault]();
    await pause(CACHED_MS);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const statuses = await Promise.all(ids.map((id) => post({}, id)));
    expect(statuses).toEqual(Array(20).fill(202));
    // Kubernetes must keep the collector in its service.
    expect((await fetch(`${running.collectors[0].process.url}/readyz`)).status).toBe(200);
    expect(await post({ site: 4_712 })).toBe(503);
    running[proxy].recover();
    await waitFor('the events', () => isStored(ids), 30_000);
  });

  it('are accepted by a collector that is killed and restarted during an outage', async () => {
    expect(await post()).toBe(202);
    const file = join(running.collectors[0].logDir, 'known-sites.json');
    await waitFor('the file', () => readFileSync(file, 'utf8').includes(running.siteKey));
    running.sitesProxy.cut();
    await running.collectors[0].process.kill();
    await running.collectors[0].process.start();
    expect(await post()).toBe(202);
  });

  it('are refused after the deletion of the site, also during a later outage', async () => {
    const { collectors, sites, sitesProxy, siteId: id } = running;
    expect(await post()).toBe(202);
    await sites.calls.DeleteSite({ id }, { workspaceId: WORKSPACE });
    // Without a visit, which would check the site.
    const file = join(collectors[0].logDir, 'known-sites.json');
    await waitFor('the removal', () => !readFileSync(file, 'utf8').includes(running.siteKey), 30_000);
    sitesProxy.cut();
    await waitFor('the end of the cached verdict', async () => (await post()) === 503);
    await collectors[0].process.kill();
    await collectors[0].process.start();
    expect(await post()).toBe(503);
  });
});
