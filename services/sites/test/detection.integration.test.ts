import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { Network } from '../src/outbound/network';
import { sitesModule } from '../src/module';
import { OURS, START, startSites, type SitesFixture } from './sites-fixture';

const visits = new Map<string, number>();
const server = createServer((request, response) => {
  const host = request.headers.host ?? '';
  visits.set(host, (visits.get(host) ?? 0) + 1);
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<html lang="en"><title>The Shop</title><script src="https://cdn.shopify.com/x.js"></script>');
});
/** Resolves every name to the server of this test, except names that begin with `unknown`. */
const local: Network = {
  addressesOf: (host) => Promise.resolve(host.startsWith('unknown') ? [] : ['127.0.0.1']),
  mayVisit: () => true,
  portOf: () => (server.address() as AddressInfo).port,
};

let sites: SitesFixture;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  sites = await startSites(local);
});
afterAll(async () => {
  await sites.stop();
  server.close();
  server.closeAllConnections();
});

const create = async (domain: string, more: { categories?: string[]; detect?: boolean } = {}) => {
  const { site } = await sites.calls.CreateSite({ domain, detect: true, ...more }, OURS);
  return site?.id ?? 0;
};
const detected = (id: number): Promise<Site__Output> =>
  waitFor('the detection', async () => {
    const site = await sites.calls.GetSite({ id }, OURS);
    return site.detection?.status !== 'pending' && site;
  });

describe('detection', () => {
  it('stores the facts of the home page and sets categories on a site without any', async () => {
    const site = await detected(await create('shop.example'));
    expect(site.categories).toEqual(['ecommerce']);
    expect(site.detection).toMatchObject({
      status: 'done',
      checkedAtMs: START,
      title: 'The Shop',
      language: 'en',
      platform: 'Shopify',
      snippetFound: false,
      suggestedCategories: ['ecommerce'],
    });
    // The server of this test has no TLS.
    expect(site.detection?.findings.map(({ code }) => code)).toEqual(['no_https', 'snippet_missing']);
  });

  it('never overwrites categories of the customer', async () => {
    const site = await detected(await create('set.example', { categories: ['blog'] }));
    expect(site.categories).toEqual(['blog']);
    expect(site.detection?.suggestedCategories).toEqual(['ecommerce']);
  });

  it('fails with a finding for a name without addresses', async () => {
    const { detection } = await detected(await create('unknown.example'));
    expect(detection).toMatchObject({ status: 'failed', findings: [{ code: 'name_not_found' }] });
    expect(detection?.title).toBeUndefined();
  });

  it('runs again on request, but not within a minute', async () => {
    const id = await create('again.example', { detect: false });
    expect(await sites.calls.DetectSite({ siteId: id }, OURS)).toMatchObject({ status: 'pending' });
    await detected(id);
    expect(await sites.calls.DetectSite({ siteId: id }, OURS)).toMatchObject({ status: 'done' });
    sites.clock.set(START + 60_000);
    expect(await sites.calls.DetectSite({ siteId: id }, OURS)).toMatchObject({ status: 'pending' });
    expect((await detected(id)).detection?.checkedAtMs).toBe(START + 60_000);
    expect(visits.get('again.example')).toBe(2);
  });

  it("treats another workspace's site and a deleted site like an unknown one", async () => {
    const id = await create('ours.example', { detect: false });
    const deleted = await create('deleted.example', { detect: false });
    await sites.calls.DeleteSite({ id: deleted }, OURS);
    for (const [siteId, workspaceId] of [
      [id, 2],
      [deleted, 1],
      [999_999, 1],
    ] as const)
      await expect(sites.calls.DetectSite({ siteId }, { workspaceId })).rejects.toMatchObject({
        code: 'site_not_found',
      });
    expect((await sites.calls.GetSite({ id }, OURS)).detection).toBeUndefined();
  });

  it('runs each detection once on three replicas, and that of a crashed replica after its lease', async () => {
    const secretsKeys = [Buffer.alloc(32, 7)] as const;
    const config = { host: '127.0.0.1', port: 0, databaseUrl: sites.database.url, secretsKeys };
    const deps = { log: silentLog(), clock: sites.clock, network: local, detectIntervalMs: 20 };
    const { rows } = await sites.database.pool.query<{ id: string }>(
      `INSERT INTO sites.sites (workspace_id, domain, name, timezone, site_key, created_at, detection_status,
         detection_claimed_until)
       SELECT 1, 'many' || n || '.example', 'x', 'UTC', repeat('k', 20), now(), 'pending', $1
       FROM generate_series(1, 30) n RETURNING id`,
      [new Date(sites.clock.now() + 1)],
    );
    const replicas = [sitesModule(config, deps), sitesModule(config, deps)];
    await Promise.all(replicas.map((replica) => replica.start()));
    expect([...visits.keys()].filter((host) => host.startsWith('many'))).toEqual([]);
    sites.clock.set(sites.clock.now() + 1);
    await Promise.all(rows.map(({ id }) => detected(Number(id))));
    await Promise.all(replicas.map((replica) => replica.stop()));
    const counts = [...visits].filter(([host]) => host.startsWith('many')).map(([, count]) => count);
    expect(counts).toEqual(Array.from({ length: 30 }, () => 1));
  });
});

describe('disabled detection', () => {
  it('fails immediately with a finding and resolves no name', async () => {
    let lookups = 0;
    const counting: Network = {
      ...local,
      addressesOf: () => {
        lookups += 1;
        return Promise.resolve([]);
      },
    };
    const off = await startSites(counting, { detection: 'off' });
    const { site } = await off.calls.CreateSite({ domain: 'unseen.example', detect: true }, OURS);
    const { detection } = await waitFor('the end', async () => {
      const found = await off.calls.GetSite({ id: site?.id ?? 0 }, OURS);
      return found.detection?.status !== 'pending' && found;
    });
    expect(detection).toMatchObject({ status: 'failed', findings: [{ code: 'switched_off' }] });
    expect(lookups).toBe(0);
    await off.stop();
  });
});
