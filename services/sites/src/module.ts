import { randomBytes } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { createPool, isPostgresUp, type Pool } from '@headwater/kit/pg/pool';
import { startRpcServer, type RpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { loadSites } from '@headwater/protos/services';
import type { SitesConfig } from './config';
import { startDetectionWorker } from './detect/detection-worker';
import { detectSite, refuseToLook } from './detect/detect-site';
import { publicNetwork, type Network } from './detect/network';
import { SITE_KEY_BYTES, siteKeyFrom } from './domain/site-key';
import { sitesHandlers } from './rpc/handlers';
import { createSitesStore } from './store/sites-store';

/** How often each replica asks for sites to look at. */
const DETECT_EVERY_MS = 2_000;

/** The sites service. Its schema must be migrated before calls come. */
export function sitesModule(
  config: Pick<SitesConfig, 'host' | 'port' | 'databaseUrl'> & Partial<SitesConfig>,
  {
    log,
    clock,
    network = publicNetwork,
    detectEveryMs = DETECT_EVERY_MS,
  }: { log: Logger; clock: Clock; network?: Network; detectEveryMs?: number },
): Module & {
  /** The gRPC port that it listens on. @throws before it has started. */
  port(): number;
} {
  let pool: Pool | undefined;
  let server: RpcServer | undefined;
  let detections: ReturnType<typeof startDetectionWorker> | undefined;
  const port = (): number => {
    if (!server) throw new Error('The sites service has not started.');
    return server.port;
  };
  return {
    name: 'sites',
    start: async () => {
      pool = createPool({ databaseUrl: config.databaseUrl, applicationName: 'headwater sites', log });
      const store = createSitesStore(pool);
      const newSiteKey = (): string => siteKeyFrom(randomBytes(SITE_KEY_BYTES));
      server = await startRpcServer({
        service: loadSites(),
        handlers: sitesHandlers({ store, clock, newSiteKey }),
        host: config.host,
        port: config.port,
        log,
        trust: rpcTrust(config),
      });
      const isOff = config.detection === 'off';
      detections = startDetectionWorker({
        ...{ store, clock, log, everyMs: detectEveryMs },
        look: isOff ? refuseToLook : (site, stopped) => detectSite(site, network, stopped),
      });
    },
    stop: async () => {
      await server?.stop();
      await detections?.stop();
      await pool?.end();
    },
    ready: async () => pool !== undefined && server !== undefined && (await isPostgresUp(pool)),
    ports: () => ({ grpc: port() }),
    port,
  };
}
