import { createLog } from '@headwater/kit/log';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';
import { SITE } from './requests';

/** A sites service that knows one site, and answers only what the collector asks. */
export async function startSites(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const asked: Pick<Handlers<SitesDefinition>, 'VerifySiteKey' | 'MarkInstalled'> = {
    VerifySiteKey: () =>
      Promise.resolve({
        verdict: 'SITE_KEY_VERDICT_VALID',
        workspaceId: SITE.workspaceId,
        domain: SITE.domain,
        installed: true,
      }),
    MarkInstalled: () => Promise.resolve({}),
  };
  const server = await startRpcServer({
    service: loadSites(),
    handlers: asked as Handlers<SitesDefinition>,
    host: '127.0.0.1',
    port: 0,
    log: createLog('bench', 'silent'),
  });
  return { address: `127.0.0.1:${server.port}`, stop: () => server.stop(100) };
}
