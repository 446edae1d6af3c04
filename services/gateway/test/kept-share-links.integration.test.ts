import { allAtOnce } from '@headwater/kit/testing/all-at-once';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { createForgetPurgedSites } from '../src/forget-purged-sites';
import { createShareLinks } from '../src/store/share-links';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('share links of a site', () => {
  it('go with it when it is purged, and stay while it is in the bin', async () => {
    const make = async (domain: string): Promise<number> => {
      const made = await gateway.ask('POST', '/api/v1/sites', { json: { domain } });
      const id = Number(made.body['id']);
      await gateway.ask('POST', `/api/v1/sites/${id}/share-links`, { json: {} });
      await gateway.ask('DELETE', `/api/v1/sites/${id}`);
      return id;
    };
    // The stand-in of sites takes those whose names begin so for purged.
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
    const replica = await gateway.startReplica({}, { sweepEveryMs: 20 });
    try {
      await waitFor('the links of the purged site to go', async () => !(await kept()).includes(purged));
      expect(await kept()).toEqual([binned]);
    } finally {
      await replica.stop();
    }
  });

  it('are looked at a few sites at a time, all in the end', async () => {
    const links = createShareLinks(gateway.database.pool);
    const asked: number[] = [];
    const GetPurge = ({ siteId }: { siteId?: number }) => {
      asked.push(siteId ?? 0);
      return Promise.resolve({ state: 'active' });
    };
    const forget = createForgetPurgedSites(links, { GetPurge } as never, 1);
    const all = await links.listSites({ workspaceId: 0, siteId: 0 }, 1_000);
    for (let turn = 0; turn <= all.length + 1; turn += 1) await forget();
    expect(asked.slice(0, all.length)).toEqual(all.map(({ siteId }) => siteId));
    expect(asked.at(-1)).toBe(all[0]?.siteId);
  });
});

describe('the clean-up of share links', () => {
  it('takes a site that nobody knows for gone, and tries again after an outage', async () => {
    const asked: number[] = [];
    const forgotten: number[] = [];
    const outcomes: (() => Promise<{ state: string }>)[] = [
      () => Promise.reject(failure('site_not_found', 'No such site.')),
      () => Promise.reject(failure('upstream_unavailable', 'Not now.')),
      () => Promise.resolve({ state: 'active' }),
    ];
    const GetPurge = ({ siteId = 0 }: { siteId?: number }) => {
      asked.push(siteId);
      return outcomes.shift()?.();
    };
    const found = [1, 2].map((siteId) => ({ workspaceId: 1, siteId }));
    const forget = createForgetPurgedSites(
      {
        listSites: (after) => Promise.resolve(found.filter(({ siteId }) => siteId > after.siteId)),
        forgetSite: ({ siteId }) => Promise.resolve(void forgotten.push(siteId)),
      },
      { GetPurge } as never,
    );
    await expect(forget()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    await forget();
    expect(asked).toEqual([1, 2, 2]);
    expect(forgotten).toEqual([1]);
  });
});

describe('share links that are made at once', () => {
  it('are never more than a site may have', async () => {
    const { body } = await gateway.ask('POST', '/api/v1/sites', { json: { domain: 'many.example' } });
    const id = Number(body['id']);
    await gateway.database.pool.query(
      `INSERT INTO gateway.share_links (workspace_id, site_id, name, slug, key_secret, created_at)
       SELECT $1, $2, 'one', 'slug-' || n, decode(repeat('00', 32), 'hex'), now() FROM generate_series(1, 99) AS n`,
      [gateway.ours.workspaceId, id],
    );
    const path = `/api/v1/sites/${id}/share-links`;
    const make = () => gateway.ask('POST', path, { json: {} });
    await allAtOnce(gateway.database.pool, 'gateway.share_links', () =>
      Promise.all(Array.from({ length: 8 }, make)),
    );
    expect((await gateway.ask('GET', path)).body['shareLinks']).toHaveLength(100);
    expect((await make()).status).toBe(400);
  });
});
