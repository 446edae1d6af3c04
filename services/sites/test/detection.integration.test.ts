import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { Network } from '../src/outside/network';
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
/** Every name leads to the server of this test, but those that begin with `gone`. */
const local: Network = {
  addressesOf: (host) => Promise.resolve(host.startsWith('gone') ? [] : ['127.0.0.1']),
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
const looked = (id: number): Promise<Site__Output> =>
  waitFor('the look', async () => {
    const site = await sites.calls.GetSite({ id }, OURS);
    return site.detection?.status !== 'pending' && site;
  });

describe('detection', () => {
  it('tells what the home page says and fills categories where there are none', async () => {
    const site = await looked(await create('shop.example'));
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
    // The server of this test speaks no TLS.
    expect(site.detection?.findings.map(({ code }) => code)).toEqual(['no_https', 'snippet_missing']);
  });

  it('never overwrites what the customer set', async () => {
    const site = await looked(await create('set.example', { categories: ['blog'] }));
    expect(site.categories).toEqual(['blog']);
    expect(site.detection?.suggestedCategories).toEqual(['ecommerce']);
  });

  it('fails with a finding when there is nothing to look at', async () => {
    const { detection } = await looked(await create('gone.example'));
    expect(detection).toMatchObject({ status: 'failed', findings: [{ code: 'name_not_found' }] });
    expect(detection?.title).toBeUndefined();
  });

  it('looks again when asked, but not within a minute', async () => {
    const id = await create('again.example', { detect: false });
    expect(await sites.calls.DetectSite({ siteId: id }, OURS)).toMatchObject({ status: 'pending' });
    await looked(id);
    expect(await sites.calls.DetectSite({ siteId: id }, OURS)).toMatchObject({ status: 'done' });
    sites.clock.set(START + 60_000);
    expect(await sites.calls.DetectSite({ siteId: id }, OURS)).toMatchObject({ status: 'pending' });
    expect((await looked(id)).detection?.checkedAtMs).toBe(START + 60_000);
    expect(visits.get('again.example')).toBe(2);
  });

  it("knows another workspace's site, one in the bin and an unknown one no better", async () => {
    const id = await create('ours.example', { detect: false });
    const binned = await create('binned.example', { detect: false });
    await sites.calls.DeleteSite({ id: binned }, OURS);
    for (const [siteId, workspaceId] of [
      [id, 2],
      [binned, 1],
      [999_999, 1],
    ] as const)
      await expect(sites.calls.DetectSite({ siteId }, { workspaceId })).rejects.toMatchObject({
        code: 'site_not_found',
      });
    expect((await sites.calls.GetSite({ id }, OURS)).detection).toBeUndefined();
  });

  it('takes each look once on three replicas, and one that a dead replica had when its claim is over', async () => {
    const config = { host: '127.0.0.1', port: 0, databaseUrl: sites.database.url };
    const deps = { log: silentLog(), clock: sites.clock, network: local, detectEveryMs: 20 };
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
    await Promise.all(rows.map(({ id }) => looked(Number(id))));
    await Promise.all(replicas.map((replica) => replica.stop()));
    const counts = [...visits].filter(([host]) => host.startsWith('many')).map(([, count]) => count);
    expect(counts).toEqual(Array.from({ length: 30 }, () => 1));
  });
});

describe('detection that is switched off', () => {
  it('ends at once as failed, says so, and asks for no name', async () => {
    let asked = 0;
    const watched: Network = {
      ...local,
      addressesOf: () => {
        asked += 1;
        return Promise.resolve([]);
      },
    };
    const off = await startSites(watched, { detection: 'off' });
    const { site } = await off.calls.CreateSite({ domain: 'unseen.example', detect: true }, OURS);
    const { detection } = await waitFor('the end', async () => {
      const found = await off.calls.GetSite({ id: site?.id ?? 0 }, OURS);
      return found.detection?.status !== 'pending' && found;
    });
    expect(detection).toMatchObject({ status: 'failed', findings: [{ code: 'switched_off' }] });
    expect(asked).toBe(0);
    await off.stop();
  });
});
