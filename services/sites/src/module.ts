import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import type { Module } from '@headwater/kit/module';
import { ensureEventually, type Eventually } from '@headwater/kit/pg/ensure-eventually';
import { createPool, isPostgresUp, type Pool } from '@headwater/kit/pg/pool';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { startRpcServer, type RpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { toldChanges } from '@headwater/kit/told-changes';
import { IDEMPOTENT, loadAnalytics, loadSites, type AnalyticsDefinition } from '@headwater/protos/services';
import type { SitesConfig } from './config';
import { startDetectionWorker } from './detect/detection-worker';
import { detectSite, refuseToLook } from './detect/detect-site';
import { SITE_KEY_BYTES, siteKeyFrom } from './domain/site-key';
import { SECRET_BYTES, webhookSecret } from './domain/webhooks/sign-delivery';
import { createPurgeMetrics } from './metrics/purge-metrics';
import { createWebhookMetrics } from './metrics/webhook-metrics';
import { anyNetwork, publicNetwork, type Network } from './outside/network';
import { sitesHandlers } from './rpc/handlers';
import { createSitesStore } from './store/sites-store';
import { createWebhooksStore } from './store/webhooks-store';
import { startDeliveryWorker } from './webhooks/delivery-worker';
import { startGoalCounter } from './webhooks/goal-counter';
import { sendNotice } from './webhooks/send-notice';
import { startHourlySweep } from './webhooks/hourly-sweep';

/** How often each replica asks for sites to look at. */
const DETECT_EVERY_MS = 2_000;
/** How often each replica asks for notices to deliver. */
const DELIVER_EVERY_MS = 1_000;

/** The sites service. Its schema must be migrated before calls come. */
export function sitesModule(
  config: Pick<SitesConfig, 'host' | 'port' | 'databaseUrl'> & Partial<SitesConfig>,
  {
    log,
    clock,
    network = publicNetwork,
    webhookNetwork = config.webhookTargets === 'any' ? anyNetwork : network,
    detectEveryMs = DETECT_EVERY_MS,
    deliverEveryMs = DELIVER_EVERY_MS,
  }: {
    log: Logger;
    clock: Clock;
    network?: Network;
    webhookNetwork?: Network;
    detectEveryMs?: number;
    deliverEveryMs?: number;
  },
): Module & {
  /** The gRPC port that it listens on. @throws before it has started. */
  port(): number;
} {
  let pool: Pool | undefined;
  let server: RpcServer | undefined;
  let analytics: RpcClient<AnalyticsDefinition> | undefined;
  let workers: { stop(): Promise<void> }[] = [];
  let secrets: Eventually | undefined;
  let hideMetrics: readonly (() => void)[] = [];
  const postgres = toldChanges('Postgres', log);
  const port = (): number => {
    if (!server) throw new Error('The sites service has not started.');
    return server.port;
  };
  return {
    name: 'sites',
    start: async () => {
      pool = createPool({
        databaseUrl: config.databaseUrl,
        applicationName: 'headwater sites',
        limits: config,
        log,
      });
      const store = createSitesStore(pool);
      const webhooks = createWebhooksStore(pool, config.secretsKeys);
      secrets = await ensureEventually(async () => {
        await webhooks.checkWebhookSecrets();
        await webhooks.sealWebhookSecrets(clock.now());
      }, log);
      server = await startRpcServer({
        service: loadSites(),
        handlers: sitesHandlers({
          ...{ store, webhooks, clock, webhookTargets: config.webhookTargets ?? 'public' },
          newSiteKey: () => siteKeyFrom(randomBytes(SITE_KEY_BYTES)),
          newWebhookSecret: () => webhookSecret(randomBytes(SECRET_BYTES)),
          newNoticeId: () => `msg_${randomUUID().replaceAll('-', '')}`,
        }),
        host: config.host,
        port: config.port,
        log,
        trust: rpcTrust(config),
      });
      const isOff = config.detection === 'off';
      // Tests that ask for no goals name no analytics.
      const { analyticsAddress: address } = config;
      if (address !== undefined)
        analytics = createRpcClient({
          service: loadAnalytics(),
          ...{ address, idempotent: IDEMPOTENT.analytics, trust: rpcTrust(config) },
        });
      const figures = (now: number) => webhooks.webhookFigures(now);
      const metrics = createWebhookMetrics({ figures, clock, log });
      const purges = createPurgeMetrics({ figures: (now) => store.purgeFigures(now), clock, log });
      hideMetrics = [metrics.registry, purges].map((registry) => processMetrics().addRegistry(registry));
      const counting = { store: webhooks, clock, log, everyMs: deliverEveryMs };
      workers = [
        ...(analytics ? [startGoalCounter({ ...counting, analytics: analytics.calls })] : []),
        startDetectionWorker({
          ...{ store, clock, log, everyMs: detectEveryMs },
          look: isOff ? refuseToLook : (site, stopped) => detectSite(site, network, stopped),
        }),
        startDeliveryWorker({
          ...{ store: webhooks, clock, log, random: Math.random, everyMs: deliverEveryMs },
          attempted: (result) => metrics.attempted(result),
          send: (claim, signal) => sendNotice(claim, { network: webhookNetwork, at: clock.now(), signal }),
        }),
        startHourlySweep({ store: webhooks, clock, log }),
      ];
    },
    stop: async () => {
      for (const hide of hideMetrics) hide();
      await secrets?.stop();
      await server?.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      analytics?.close();
      await pool?.end();
    },
    ready: async () =>
      pool !== undefined &&
      server !== undefined &&
      secrets?.isDone() === true &&
      (await isPostgresUp(pool, postgres)),
    ports: () => ({ grpc: port() }),
    port,
  };
}
