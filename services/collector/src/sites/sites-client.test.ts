import { startRpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import type { Handlers } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';
import { createSitesClient } from './sites-client';

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
