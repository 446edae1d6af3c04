import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { logAvailabilityChanges } from '@headwater/kit/log-availability';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createModule, type Module } from '@headwater/kit/module';
import { packageRoot } from '@headwater/kit/package-root';
import { refuseBreakingMigrations } from '@headwater/kit/pg/breaking-migrations';
import { createPool, isPostgresUp } from '@headwater/kit/pg/pool';
import { retryUntilDone } from '@headwater/kit/pg/retry-until-done';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { limitToWorkspace } from '@headwater/kit/rpc/limit-to-workspace';
import { startRpcServer } from '@headwater/kit/rpc/server';
import { publicKeyOf } from '@headwater/kit/sealed-box';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import type { RpcInterceptor } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { loadAnalytics, loadSites } from '@headwater/protos/services';
import type { SitesConfig } from './config';
import { createMetrics } from './metrics';
import { anyNetwork, publicNetwork, type Network } from './outbound/network';
import { createHandlers } from './rpc/handlers';
import { checkWebhookSecrets, sealWebhookSecrets } from './store/webhook-secrets';
import { startCleanUp } from './workers/clean-up';
import { startGoalCounts } from './workers/count-goals';
import { startDeliveries } from './workers/deliver-events';
import { startDetections } from './workers/detect-sites';

/** Called by `admin`, the purge, the self-audit and the collector, and with events of several workspaces by identity. */
const ACROSS_WORKSPACES = [
  'ListDeletions',
  'RepeatDeletion', // names the workspace in its request
  'ListDue',
  'ListRetentionDue',
  'ListSitesToAudit',
  'ListPurgeTimes',
  'VerifySiteKey',
  'MarkInstalled',
  'ClaimEvents',
  'ReleaseClaims',
  'RecordNotices',
];

const MIGRATIONS = join(packageRoot('@headwater/sites'), 'migrations');

interface ModuleOptions {
  readonly log: Logger;
  readonly clock: Clock;
  /** See `startRpcServer`. */
  readonly lingerMs?: number;
  /** Tests replace it. */
  readonly network?: Network;
  /** How often each replica polls for pending detections. Default 2 s. */
  readonly detectIntervalMs?: number;
  /** How often each replica polls for due deliveries and goals. Default 1 s. */
  readonly deliverIntervalMs?: number;
}

/** The sites service. Its schema must be migrated before calls arrive. */
export function sitesModule(
  config: Pick<SitesConfig, 'host' | 'port' | 'databaseUrl' | 'secretsKeys'> & Partial<SitesConfig>,
  { log, clock, lingerMs = 0, network, detectIntervalMs = 2_000, deliverIntervalMs = 1_000 }: ModuleOptions,
): Module & { ports(): { readonly grpc: number } } {
  return createModule({
    name: 'sites',
    start: async ({ add }) => {
      const { databaseUrl, secretsKeys: keys, webhookTargets = 'public' } = config;
      const db = add(
        createPool({ databaseUrl, applicationName: 'headwater sites', limits: config, log }),
        (pool) => pool.end(),
      );
      const checked = await retryUntilDone(async () => {
        await refuseBreakingMigrations(db, { schema: 'sites', directory: MIGRATIONS });
        await acrossWorkspaces(async () => {
          await checkWebhookSecrets(db, keys);
          await sealWebhookSecrets(db, keys, clock.now());
        });
      }, log);
      add(checked, (task) => task.stop());

      const metrics = createMetrics({ db, clock, log });
      add(processMetrics().addRegistry(metrics.registry), (remove) => remove());
      const stop = (worker: { stop(): Promise<void> }) => worker.stop();
      const shared = { db, clock, log, isEnabled: () => checked.isDone() };
      const detectionNetwork = config.detection === 'off' ? undefined : (network ?? publicNetwork);
      add(
        acrossWorkspaces(() =>
          startDetections({ ...shared, network: detectionNetwork, intervalMs: detectIntervalMs }),
        ),
        stop,
      );
      add(
        acrossWorkspaces(() =>
          startDeliveries({
            ...{ ...shared, keys, intervalMs: deliverIntervalMs },
            network: network ?? (webhookTargets === 'any' ? anyNetwork : publicNetwork),
            onAttempt: (result) => metrics.countAttempt(result),
          }),
        ),
        stop,
      );
      // Some tests run without analytics.
      const { analyticsAddress: address } = config;
      if (address !== undefined) {
        const analytics = add(
          createRpcClient({ service: loadAnalytics(), address, trust: rpcTrust(config) }),
          (client) => client.close(),
        );
        const goals = { ...shared, analytics: analytics.calls, intervalMs: deliverIntervalMs };
        add(
          acrossWorkspaces(() => startGoalCounts(goals)),
          stop,
        );
      }
      add(
        acrossWorkspaces(() => startCleanUp({ ...shared, keys })),
        stop,
      );

      const server = add(
        await startRpcServer({
          service: loadSites(),
          handlers: createHandlers({
            ...{ db, clock, randomBytes, secretsKeys: keys, webhookTargets },
            clickIdKey: publicKeyOf(keys),
          }),
          interceptors: [limitToWorkspace(ACROSS_WORKSPACES), reportUnavailable],
          host: config.host,
          port: config.port,
          log,
          trust: rpcTrust(config),
          lingerMs,
        }),
        (each) => each.stop(),
      );
      const logChange = logAvailabilityChanges('Postgres', log);
      return {
        ready: async () => checked.isDone() && (await isPostgresUp(db, logChange)),
        ports: { grpc: server.port },
      };
    },
  });
}

/** Returns `upstream_unavailable` for every method while Postgres is unreachable. */
const reportUnavailable: RpcInterceptor = async (_, next) => {
  try {
    return await next();
  } catch (error) {
    if (!isPostgresUnavailable(error)) throw error;
    throw failure('upstream_unavailable', 'Sites are temporarily unavailable. Retry in 1 s.', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
};
