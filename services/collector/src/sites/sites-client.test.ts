import { startRpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import type { Handlers } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';
import { createSitesClient } from './sites-client';

it('returns claims as sent, and no purge times, while sites is older than the collector', async () => {
  const { definition, ...service } = loadSites();
  const { ClaimEvents: _claims, ListPurgeTimes: _times, ...older } = definition;
  const server = await startRpcServer({
    service: { ...service, definition: older },
    handlers: {} as Handlers<typeof older>,
    ...{ host: '127.0.0.1', port: 0, log: silentLog() },
  });
  const sites = createSitesClient(`127.0.0.1:${server.port}`, rpcTrust({}));
  const eventId = '0197a5c8-0000-4000-8000-00000000000a';
  const claim = { workspaceId: 1, siteId: 7, eventId, fingerprint: 5, timeMs: 9 };
  expect(await sites.claimEvents([claim])).toEqual([claim]);
  expect(await sites.purgeTimes([7])).toEqual(new Map());
  sites.close();
  await server.stop(0);
});

it('reports sites as unavailable, with Retry-After, when it does not answer in time', async () => {
  const never: Pick<Handlers<SitesDefinition>, 'VerifySiteKey'> = {
    VerifySiteKey: () => new Promise(() => undefined),
  };
  const server = await startRpcServer({
    service: loadSites(),
    handlers: never as Handlers<SitesDefinition>,
    host: '127.0.0.1',
    port: 0,
    log: silentLog(),
  });
  const sites = createSitesClient(`127.0.0.1:${server.port}`, rpcTrust({}));
  await expect(sites.verifySiteKey(1, 'key')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    retryAfterSeconds: 1,
  });
  sites.close();
  await server.stop(0);
});
