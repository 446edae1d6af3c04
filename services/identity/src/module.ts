import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { ensureEventually, type Eventually } from '@headwater/kit/pg/ensure-eventually';
import { createPool, isPostgresUp, type Pool } from '@headwater/kit/pg/pool';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { startRpcServer, type RpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { toldChanges } from '@headwater/kit/told-changes';
import {
  IDEMPOTENT,
  loadAnalytics,
  loadIdentity,
  loadSites,
  type AnalyticsDefinition,
  type SitesDefinition,
} from '@headwater/protos/services';
import type { IdentityConfig } from './config';
import { createBulkIdentify } from './rpc/bulk-identify';
import { createIdentify } from './rpc/identify';
import { createEraseAccount } from './rpc/erase-account';
import { createListCompanies } from './rpc/list-companies';
import { createLookUpAttribution } from './rpc/look-up-attribution';
import { createQueryRevenue } from './rpc/query-revenue';
import { createRecordBilling } from './rpc/record-billing';
import { createRecordPayment } from './rpc/record-payment';
import { createRecordPayments } from './rpc/record-payments';
import { tellingOutages } from './rpc/telling-outages';
import { refuseMissingKeys } from './refuse-missing-keys';
import { followArrivals } from './repair/follow-arrivals';
import { repeat, type Repeat } from './repair/repeat';
import { sweepLinks } from './repair/sweep-links';
import { tellNotices } from './notices/tell-notices';
import { createIdentityStore } from './store/identity-store';
import { createNoticesStore } from './store/notices-store';

/** The identity service. Its schema must have been migrated. `port()` is the one it really listens on, once started. */
export function identityModule(
  config: IdentityConfig,
  { log, clock }: { log: Logger; clock: Clock },
): Module & { port(): number } {
  let pool: Pool | undefined;
  let analytics: RpcClient<AnalyticsDefinition> | undefined;
  let sites: RpcClient<SitesDefinition> | undefined;
  let server: RpcServer | undefined;
  let repairs: readonly Repeat[] = [];
  let keysChecked: Eventually | undefined;
  const postgres = toldChanges('Postgres', log);
  const port = (): number => {
    if (!server) throw new Error('The identity service has not started.');
    return server.port;
  };
  return {
    name: 'identity',
    start: async () => {
      const own = createPool({
        databaseUrl: config.databaseUrl,
        applicationName: 'headwater identity',
        limits: config,
        log,
      });
      pool = own;
      // Until it is known that they are right nothing is hashed with them.
      const checked = await ensureEventually(() => refuseMissingKeys(own, config.hmacKeys), log);
      keysChecked = checked;
      const telling = tellingOutages(() => checked.isDone());
      const trust = rpcTrust(config);
      analytics = createRpcClient({
        service: loadAnalytics(),
        address: config.analyticsAddress,
        idempotent: IDEMPOTENT.analytics,
        trust,
      });
      sites = createRpcClient({
        service: loadSites(),
        address: config.sitesAddress,
        idempotent: IDEMPOTENT.sites,
        trust,
      });
      const notices = { store: createNoticesStore(own), sites: sites.calls };
      const dependencies = {
        keys: config.hmacKeys,
        store: createIdentityStore(own),
        analytics: analytics.calls,
        clock,
      };
      server = await startRpcServer({
        service: loadIdentity(),
        handlers: {
          Identify: telling(createIdentify(dependencies)),
          BulkIdentify: telling(createBulkIdentify(dependencies)),
          LookUpAttribution: telling(createLookUpAttribution(dependencies)),
          EraseAccount: telling(createEraseAccount(dependencies)),
          ListCompanies: telling(createListCompanies(dependencies)),
          QueryRevenue: telling(createQueryRevenue(dependencies)),
          RecordBilling: telling(createRecordBilling(dependencies)),
          RecordPayment: telling(createRecordPayment(dependencies)),
          RecordPayments: telling(createRecordPayments(dependencies)),
        },
        host: config.host,
        port: config.port,
        log,
        trust,
      });
      const failed = (error: unknown): void => {
        log.warn({ err: error }, 'late links could not be settled; trying again');
      };
      repairs = [
        repeat((signal) => followArrivals(dependencies, signal), {
          pauseMs: config.linkRepairPauseMs,
          failed,
        }),
        repeat((signal) => sweepLinks(dependencies, signal), { pauseMs: config.linkSweepPauseMs, failed }),
        repeat((signal) => tellNotices(notices, signal), {
          pauseMs: config.noticePauseMs,
          failed: (error) => log.warn({ err: error }, 'notices could not be handed over; trying again'),
        }),
      ];
    },
    stop: async () => {
      // At once: what a busy repair does to its end would come on top of what callers still wait for.
      await Promise.all([server?.stop(), keysChecked?.stop(), ...repairs.map((repair) => repair.stop())]);
      analytics?.close();
      sites?.close();
      await pool?.end();
    },
    ready: async () =>
      pool !== undefined && keysChecked?.isDone() === true && (await isPostgresUp(pool, postgres)),
    ports: () => ({ grpc: port() }),
    port,
  };
}
