import { raceWriters } from '@headwater/kit/testing/race-writers';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { createPurgedSitesCleanup } from '../src/cleanup';
import { findSitesWithShareLinks } from '../src/store/share-links';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('the share links of a site', () => {
  it('are deleted when the site is purged, and kept while it can be restored', async () => {
    const make = async (domain: string): Promise<number> => {
      const made = await gateway.request('POST', '/api/v1/sites', { json: { domain } });
      const id = Number(made.body['id']);
      await gateway.request('POST', `/api/v1/sites/${id}/share-links`, { json: {} });
      await gateway.request('DELETE', `/api/v1/sites/${id}`);
      return id;
    };
    // The sites stand-in treats sites with this name prefix as purged.
    const [purged, binned] = [
      await make('purged-with-links.example'),
      await make('binned-with-links.example'),
    ];
    const kept = async (): Promise<number[]> => {
      const { rows } = await gateway.database.pool.query<{ site_id: string }>(
        'SELECT site_id FROM gateway.share_links WHERE site_id = ANY ($1) ORDER BY id',
        [[purged, binned]],
      );
      return rows.map(({ site_id }) => Number(site_id));
    };
    expect(await kept()).toEqual([purged, binned]);
    const replica = await gateway.startReplica({}, { cleanupIntervalMs: 20 });
    try {
      await waitFor('the links of the purged site to go', async () => !(await kept()).includes(purged));
      expect(await kept()).toEqual([binned]);
      const { body } = await gateway.request('GET', `/api/v1/sites/${purged}/purge`);
      expect(body).toMatchObject({ certificate: { rows: { events: 3, share_links: 1 } } });
    } finally {
      await replica.stop();
    }
  });

  it('are deleted before the certificate of the purge, which counts them', async () => {
    const made = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'purged-now.example' } });
    const path = `/api/v1/sites/${String(made.body['id'])}`;
    for (const name of ['one', 'two'])
      expect((await gateway.request('POST', `${path}/share-links`, { json: { name } })).status).toBe(201);
    await gateway.request('DELETE', path);
    const [first, again] = [
      await gateway.request('GET', `${path}/purge`),
      await gateway.request('GET', `${path}/purge`),
    ];
    expect(first.body).toMatchObject({ certificate: { rows: { share_links: 2 } } });
    expect(again.body).toEqual(first.body);
    const { rowCount } = await gateway.database.pool.query(
      'SELECT FROM gateway.share_links WHERE site_id = $1',
      [made.body['id']],
    );
    expect(rowCount).toBe(0);
  });

  it('are checked for a few sites per run, and eventually for all', async () => {
    const { pool } = gateway.database;
    const checkedSites: number[] = [];
    const GetPurge = ({ siteId }: { siteId?: number }) => {
      checkedSites.push(siteId ?? 0);
      return Promise.resolve({ state: 'active' });
    };
    const cleanUp = createPurgedSitesCleanup(pool, { GetPurge } as never, 1);
    const all = await findSitesWithShareLinks(pool, { workspaceId: 0, siteId: 0 }, 1_000);
    for (let run = 0; run <= all.length + 1; run += 1) await cleanUp();
    expect(checkedSites.slice(0, all.length)).toEqual(all.map(({ siteId }) => siteId));
    expect(checkedSites.at(-1)).toBe(all[0]?.siteId);
  });
});

describe('the cleanup of share links', () => {
  it('treats an unknown site as purged, and retries after an outage', async () => {
    const checkedSites: number[] = [];
    const outcomes: (() => Promise<{ state: string }>)[] = [
      () => Promise.reject(failure('site_not_found', 'No such site.')),
      () => Promise.reject(failure('upstream_unavailable', 'Not now.')),
      () => Promise.resolve({ state: 'active' }),
    ];
    const GetPurge = ({ siteId = 0 }: { siteId?: number }) => {
      checkedSites.push(siteId);
      return outcomes.shift()?.();
    };
    const { pool } = gateway.database;
    const { workspaceId } = gateway.ours;
    const begin = 900_000_000;
    await pool.query('DELETE FROM gateway.share_links');
    await pool.query(
      `INSERT INTO gateway.share_links (workspace_id, site_id, name, slug, key_secret, created_at)
       SELECT $1, $2 + n, 'one', 'cleanup-' || n, decode(repeat('00', 32), 'hex'), now() FROM generate_series(1, 2) AS n`,
      [workspaceId, begin],
    );
    const cleanUp = createPurgedSitesCleanup(pool, { GetPurge } as never);
    await expect(cleanUp()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    await cleanUp();
    expect(checkedSites).toEqual([1, 2, 2].map((n) => begin + n));
    expect(await findSitesWithShareLinks(pool, { workspaceId: 0, siteId: 0 }, 10)).toEqual([
      { workspaceId, siteId: begin + 2 },
    ]);
  });
});

describe('concurrently created share links', () => {
  it('never exceed the limit of a site', async () => {
    const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'many.example' } });
    const id = Number(body['id']);
    await gateway.database.pool.query(
      `INSERT INTO gateway.share_links (workspace_id, site_id, name, slug, key_secret, created_at)
       SELECT $1, $2, 'one', 'slug-' || n, decode(repeat('00', 32), 'hex'), now() FROM generate_series(1, 99) AS n`,
      [gateway.ours.workspaceId, id],
    );
    const path = `/api/v1/sites/${id}/share-links`;
    const make = () => gateway.request('POST', path, { json: {} });
    await raceWriters(gateway.database.pool, 'gateway.share_links', () =>
      Promise.all(Array.from({ length: 8 }, make)),
    );
    expect((await gateway.request('GET', path)).body['shareLinks']).toHaveLength(100);
    expect((await make()).status).toBe(400);
  });
});
