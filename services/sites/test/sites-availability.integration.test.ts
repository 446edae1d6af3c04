import { Client as GrpcClient, credentials } from '@grpc/grpc-js';
import { fixedClock } from '@headwater/kit/clock';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { loadSites } from '@headwater/protos/services';
import { service as healthDefinition } from 'grpc-health-check';
import { sitesModule } from '../src/module';
import { startSites, type SitesFixture } from './sites-fixture';

const OURS = { workspaceId: 1 };

describe('the sites service with Postgres', () => {
  let sites: SitesFixture;

  beforeAll(async () => {
    sites = await startSites();
  });
  afterAll(() => sites.stop());

  it('is ready and reports SERVING to health checks', async () => {
    expect(await sites.ready()).toBe(true);
    const client = new GrpcClient(sites.address, credentials.createInsecure());
    const check = healthDefinition['Check'];
    if (!check) throw new Error('the health service has no method Check');
    const response = await new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        check.path,
        check.requestSerialize,
        check.responseDeserialize,
        { service: 'headwater.sites.v1.Sites' },
        (error, value) => (error ? reject(error) : resolve(value)),
      );
    });
    client.close();
    expect(response).toEqual({ status: 'SERVING' });
  });

  it('recovers after Postgres has closed every connection', async () => {
    await sites.calls.CreateSite({ domain: 'cut.example' }, OURS);
    await sites.database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const listed = await waitFor('the sites', () => sites.calls.ListSites({}, OURS));
    expect(listed.sites.map(({ domain }) => domain)).toEqual(['cut.example']);
  });
});

test('the sites service refuses to start on a schema with a breaking migration that it does not have', async () => {
  const sites = await startSites();
  try {
    await sites.database.pool.query(`
      INSERT INTO sites.migrations (name, run_on) VALUES ('9999_newer', now());
      CREATE TABLE sites.breaking_migrations (name text, reason text);
      INSERT INTO sites.breaking_migrations VALUES ('9999_newer', 'drops the column x')`);
    await expect(sites.startReplica()).rejects.toThrow(
      'The schema sites is too new for this program: it has the breaking migration 9999_newer (drops the column x).',
    );
  } finally {
    await sites.stop();
  }
});

describe('the sites service without Postgres', () => {
  const module = sitesModule(
    // Port 1 refuses connections.
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none',
      secretsKeys: [Buffer.alloc(32)],
    },
    { log: silentLog(), clock: fixedClock(0) },
  );

  beforeAll(() => module.start());
  afterAll(() => module.stop());

  it('is not ready', async () => {
    expect(await module.ready?.()).toBe(false);
  });

  it('returns a retry time for every method, without details of the failure', async () => {
    const client = createRpcClient({
      service: loadSites(),
      address: `127.0.0.1:${module.ports().grpc}`,
    });
    const { calls } = client;
    const attempts = [
      calls.ListSites({}, OURS),
      calls.ListSites({ deleted: true }, OURS),
      calls.CreateSite({ domain: 'example.com' }, OURS),
      calls.GetSite({ id: 1 }, OURS),
      calls.UpdateSite({ id: 1, name: 'x' }, OURS),
      calls.DeleteSite({ id: 1 }, OURS),
      calls.RestoreSite({ id: 1 }, OURS),
      calls.VerifySiteKey({ siteId: 1, siteKey: 'x' }),
      calls.MarkInstalled({ siteId: 1 }),
    ];
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({
        status: 'rejected',
        reason: {
          kind: 'unavailable',
          code: 'upstream_unavailable',
          message: expect.not.stringMatching(/ECONN|127/) as unknown,
          retryAfterSeconds: 1,
        },
      });
    client.close();
  });
});
